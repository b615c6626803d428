//! Finds the answers in a body independently of the parser.

use domain::Timestamp;
use domain::leads::{ActivityDraft, ParsedLead, RawDelivery};
use serde_json::{Map, Value};

use crate::bodies::EVENTS;
use crate::case::zone;

/// Metadata members of a field.
const FIELD_METADATA: [&str; 8] = ["id", "key", "ref", "type", "required", "column_id", "field_type", "fieldType"];
const QUESTIONS: [&str; 5] = ["title", "label", "question", "column_name", "name"];
const ANSWERS: [&str; 5] = ["value", "answer", "string_value", "values", "raw_value"];

/// Members with values for machines: ids and types.
const MACHINE_KEYS: [&str; 8] = ["id", "key", "ref", "type", "form_id", "event_type", "eventType", "triggerType"];

/// Members that are left out on purpose.
const SECRET: &str = "google_key";

/// The answers of the body that are missing from both the lead fields and the rest; also what the activity
/// text omits from the rest although it is not full, and what the payload omits.
pub(crate) fn lost(lead: &ParsedLead, raw: &RawDelivery, answers_of: &dyn Fn(&Value) -> Vec<String>) -> Vec<String> {
    let text = String::from_utf8_lossy(&raw.body);
    let text = text.trim_start_matches('\u{feff}').trim();
    let body = serde_json::from_str(text).ok().filter(|_| text.starts_with(['{', '[']));
    let answers = match &body {
        Some(body) => answers_of(body),
        // Multipart bodies have a test of their own.
        None if text.starts_with("--") => pairs(&urlencoded(&lead.payload)),
        // Repaired JSON has tests of its own.
        None if text.starts_with(['{', '[', '"']) => answers_of(&lead.payload),
        None => pairs(text),
    };
    let answers = answers.into_iter().flat_map(parse_embedded);
    let lead_texts = lead_texts(lead);
    let mut lost: Vec<String> = answers.filter(|answer| !is_present(answer, &lead_texts, lead)).collect();
    let text = lead.text();
    if text.chars().count() < ActivityDraft::TEXT {
        lost.extend(lead.rest.iter().map(|one| one.answer.clone()).filter(|answer| !text.contains(answer)));
        lost.extend(lead.message.iter().filter(|message| !text.starts_with(*message)).cloned());
    }
    if body.is_some_and(|body| body != lead.payload) {
        lost.push("the payload is another body".to_owned());
    }
    lost
}

/// The answers inside an answer that is a JSON object.
fn parse_embedded(answer: String) -> Vec<String> {
    match serde_json::from_str(&answer) {
        Ok(inner @ Value::Object(_)) if answer.trim() != "{}" => every(&inner),
        _ => vec![answer],
    }
}

/// All texts of the lead and its activity, normalized for comparison.
fn lead_texts(lead: &ParsedLead) -> String {
    let email = lead.fields.email.as_ref().map(ToString::to_string);
    let fields =
        [&lead.fields.name, &email, &lead.fields.phone, &lead.fields.company, &lead.message, &lead.fields.source];
    let mut lead_texts: Vec<&str> = fields.into_iter().flatten().map(String::as_str).collect();
    for one in lead.rest.iter().chain(&lead.technical) {
        lead_texts.extend([one.question.as_str(), one.answer.as_str()]);
    }
    comparable(&lead_texts.join("\n"))
}

fn is_present(answer: &str, lead_texts: &str, lead: &ParsedLead) -> bool {
    let is_start = || {
        let moments = [answer.trim().parse::<Timestamp>().ok(), zone().moment(&answer.trim().replace(' ', "T"))];
        moments.contains(&lead.fields.starts_at) && lead.fields.starts_at.is_some()
    };
    // `Anna <anna@example.it>` may be two answers.
    let parts = || answer.split(['<', '>']).all(|part| lead_texts.contains(&comparable(part)));
    // A sentence may end with an address.
    let end = || answer.contains('@') && lead_texts.contains(comparable(answer).trim_end_matches('.'));
    lead_texts.contains(&comparable(answer)) || is_start() || parts() || end()
}

/// Normalizes text: lower case, single spaces, choices joined; without link prefixes, invisible characters
/// and HTML entities.
fn comparable(text: &str) -> String {
    let text = text.replace('\0', "\u{fffd}").replace("||", ", ").to_lowercase();
    let marks = ['\u{200b}'..='\u{200f}', '\u{202a}'..='\u{202e}', '\u{2060}'..='\u{2069}', '\u{feff}'..='\u{feff}'];
    let text = text.replace(|letter| marks.iter().any(|marks| marks.contains(&letter)), "");
    let text = text.replace("&#039;", "'").replace("&amp;", "&");
    let words = text.split(|letter: char| letter.is_whitespace() || letter.is_control());
    let text = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    let bare = ["mailto:", "tel:", "p:"].iter().find_map(|link| text.strip_prefix(link));
    bare.map_or_else(|| text.clone(), |bare| bare.trim_start().to_owned())
}

