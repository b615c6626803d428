//! Members that a sender is known to have: what they mean, and what lies beside them.

use super::gathered::Gathered;
use super::labels;
use super::node::Node;
use super::walk;
use crate::lead::{LeadField, way};

/// What a member says about a field; of a shape that nobody expects, at least what stands in it.
pub(super) fn hear_as(heard: &mut Gathered<'_>, field: LeadField, question: &str, said: Option<&Node>) {
    match said {
        Some(said) if said.is_plain() => heard.hear_as(field, question, &said.text()),
        Some(said) => walk::aside(heard, question, said),
        None => {}
    }
}

/// What came along with the answers rather than being one: a field of the lead if it is called like one, and
/// else nothing that somebody said.
pub(super) fn hear_named(heard: &mut Gathered<'_>, name: &str, said: &Node) {
    let question = way::legible(name);
    match labels::asked(name) {
        Some(_) => walk::tell_node(heard, &question, name, said, true),
        None => walk::aside(heard, &question, said),
    }
}

/// What was chosen among answers that the form gives: nobody wrote it, so that it is no message, whatever was
/// asked.
pub(super) fn hear_chosen(heard: &mut Gathered<'_>, question: &str, name: &str, said: &Node) {
    let asks_for_message =
        |label| labels::asked(label).is_some_and(|asked| asked.field == LeadField::Message);
    if asks_for_message(question) || asks_for_message(name) {
        heard.tell(question, &said.text());
    } else {
        walk::tell_node(heard, question, name, said, true);
    }
}

/// Last words of names whose values mean something to machines only.
const MACHINERY: [&str; 18] = [
    "id", "ids", "uid", "uuid", "uri", "ref", "refs", "key", "token", "type", "slug", "locale", "hash",
    "version", "user", "username", "status", "object",
];
/// Names that say when a record was made; the activity says when it came.
const CLOCKS: [&str; 7] =
    ["created at", "updated at", "submitted at", "landed at", "created time", "created by", "timestamp"];

/// What a member says about something else than the person who asks.
pub(super) fn hear_aside(heard: &mut Gathered<'_>, question: &str, said: Option<&Node>) {
    if let Some(said) = said {
        walk::aside(heard, question, said);
    }
}

/// Hears every member of an object as `tell` does; of anything else, what stands in it.
pub(super) fn each_member<'a>(
    heard: &mut Gathered<'_>,
    way: &str,
    node: Option<&'a Node>,
    mut tell: impl FnMut(&mut Gathered<'_>, &'a str, &'a Node),
) {
    match node {
        Some(Node::Members(members)) => members.iter().for_each(|(name, member)| tell(heard, name, member)),
        Some(other) => walk::aside(heard, way, other),
        None => {}
    }
}

/// Hears every item of a list that is an object as `tell` does; of anything else, what stands in it.
pub(super) fn each_record<'a>(
    heard: &mut Gathered<'_>,
    way: &str,
    node: Option<&'a Node>,
    mut tell: impl FnMut(&mut Gathered<'_>, &'a Node),
) {
    match node {
        Some(Node::List(items)) => {
            for item in items {
                if item.members().is_empty() { walk::aside(heard, way, item) } else { tell(heard, item) }
            }
        }
        Some(other) => walk::aside(heard, way, other),
        None => {}
    }
}

/// Tells the texts in the members of `node` under `way`, as nothing about the person who asks: the form, the
/// page, the organizer, the link to cancel. The members in `told` were heard already. Numbers, switches and what only machines read stay in the payload.
pub(super) fn aside_rest(heard: &mut Gathered<'_>, way: &str, node: &Node, told: &[&str]) {
    if node.members().is_empty() {
        return tell_texts(heard, way, node);
    }
    for (name, member) in node.members() {
        if !told.contains(&name.as_str()) && !is_machinery(name) {
            tell_texts(heard, &way::step(way, &spoken(name)), member);
        }
    }
}

fn tell_texts(heard: &mut Gathered<'_>, way: &str, node: &Node) {
    match node {
        Node::Text(text) => heard.aside(way, text),
        Node::List(items) if node.is_plain() && items.iter().any(|item| item.as_str().is_some()) => {
            heard.aside(way, &node.text());
        }
        Node::List(items) => {
            for (place, item) in items.iter().enumerate() {
                tell_texts(heard, &way::step(way, &(place + 1).to_string()), item);
            }
        }
        Node::Members(members) if !members.is_empty() => aside_rest(heard, way, node, &[]),
        Node::Members(_) | Node::Null | Node::Bool(_) | Node::Number(_) => {}
    }
}

/// `startTime`, `start_time` and `START_TIME` as `Start time`; what is more than a name keeps its letters.
pub(super) fn spoken(name: &str) -> String {
    let is_name = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    let words = if is_name { labels::folded(name) } else { name.replace('_', " ") };
    let mut letters = words.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// Whether what stands under this name means something to machines only.
pub(super) fn is_machinery(name: &str) -> bool {
    let name = labels::folded(name);
    let last = name.rsplit(' ').next().unwrap_or_default();
    CLOCKS.contains(&name.as_str()) || MACHINERY.contains(&last)
}
