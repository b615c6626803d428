//! The body of a delivery: JSON, mended where it can be, or the pairs of a form.

use serde_json::Value;

use super::brackets;
use super::mend::mended;
use super::node::Node;
use crate::lead::{DeliveryError, DeliveryReason, RawDelivery};

/// A body that could be read, and the headers it came with.
#[derive(Debug)]
pub struct Body<'a> {
    raw: &'a RawDelivery,
    /// The JSON value, or the decoded pairs as one flat object: what places point into.
    plain: Node,
    /// Of a form: its keys with brackets as the members they mean.
    unfolded: Option<Node>,
}

impl<'a> Body<'a> {
    /// Reads JSON, and what does not look like JSON as a form. A BOM is skipped; JSON whose strings were
    /// not escaped is mended; JSON within a JSON string is unwrapped.
    ///
    /// # Errors
    /// [`DeliveryReason::Unreadable`]: no UTF-8, JSON beyond mending, nothing at all.
    pub fn read(raw: &'a RawDelivery) -> Result<Self, DeliveryError> {
        let unreadable = || DeliveryError::from(DeliveryReason::Unreadable);
        let text = std::str::from_utf8(&raw.body).map_err(|_| unreadable())?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text).trim();
        if text.starts_with(['{', '[', '"']) {
            let plain = json(text).ok_or_else(unreadable)?;
            return Ok(Self { raw, plain, unfolded: None });
        }
        if !text.contains('=') {
            return Err(unreadable());
        }
        let plain = pairs(text);
        let unfolded = Some(brackets::unfolded(&plain));
        Ok(Self { raw, plain, unfolded })
    }

    /// What it says; keys of a form with brackets are unfolded.
    pub(super) fn root(&self) -> &Node {
        self.unfolded.as_ref().unwrap_or(&self.plain)
    }

    /// What it says, with the keys of a form as they came: what places point into.
    pub(super) fn plain(&self) -> &Node {
        &self.plain
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
        self.plain.to_value()
    }
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

/// The decoded pairs; where a key repeats, its values become an array at the place of the first.
fn pairs(text: &str) -> Node {
    let mut pairs: Vec<(String, Node)> = Vec::new();
    let mut places = std::collections::HashMap::new();
    for (key, value) in form_urlencoded::parse(text.as_bytes()) {
        let value = Node::Text(value.into_owned());
        match places.get(key.as_ref()).and_then(|place: &usize| pairs.get_mut(*place)) {
            None => {
                places.insert(key.clone().into_owned(), pairs.len());
                pairs.push((key.into_owned(), value));
            }
            Some((_, Node::List(values))) => values.push(value),
            Some((_, first)) => {
                let both = vec![std::mem::replace(first, Node::Null), value];
                *first = Node::List(both);
            }
        }
    }
    Node::Members(pairs)
}
