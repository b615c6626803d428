//! Walks bodies of any shape and extracts their answers.

mod containers;

use crate::body::node::Node;
use crate::fields::FieldExtractor;
use crate::{labels, service};
use containers::has_name_of_form;
use domain::leads::LeadField;
use domain::leads::answers::{ANSWER_KEYS, QUESTION_KEYS};
use domain::leads::json_path::{humanize, step};

pub(super) use containers::is_container;

/// Metadata members of a field.
const METADATA: [&str; 8] = ["id", "key", "ref", "type", "required", "column_id", "field_type", "fieldType"];

/// Extracts all of `body`. Top-level members and members of containers may be about the submitter; other
/// nested data (an organizer, a form) goes to the rest.
pub(crate) fn extract(out: &mut FieldExtractor<'_>, body: &Node) {
    let body = match body.items() {
        // Some bridges wrap the body in a list.
        [only @ Node::Members(_)] if entry(only).is_none() => only,
        _ => body,
    };
    if body.items().is_empty() {
        extract_members(out, "", body, true);
    } else {
        extract_items(out, "", body, true);
    }
    if body.is_plain() {
        out.add_context("", &body.text());
    }
}

/// Adds all of `node` as context: none of it is a lead field.
pub(crate) fn extract_context(out: &mut FieldExtractor<'_>, path: &str, node: &Node) {
    extract_node(out, path, path, node, false);
}

/// Extracts all of `node`, under its own question or under `path`. `key` is the sender's name for it;
/// `is_contact` is whether it may be about the submitter.
pub(crate) fn extract_node(out: &mut FieldExtractor<'_>, path: &str, key: &str, node: &Node, is_contact: bool) {
    if service::is_secret(key) && node.is_plain() {
        return;
    }
    if let Some(entry) = entry(node) {
        return extract_entry(out, path, key, &entry, is_contact);
    }
    if is_contact && extract_parts(out, path, key, node) {
        return;
    }
    if node.is_plain() {
        let question = Question { label: path, key, kind: "", has_own_label: false };
        return if is_contact {
            extract_answer(out, &question, &node.text());
        } else {
            out.add_context(path, &node.text());
        };
    }
    extract_members(out, path, node, is_contact && is_container(key));
    extract_items(out, path, node, is_contact && is_container(key));
}

fn extract_members(out: &mut FieldExtractor<'_>, path: &str, node: &Node, is_contact: bool) {
    let is_form_name = is_contact && has_name_of_form(node);
    for (key, member) in node.members() {
        let path = if is_contact { humanize(key) } else { step(path, &humanize(key)) };
        extract_node(out, &path, unnumbered(key), member, is_contact && !(is_form_name && containers::is_name(key)));
    }
}

/// `nome` of `q3_nome`: some forms prefix the position of a field to its name.
fn unnumbered(key: &str) -> &str {
    let place = key.strip_prefix('q').and_then(|key| key.split_once('_'));
    let is_number = |place: &str| !place.is_empty() && place.bytes().all(|digit| digit.is_ascii_digit());
    place.filter(|(place, _)| is_number(place)).map_or(key, |(_, name)| name)
}

fn extract_items(out: &mut FieldExtractor<'_>, path: &str, node: &Node, is_contact: bool) {
    for (place, item) in node.items().iter().enumerate() {
        let is_entry = entry(item).is_some();
        extract_node(out, &step(path, &(place + 1).to_string()), "", item, is_contact && is_entry);
    }
}

/// Extracts a name in parts, `{"first": "Anna", "last": "Verdi"}`, or a company with its name. Returns
/// whether `node` is one.
fn extract_parts(out: &mut FieldExtractor<'_>, path: &str, key: &str, node: &Node) -> bool {
    let parent = labels::match_label(key).filter(|label| label.is_sure).map(|label| label.field);
    let has_parts = matches!(parent, Some(LeadField::Name | LeadField::Company));
    if !has_parts || node.members().is_empty() || entry(node).is_some() {
        return false;
    }
    for (part, value) in node.members() {
        let path = step(path, &humanize(part));
        let field = match (parent, labels::normalize(part).as_str()) {
            (Some(LeadField::Name), "first" | "given" | "first name" | "given name" | "nome") => LeadField::GivenName,
            (Some(LeadField::Name), "last" | "family" | "last name" | "family name" | "cognome") => {
                LeadField::FamilyName
            }
            (Some(LeadField::Company), "name" | "nome") => LeadField::Company,
            _ => {
                extract_context(out, &path, value);
                continue;
            }
        };
        if value.is_plain() {
            out.add_field(field, &path, &value.text());
        } else {
            extract_context(out, &path, value);
        }
    }
    true
}

