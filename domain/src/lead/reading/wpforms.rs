//! WPForms: flat, with keys that somebody chose; several choices are one text with `||` between them, a day
//! is a text and the seconds since 1970.

use super::body::Body;
use super::gathered::Gathered;
use super::node::Node;
use super::preset::Preset;
use super::{labels, walk};
use crate::Timestamp;
use crate::lead::{LeadField, Notice, SourceKind, way};

pub(super) const PRESET: Preset = Preset { kind: SourceKind::WpForms, fits, read, delivery_id: |_| None };

/// The first second that cannot be written.
const LAST: i64 = Timestamp::MAX.as_millis() / 1_000 + 1;

fn fits(body: &Body<'_>) -> bool {
    let own = |node: &Node| choices(node).is_some() || moment(node).is_some();
    body.root().members().iter().any(|(_, node)| own(node))
}

fn read(body: &Body<'_>, mut heard: Gathered<'_>) -> Notice {
    for (key, node) in body.root().members() {
        let question = way::legible(key);
        if let Some(choices) = choices(node) {
            walk::tell_node(&mut heard, &question, key, &choices, true);
        } else if let Some((written, seconds)) = moment(node) {
            let is_start = labels::asked(key).is_some_and(|label| label.field == LeadField::StartsAt);
            if let Some(seconds) = seconds.filter(|seconds| is_start && (0..LAST).contains(seconds)) {
                let starts_at = Timestamp::from_millis(seconds * 1_000);
                heard.hear_as(LeadField::StartsAt, &question, &starts_at.to_string());
            }
            heard.aside(&question, written);
        } else {
            walk::tell_node(&mut heard, &question, key, node, true);
        }
    }
    Notice::Enquiry(heard.into_enquiry())
}

/// `SEO||Ads` as a list.
fn choices(node: &Node) -> Option<Node> {
    let text = node.as_str().filter(|text| text.contains("||") && !text.contains(['\n', '\r']))?;
    let choices: Vec<_> = text.split("||").map(|choice| Node::Text(choice.to_owned())).collect();
    let is_choice =
        |choice: &Node| choice.as_str().is_some_and(|text| !text.is_empty() && text.trim() == text);
    choices.iter().all(is_choice).then_some(Node::List(choices))
}

/// A day as somebody wrote it, and in seconds since 1970.
fn moment(node: &Node) -> Option<(&str, Option<i64>)> {
    let [_, _] = node.members() else { return None };
    let seconds = match node.get("unix")? {
        Node::Number(number) => number.as_i64(),
        _ => return None,
    };
    Some((node.get("value")?.as_str()?, seconds))
}
