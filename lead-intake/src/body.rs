//! Parses the body of a delivery: JSON (repaired if needed), form pairs, or lines of plain text. The format
//! is detected from the body, because many senders set no `Content-Type` or a wrong one.

mod brackets;
mod embedded_json;
mod lines;
pub(crate) mod multipart;
pub(crate) mod node;
mod repair_json;

use domain::leads::{DeliveryError, DeliveryReason, RawDelivery};
use indexmap::IndexMap;
use indexmap::map::Entry;
use serde_json::Value;

use embedded_json::parse_embedded;
use node::Node;
use repair_json::repair_json;

/// A parsed body with its headers.
#[derive(Debug)]
pub(crate) struct Body<'a> {
    raw: &'a RawDelivery,
    /// The JSON value, or the decoded pairs as one flat object.
    payload: Node,
    /// `payload` with embedded JSON strings parsed. JSON pointers of a mapping refer to this tree.
    flat: Node,
    /// For a form: the tree built from keys with brackets. `None` for JSON.
    tree: Option<Node>,
}

impl<'a> Body<'a> {
    /// Skips a BOM, repairs JSON with unescaped strings and unwraps JSON inside a JSON string.
    ///
    /// # Errors
    /// [`DeliveryReason::Unreadable`] when the body is not UTF-8, cannot be repaired or is empty.
    pub(crate) fn parse(raw: &'a RawDelivery) -> Result<Self, DeliveryError> {
        let (payload, is_form) = match multipart::pairs(&raw.body) {
            Some(pairs) => (Some(grouped(pairs)), true),
            None => parse_text(&raw.body).unwrap_or_default(),
        };
        let payload = payload.ok_or(DeliveryReason::Unreadable)?;
        let flat = parse_embedded(&payload);
        let tree = is_form.then(|| brackets::unfold(&flat));
        Ok(Self { raw, payload, flat, tree })
    }

    /// The tree to extract answers from. Form keys with brackets are nested members.
    pub(crate) fn root(&self) -> &Node {
        self.tree.as_ref().unwrap_or(&self.flat)
    }

    /// The tree that JSON pointers refer to. Form keys stay as received.
    pub(crate) fn flat(&self) -> &Node {
        &self.flat
    }

    /// The text at a JSON pointer. Pointers chosen before embedded JSON was parsed still match the original
    /// string.
    pub(crate) fn value_at(&self, pointer: &str) -> Option<String> {
        let value = |tree: &Node| tree.pointer(pointer).map(Node::text).filter(|value| !value.is_empty());
        value(&self.flat).or_else(|| value(&self.payload))
    }

    /// Whether it is a form rather than JSON.
    pub(crate) fn is_form(&self) -> bool {
        self.tree.is_some()
    }

    /// The value of a stored header, `None` if blank. `name` is in lower case.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.raw.header(name).map(str::trim).filter(|value| !value.is_empty())
    }

    /// The whole body as JSON: the value, or the decoded pairs as an object.
    pub(crate) fn payload(&self) -> Value {
        self.payload.to_value()
    }
}

/// The tree of a text, `None` if it cannot be parsed, and whether it is a form.
fn parse_text(body: &[u8]) -> Option<(Option<Node>, bool)> {
    let text = without_bom(std::str::from_utf8(body).ok()?).trim();
    if text.starts_with(['{', '[', '"']) {
        Some((parse_json(text), false))
    } else if is_form(text) {
        Some((Some(grouped(form_urlencoded::parse(text.as_bytes()).into_owned())), true))
    } else {
        Some((lines::answers(text).map(grouped), false))
    }
}

pub(crate) fn without_bom(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Whether `text` is urlencoded pairs. Prose may contain an equals sign too, but then a line break or a colon
/// with a space comes before it, which does not occur in a field name.
fn is_form(text: &str) -> bool {
    let name = text.split_once('=').map(|(name, _)| name);
    name.is_some_and(|name| !name.contains(['\n', '\r']) && !name.contains(": "))
}

fn parse_json(text: &str) -> Option<Node> {
    let node: Node = serde_json::from_str(text).or_else(|_| serde_json::from_str(&repair_json(text))).ok()?;
    match &node {
        Node::Text(inner) if inner.trim_start().starts_with(['{', '[']) => {
            Some(serde_json::from_str(inner).unwrap_or(node))
        }
        _ => Some(node),
    }
}

/// Pairs as members. The values of a repeated key become an array at the position of the first.
pub(crate) fn grouped(pairs: impl IntoIterator<Item = (String, String)>) -> Node {
    let mut members: IndexMap<String, Node> = IndexMap::new();
    for (key, value) in pairs {
        let value = Node::Text(value);
        match members.entry(key) {
            Entry::Vacant(entry) => {
                entry.insert(value);
            }
            Entry::Occupied(mut entry) => entry.get_mut().join(value),
        }
    }
    Node::Members(members.into_iter().collect())
}