/// An object that holds a question and its answer.
struct Entry<'a> {
    question: Option<&'a str>,
    kind: &'a str,
    answer: &'a Node,
    /// All other members.
    more: Vec<(&'a str, &'a Node)>,
}

/// Whether `node` is an [`Entry`].
pub(crate) fn is_entry(node: &Node) -> bool {
    entry(node).is_some()
}

/// `node` as an [`Entry`]. A record that happens to have a member `value` is none.
fn entry(node: &Node) -> Option<Entry<'_>> {
    let (answer_key, answer) = ANSWER_KEYS.iter().find_map(|name| Some((*name, node.get(name)?)))?;
    let value = |name: &&str| node.get(name).and_then(Node::as_str).map(str::trim).filter(|text| !text.is_empty());
    let (question_key, question) = QUESTION_KEYS.iter().find_map(|name| Some((*name, value(name)?))).unzip();
    let is_more = |(key, more): &(&str, &Node)| {
        *key != answer_key && Some(*key) != question_key && !METADATA.contains(key) && *more != answer
    };
    let members = || node.members().iter().map(|(key, more)| (key.as_str(), more));
    let more: Vec<_> = members().filter(is_more).collect();
    let has_metadata = question.is_some() && members().any(|(key, _)| METADATA.contains(&key));
    // `first` and `last` beside a full name are parts of the answer.
    let is_part = |field| matches!(field, LeadField::GivenName | LeadField::FamilyName);
    let matches_field = |key| labels::match_label(key).is_some_and(|label| label.is_sure || !is_part(label.field));
    let is_record =
        more.iter().any(|(key, _)| !QUESTION_KEYS.contains(key) && !ANSWER_KEYS.contains(key) && matches_field(key));
    let kind = node.get("type").and_then(Node::as_str).unwrap_or_default();
    let is_entry = !is_record && (answer.is_plain() || has_metadata);
    is_entry.then_some(Entry { question, kind, answer, more })
}

fn extract_entry(out: &mut FieldExtractor<'_>, path: &str, key: &str, entry: &Entry<'_>, is_contact: bool) {
    let question = entry.question.unwrap_or(path);
    if entry.answer.is_plain() {
        let guess = Question { label: question, key, kind: entry.kind, has_own_label: entry.question.is_some() };
        if is_contact {
            extract_answer(out, &guess, &entry.answer.text());
        } else {
            out.add_context(question, &entry.answer.text());
        }
    } else if !(is_contact && extract_parts(out, question, question, entry.answer)) {
        extract_context(out, question, entry.answer);
    }
    for (key, more) in &entry.more {
        extract_context(out, &step(question, &humanize(key)), more);
    }
}

/// The label, key and type of a question.
struct Question<'a> {
    label: &'a str,
    /// The sender's name for the field.
    key: &'a str,
    /// The sender's field type, such as `email` or `textarea`.
    kind: &'a str,
    /// Whether `label` was set by the author of the form, not derived from the key.
    has_own_label: bool,
}

/// Adds an answer. The label decides first, then the field type, then the key.
fn extract_answer(out: &mut FieldExtractor<'_>, question: &Question<'_>, answer: &str) {
    let labelled = labels::match_label(question.label);
    let typed = match labels::normalize(question.kind).as_str() {
        "email" => Some(LeadField::Email),
        "tel" | "phone" | "phone number" => Some(LeadField::Phone),
        _ => None,
    };
    let keyed = labels::match_label(question.key);
    let sure = labelled.or(keyed.filter(|_| !question.has_own_label)).filter(|label| label.is_sure);
    let likely = typed.or(labelled.map(|label| label.field)).or(keyed.map(|label| label.field));
    match (sure, likely) {
        (Some(label), _) => out.add_field(label.field, question.label, answer),
        (None, Some(field)) => out.add_likely(field, question.label, answer),
        (None, None) if is_service(question) => out.add_technical(question.label, answer),
        (None, None) if is_hidden(question.kind) => out.add_context(question.label, answer),
        (None, None) if is_long(question.kind) => out.add_long_text(question.label, answer),
        (None, None) => out.add_other(question.label, answer),
    }
}

/// Whether the sender fills this field, not the submitter.
fn is_service(question: &Question<'_>) -> bool {
    let is_named = question.has_own_label || question.key.is_empty();
    let name = if is_named { question.label } else { question.key };
    service::is_service(name)
}

/// Whether the page fills fields of this type: with a campaign, or with what the form is about.
fn is_hidden(kind: &str) -> bool {
    labels::normalize(kind) == "hidden"
}

/// Whether a field of this type accepts long text.
fn is_long(kind: &str) -> bool {
    matches!(labels::normalize(kind).as_str(), "textarea" | "text area" | "long text")
}
