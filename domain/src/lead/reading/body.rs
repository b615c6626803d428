//! The body of a delivery: JSON, mended where it can be, the pairs of a form, or lines of plain text.

mod lines;
mod opened;

use serde_json::Value;

use super::brackets;
use super::mend::mended;
use super::node::Node;
use crate::lead::{DeliveryError, DeliveryReason, RawDelivery};
use opened::opened;

/// A body that could be read, and the headers it came with.
#[derive(Debug)]
pub struct Body<'a> {
    raw: &'a RawDelivery,
    /// The JSON value, or the decoded pairs as one flat object.
    received: Node,
    /// The same, where texts that are JSON are what they say: what places point into.
    plain: Node,
    /// Of a form: its keys with brackets as the members they mean.
    unfolded: Option<Node>,
}

impl<'a> Body<'a> {
    /// Reads JSON, and what does not look like JSON as a form, or as lines that begin with a label. A BOM is
    /// skipped; JSON whose strings were not escaped is mended; JSON within a JSON string is unwrapped.
    ///
    /// # Errors
    /// [`DeliveryReason::Unreadable`]: no UTF-8, JSON beyond mending, nothing at all.
    pub fn read(raw: &'a RawDelivery) -> Result<Self, DeliveryError> {
        let unreadable = || DeliveryError::from(DeliveryReason::Unreadable);
        let text = std::str::from_utf8(&raw.body).map_err(|_| unreadable())?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text).trim();
        let is_form = is_form(text);
        let received = if text.starts_with(['{', '[', '"']) {
            json(text)
        } else if is_form {
            Some(grouped(form_urlencoded::parse(text.as_bytes()).into_owned()))
        } else {
            lines::answers(text).map(|answers| grouped(answers.into_iter()))
        };
        let received = received.ok_or_else(unreadable)?;
        let plain = opened(&received);
        let unfolded = is_form.then(|| brackets::unfolded(&plain));
        Ok(Self { raw, received, plain, unfolded })
    }

    /// What it says; keys of a form with brackets are unfolded.
    pub(super) fn root(&self) -> &Node {
        self.unfolded.as_ref().unwrap_or(&self.plain)
    }

    /// What it says, with the keys of a form as they came: what places point into.
    pub(super) fn plain(&self) -> &Node {
        &self.plain
    }

    /// What a place says. One chosen when a text was no more than a text is that text still.
    pub(super) fn said_at(&self, place: &str) -> Option<String> {
        let said = |tree: &Node| tree.pointer(place).map(Node::text).filter(|said| !said.is_empty());
        said(&self.plain).or_else(|| said(&self.received))
    }

    /// Whether it is a form rather than JSON.
    pub(super) fn is_form(&self) -> bool {
        self.unfolded.is_some()
    }

    /// The value of a header that is kept; `name` in lower case. A blank one counts as missing.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.raw.header(name).map(str::trim).filter(|value| !value.is_empty())
    }

    /// The whole body as JSON: the value, or the decoded pairs as an object (CONTRACT §5).
    pub(super) fn payload(&self) -> Value {
        self.received.to_value()
    }
}

/// Whether `text` is the pairs of a form. Prose has an equals sign too, but a line break or a colon with a
/// space before it, which nobody leaves in the name of a field.
fn is_form(text: &str) -> bool {
    let name = text.split_once('=').map(|(name, _)| name);
    let is_name = |name: &str| !name.contains(['\n', '\r']) && !name.contains(": ");
    !text.starts_with(['{', '[', '"']) && name.is_some_and(is_name)
}

fn json(text: &str) -> Option<Node> {
    let node: Node = serde_json::from_str(text).or_else(|_| serde_json::from_str(&mended(text))).ok()?;
    match &node {
        Node::Text(inner) if inner.trim_start().starts_with(['{', '[']) => {
            Some(serde_json::from_str(inner).unwrap_or(node))
        }
        _ => Some(node),
    }
}

/// The pairs as members; where a key repeats, its values become an array at the place of the first.
fn grouped(all: impl Iterator<Item = (String, String)>) -> Node {
    let mut pairs: Vec<(String, Node)> = Vec::new();
    let mut places = std::collections::HashMap::new();
    for (key, value) in all {
        let value = Node::Text(value);
        match places.get(&key).and_then(|place: &usize| pairs.get_mut(*place)) {
            None => {
                places.insert(key.clone(), pairs.len());
                pairs.push((key, value));
            }
            Some((_, said)) => said.join(value),
        }
    }
    Node::Members(pairs)
}