fn leaves(value: &Value, but: &[&str], answers: &mut Vec<Value>) {
    match value {
        Value::Object(members) => {
            let is_answer = |key: &str, member: &Value| {
                !is_field_metadata(key, members)
                    && !but.contains(&key)
                    && key != SECRET
                    && !is_event(key, member.get(0).unwrap_or(member).as_str())
            };
            for (_, member) in members.iter().filter(|(key, member)| is_answer(key, member)) {
                leaves(member, but, answers);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| leaves(item, but, answers)),
        Value::Null => {}
        scalar => answers.push(scalar.clone()),
    }
}

/// Whether a member is the name of the event, which the activity's kind represents.
fn is_event(key: &str, value: Option<&str>) -> bool {
    value.is_some_and(|value| EVENTS.contains(&(key.trim_end_matches("[]"), value)))
}

/// Whether a member is the question or metadata of a field, not an answer.
fn is_field_metadata(key: &str, members: &Map<String, Value>) -> bool {
    let is_field = ANSWERS.iter().any(|name| members.contains_key(*name));
    let question_key = QUESTIONS
        .iter()
        .find(|name| members.get(**name).and_then(Value::as_str).is_some_and(|text| !text.trim().is_empty()));
    // WPForms writes a day twice.
    let is_day = members.len() == 2 && members.contains_key("value") && key == "unix";
    is_field
        && (FIELD_METADATA.contains(&key) || question_key.is_some_and(|question_key| *question_key == key) || is_day)
}

/// Every scalar of a body except questions and metadata.
pub(crate) fn every(body: &Value) -> Vec<String> {
    let mut answers = Vec::new();
    leaves(body, &[], &mut answers);
    answers.iter().map(|answer| answer.as_str().map_or_else(|| answer.to_string(), str::to_owned)).collect()
}

/// Every text of a body except questions, metadata and machine names. For senders with a container for
/// answers, numbers and booleans elsewhere may be dropped.
pub(crate) fn texts(body: &Value) -> Vec<String> {
    let mut answers = Vec::new();
    leaves(body, &MACHINE_KEYS, &mut answers);
    answers.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// For senders with much metadata: the answers in their container only. An answer that is an option's id
/// counts as the option's text.
pub(crate) fn answered(body: &Value) -> Vec<String> {
    let (mut answers, mut ids) = (Vec::new(), Vec::new());
    under(
        &["value", "answer", "string_value", "values", "text", "email", "phone_number", "url", "file_url"],
        body,
        false,
        &mut answers,
    );
    under(&["id", "ref"], body, false, &mut ids);
    answers.retain(|answer| !ids.contains(answer));
    answers
}

/// The texts under members with these names, including arrays.
fn under(names: &[&str], value: &Value, is_under: bool, texts: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (key, member) in members {
                // Options are not answers.
                if key != "options" || !names.contains(&"value") {
                    under(names, member, names.contains(&key.as_str()), texts);
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| under(names, item, is_under, texts)),
        Value::String(text) if is_under => texts.push(text.clone()),
        _ => {}
    }
}

/// The decoded pairs of a form, encoded again.
fn urlencoded(payload: &Value) -> String {
    let mut pairs = form_urlencoded::Serializer::new(String::new());
    for (key, value) in payload.as_object().into_iter().flatten() {
        for value in value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice) {
            pairs.append_pair(key, value.as_str().unwrap_or_default());
        }
    }
    pairs.finish()
}

fn pairs(text: &str) -> Vec<String> {
    let mut answers = Vec::new();
    let pairs: Vec<_> = form_urlencoded::parse(text.as_bytes()).into_owned().collect();
    for (key, value) in &pairs {
        let about = key.strip_suffix(']').and_then(|key| key.rsplit_once('['));
        let is_about = about.is_some_and(|(field, about)| {
            let has = |name: &str| pairs.iter().any(|(key, _)| key.starts_with(&format!("{field}[{name}]")));
            let question_key = QUESTIONS.iter().find(|name| {
                let key = format!("{field}[{name}]");
                pairs.iter().any(|(of, value)| *of == key && !value.trim().is_empty())
            });
            (FIELD_METADATA.contains(&about) || question_key.is_some_and(|question_key| *question_key == about))
                && ANSWERS.iter().any(|name| has(name))
        });
        if !is_about && !is_event(key, Some(value)) {
            answers.push(value.clone());
        }
    }
    answers
}
