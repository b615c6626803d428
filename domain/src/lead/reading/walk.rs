//! Bodies of any shape, answer by answer.

mod holders;

use super::gathered::Gathered;
use super::node::Node;
use super::{labels, service};
use crate::lead::LeadField;
use crate::lead::way::{legible, step};
use holders::has_name_of_form;

pub(super) use holders::holds;

/// How a field says what it asks, the best first.
const QUESTIONS: [&str; 5] = ["title", "label", "question", "column_name", "name"];
/// How it says what was answered.
const ANSWERS: [&str; 5] = ["value", "answer", "string_value", "values", "raw_value"];
/// What it says about itself, which is no answer.
const ABOUT: [&str; 8] = ["id", "key", "ref", "type", "required", "column_id", "field_type", "fieldType"];
/// Everything `body` says. What stands at the top, or in a member that only holds answers, may be about the
/// person who asks; what lies elsewhere (an organizer, a form) goes to the rest.
pub(super) fn tell(heard: &mut Gathered<'_>, body: &Node) {
    let body = match body.items() {
        // Some bridges send lists of one.
        [only @ Node::Members(_)] if entry(only).is_none() => only,
        _ => body,
    };
    if body.items().is_empty() {
        tell_members(heard, "", body, true);
    } else {
        tell_items(heard, "", body, true);
    }
    if body.is_plain() {
        heard.aside("", &body.text());
    }
}

/// Everything `node` says under `way`; nothing of it is a field of the lead.
pub(super) fn aside(heard: &mut Gathered<'_>, way: &str, node: &Node) {
    tell_node(heard, way, way, node, false);
}

/// Everything `node` says, under the question it carries or under `way`. `key` is what the sender calls it;
/// `is_theirs` whether it may be about the person who asks.
pub(super) fn tell_node(heard: &mut Gathered<'_>, way: &str, key: &str, node: &Node, is_theirs: bool) {
    if service::is_secret(key) && node.is_plain() {
        return;
    }
    if let Some(entry) = entry(node) {
        return tell_entry(heard, way, key, &entry, is_theirs);
    }
    if is_theirs && tell_parts(heard, way, key, node) {
        return;
    }
    if node.is_plain() {
        let question = Question { asked: way, key, kind: "", is_its_own: false };
        return if is_theirs { hear(heard, &question, &node.text()) } else { heard.aside(way, &node.text()) };
    }
    tell_members(heard, way, node, is_theirs && holds(key));
    tell_items(heard, way, node, is_theirs && holds(key));
}

fn tell_members(heard: &mut Gathered<'_>, way: &str, node: &Node, is_theirs: bool) {
    let is_forms = is_theirs && has_name_of_form(node);
    for (key, member) in node.members() {
        let way = if is_theirs { legible(key) } else { step(way, &legible(key)) };
        tell_node(heard, &way, unnumbered(key), member, is_theirs && !(is_forms && holders::is_name(key)));
    }
}

/// `nome` of `q3_nome`: some forms put the place of a field before what it is called.
fn unnumbered(key: &str) -> &str {
    let place = key.strip_prefix('q').and_then(|key| key.split_once('_'));
    let is_number = |place: &str| !place.is_empty() && place.bytes().all(|digit| digit.is_ascii_digit());
    place.filter(|(place, _)| is_number(place)).map_or(key, |(_, name)| name)
}

fn tell_items(heard: &mut Gathered<'_>, way: &str, node: &Node, is_theirs: bool) {
    for (place, item) in node.items().iter().enumerate() {
        let is_entry = entry(item).is_some();
        tell_node(heard, &step(way, &(place + 1).to_string()), "", item, is_theirs && is_entry);
    }
}

/// A name in parts, `{"first": "Anna", "last": "Verdi"}`, or a company with its name. Whether it is one.
fn tell_parts(heard: &mut Gathered<'_>, way: &str, key: &str, node: &Node) -> bool {
    let whole = labels::asked(key).filter(|label| label.is_sure).map(|label| label.field);
    let is_whole = matches!(whole, Some(LeadField::Name | LeadField::Company));
    if !is_whole || node.members().is_empty() || entry(node).is_some() {
        return false;
    }
    for (part, said) in node.members() {
        let way = step(way, &legible(part));
        let field = match (whole, labels::folded(part).as_str()) {
            (Some(LeadField::Name), "first" | "given" | "first name" | "given name" | "nome") => {
                LeadField::GivenName
            }
            (Some(LeadField::Name), "last" | "family" | "last name" | "family name" | "cognome") => {
                LeadField::FamilyName
            }
            (Some(LeadField::Company), "name" | "nome") => LeadField::Company,
            _ => {
                aside(heard, &way, said);
                continue;
            }
        };
        if said.is_plain() {
            heard.hear_as(field, &way, &said.text());
        } else {
            aside(heard, &way, said);
        }
    }
    true
}

