//! Extracts members whose meaning is known for a sender, and adds the rest as context.

use crate::body::node::Node;
use crate::fields::FieldExtractor;
use crate::labels;
use crate::walk;
use domain::leads::{LeadField, json_path};

/// Extracts a member as a lead field, or as context if it has an unexpected shape.
pub(crate) fn extract_as(out: &mut FieldExtractor<'_>, field: LeadField, question: &str, value: Option<&Node>) {
    match value {
        Some(value) if value.is_plain() => out.add_field(field, question, &value.text()),
        Some(value) => walk::extract_context(out, question, value),
        None => {}
    }
}

/// Extracts data sent along with the answers: a lead field if its name is a known label, else context.
pub(crate) fn extract_named(out: &mut FieldExtractor<'_>, name: &str, value: &Node) {
    let question = json_path::humanize(name);
    match labels::match_label(name) {
        Some(_) => walk::extract_node(out, &question, name, value, true),
        None => walk::extract_context(out, &question, value),
    }
}

/// Extracts a choice among given options. It is never the message, because the submitter did not write it.
pub(crate) fn extract_choice(out: &mut FieldExtractor<'_>, question: &str, name: &str, value: &Node) {
    let asks_for_message = |label| labels::match_label(label).is_some_and(|label| label.field == LeadField::Message);
    if asks_for_message(question) || asks_for_message(name) {
        out.add_other(question, &value.text());
    } else {
        walk::extract_node(out, question, name, value, true);
    }
}

/// Last words of member names whose values are only for machines.
const MACHINE_NAMES: &str = "\
    id, ids, uid, uuid, uri, ref, refs, key, token, type, slug, locale, hash, version, user, \
    username, status, object";
/// Names of creation times. The activity has its own time.
const TIMESTAMP_NAMES: &str = "created at, updated at, submitted at, landed at, created time, created by, timestamp";

/// Adds a member as context.
pub(crate) fn extract_context(out: &mut FieldExtractor<'_>, question: &str, value: Option<&Node>) {
    if let Some(value) = value {
        walk::extract_context(out, question, value);
    }
}

/// Calls `extract` for every member of an object; any other value becomes context.
pub(crate) fn each_member<'a>(
    out: &mut FieldExtractor<'_>,
    path: &str,
    node: Option<&'a Node>,
    mut extract: impl FnMut(&mut FieldExtractor<'_>, &'a str, &'a Node),
) {
    match node {
        Some(Node::Members(members)) => members.iter().for_each(|(name, member)| extract(out, name, member)),
        Some(other) => walk::extract_context(out, path, other),
        None => {}
    }
}

/// Calls `extract` for every object in a list; any other value becomes context.
pub(crate) fn each_record<'a>(
    out: &mut FieldExtractor<'_>,
    path: &str,
    node: Option<&'a Node>,
    mut extract: impl FnMut(&mut FieldExtractor<'_>, &'a Node),
) {
    match node {
        Some(Node::List(items)) => {
            for item in items {
                if item.members().is_empty() {
                    walk::extract_context(out, path, item);
                } else {
                    extract(out, item);
                }
            }
        }
        Some(other) => walk::extract_context(out, path, other),
        None => {}
    }
}

/// Adds the strings in `node` as context: the form, the page, the organizer, the link to cancel. Members in
/// `extracted` are skipped. Numbers, booleans and machine names stay in the payload only.
pub(crate) fn extract_rest(out: &mut FieldExtractor<'_>, path: &str, node: &Node, extracted: &[&str]) {
    if node.members().is_empty() {
        return extract_texts(out, path, node);
    }
    for (name, member) in node.members() {
        if !extracted.contains(&name.as_str()) && !is_machine_name(name) {
            extract_texts(out, &json_path::step(path, &sentence_case(name)), member);
        }
    }
}

fn extract_texts(out: &mut FieldExtractor<'_>, path: &str, node: &Node) {
    match node {
        Node::Text(text) => out.add_context(path, text),
        Node::List(items) if node.is_plain() && items.iter().any(|item| item.as_str().is_some()) => {
            out.add_context(path, &node.text());
        }
        Node::List(items) => {
            for (place, item) in items.iter().enumerate() {
                extract_texts(out, &json_path::step(path, &(place + 1).to_string()), item);
            }
        }
        Node::Members(members) if !members.is_empty() => extract_rest(out, path, node, &[]),
        Node::Members(_) | Node::Null | Node::Bool(_) | Node::Number(_) => {}
    }
}

/// `startTime`, `start_time` and `START_TIME` become `Start time`. Other text keeps its case.
pub(crate) fn sentence_case(name: &str) -> String {
    let is_name = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    let words = if is_name { labels::normalize(name) } else { name.replace('_', " ") };
    let mut letters = words.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// Whether values under this name are only for machines.
pub(crate) fn is_machine_name(name: &str) -> bool {
    let name = labels::normalize(name);
    let last = name.rsplit(' ').next().unwrap_or_default();
    labels::is_listed(TIMESTAMP_NAMES, &name) || labels::is_listed(MACHINE_NAMES, last)
}