/// A field that carries its own question.
struct Entry<'a> {
    question: Option<&'a str>,
    kind: &'a str,
    answer: &'a Node,
    /// What else it says.
    more: Vec<(&'a str, &'a Node)>,
}

/// Whether `node` is a field with its question and its answer.
pub(super) fn is_entry(node: &Node) -> bool {
    entry(node).is_some()
}

/// `node` as a field with its question and its answer, if it is one; a record that happens to have a
/// `value` is none.
fn entry(node: &Node) -> Option<Entry<'_>> {
    let (answered, answer) = ANSWERS.iter().find_map(|name| Some((*name, node.get(name)?)))?;
    let said =
        |name: &&str| node.get(name).and_then(Node::as_str).map(str::trim).filter(|text| !text.is_empty());
    let (asked, question) = QUESTIONS.iter().find_map(|name| Some((*name, said(name)?))).unzip();
    let is_more = |(key, more): &(&str, &Node)| {
        *key != answered && Some(*key) != asked && !ABOUT.contains(key) && *more != answer
    };
    let members = || node.members().iter().map(|(key, more)| (key.as_str(), more));
    let more: Vec<_> = members().filter(is_more).collect();
    let says_about_itself = question.is_some() && members().any(|(key, _)| ABOUT.contains(&key));
    // `first` and `last` beside a whole name are parts of the answer.
    let is_part = |field| matches!(field, LeadField::GivenName | LeadField::FamilyName);
    let asks = |key| labels::asked(key).is_some_and(|label| label.is_sure || !is_part(label.field));
    let is_record =
        more.iter().any(|(key, _)| !QUESTIONS.contains(key) && !ANSWERS.contains(key) && asks(key));
    let kind = node.get("type").and_then(Node::as_str).unwrap_or_default();
    let is_entry = !is_record && (answer.is_plain() || says_about_itself);
    is_entry.then_some(Entry { question, kind, answer, more })
}

fn tell_entry(heard: &mut Gathered<'_>, way: &str, key: &str, entry: &Entry<'_>, is_theirs: bool) {
    let question = entry.question.unwrap_or(way);
    if entry.answer.is_plain() {
        let meant = Question { asked: question, key, kind: entry.kind, is_its_own: entry.question.is_some() };
        if is_theirs {
            hear(heard, &meant, &entry.answer.text());
        } else {
            heard.aside(question, &entry.answer.text());
        }
    } else if !(is_theirs && tell_parts(heard, question, question, entry.answer)) {
        aside(heard, question, entry.answer);
    }
    for (key, more) in &entry.more {
        aside(heard, &step(question, &legible(key)), more);
    }
}

/// What is known of a question.
struct Question<'a> {
    asked: &'a str,
    /// What the sender calls the field.
    key: &'a str,
    /// What the sender says is answered there: an e-mail, a longer text.
    kind: &'a str,
    /// Whether `asked` is a label rather than the key made legible.
    is_its_own: bool,
}

/// An answer to a question: its words come first, then what its type hints at, then its key.
fn hear(heard: &mut Gathered<'_>, question: &Question<'_>, answer: &str) {
    let asked = labels::asked(question.asked);
    let typed = match labels::folded(question.kind).as_str() {
        "email" => Some(LeadField::Email),
        "tel" | "phone" | "phone number" => Some(LeadField::Phone),
        _ => None,
    };
    let keyed = labels::asked(question.key);
    let sure = asked.or(keyed.filter(|_| !question.is_its_own)).filter(|label| label.is_sure);
    let likely = typed.or(asked.map(|label| label.field)).or(keyed.map(|label| label.field));
    match (sure, likely) {
        (Some(label), _) => heard.hear_as(label.field, question.asked, answer),
        (None, Some(field)) => heard.hint(field, question.asked, answer),
        (None, None) if is_service(question) => heard.aside(question.asked, answer),
        (None, None) if is_long(question.kind) => heard.guess(question.asked, answer),
        (None, None) => heard.tell(question.asked, answer),
    }
}

/// Whether nobody was asked: the sender fills the field.
fn is_service(question: &Question<'_>) -> bool {
    let is_named = question.is_its_own || question.key.is_empty();
    let name = if is_named { question.asked } else { question.key };
    service::is_service(name) || labels::folded(question.kind) == "hidden"
}

/// Whether a field of this type takes a longer text.
fn is_long(kind: &str) -> bool {
    matches!(labels::folded(kind).as_str(), "textarea" | "text area" | "long text")
}
