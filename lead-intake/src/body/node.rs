//! A JSON value whose members keep the order received, so that answers keep the order of the form. Unlike in
//! `serde_json::Map`, no member is lost if a name is repeated.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Number, Value};

/// A JSON value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Node {
    Null,
    Bool(bool),
    Number(Number),
    Text(String),
    List(Vec<Node>),
    Members(Vec<(String, Node)>),
}

impl Node {
    /// The member with this name. If repeated, the last one counts, as usual in JSON
    /// (docs/REFERENCE.md#body-shapes).
    pub(crate) fn get(&self, name: &str) -> Option<&Self> {
        self.members().iter().rev().find(|(key, _)| key == name).map(|(_, node)| node)
    }

    /// The node at `path`, one member name per step.
    pub(crate) fn at(&self, path: &[&str]) -> Option<&Self> {
        path.iter().try_fold(self, |node, name| node.get(name))
    }

    /// The members of an object in the order received; empty for any other value.
    pub(crate) fn members(&self) -> &[(String, Self)] {
        if let Self::Members(members) = self { members } else { &[] }
    }

    /// The items of an array; empty for any other value.
    pub(crate) fn items(&self) -> &[Self] {
        if let Self::List(items) = self { items } else { &[] }
    }

    /// Combines two values into one array; arrays are concatenated.
    pub(crate) fn join(&mut self, other: Self) {
        let items = |node| if let Self::List(items) = node { items } else { vec![node] };
        let mut both = items(std::mem::replace(self, Self::Null));
        both.extend(items(other));
        *self = Self::List(both);
    }

    /// The string, untrimmed; `None` for any other value.
    pub(crate) fn as_str(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    /// The text of the node at `path` ([`Node::text`]); empty if there is none.
    pub(crate) fn text_at(&self, path: &[&str]) -> String {
        self.at(path).map(Self::text).unwrap_or_default()
    }

    /// A scalar as trimmed text, or the scalars of an array joined by `, `. Empty for null, objects and
    /// arrays that contain objects or arrays.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Bool(yes) => yes.to_string(),
            Self::Number(number) => number.to_string(),
            Self::Text(text) => text.trim().to_owned(),
            Self::List(items) if self.is_plain() => {
                let value: Vec<String> = items.iter().map(Self::text).filter(|value| !value.is_empty()).collect();
                value.join(", ")
            }
            Self::Null | Self::List(_) | Self::Members(_) => String::new(),
        }
    }

    /// Whether [`Node::text`] covers the whole value: a scalar, or an array of scalars.
    pub(crate) fn is_plain(&self) -> bool {
        match self {
            Self::Members(_) => false,
            Self::List(items) => !items.iter().any(|item| matches!(item, Self::Members(_) | Self::List(_))),
            Self::Null | Self::Bool(_) | Self::Number(_) | Self::Text(_) => true,
        }
    }

    /// The node at a JSON pointer (RFC 6901).
    pub(crate) fn pointer(&self, pointer: &str) -> Option<&Self> {
        pointer.strip_prefix('/')?.split('/').try_fold(self, |node, step| match node {
            Self::List(items) => items.get(step.parse::<usize>().ok()?),
            node => node.get(&step.replace("~1", "/").replace("~0", "~")),
        })
    }

    /// Converts to a JSON value. Of members with the same name the last one counts.
    pub(crate) fn to_value(&self) -> Value {
        match self {
            Self::Null => Value::Null,
            Self::Bool(yes) => Value::Bool(*yes),
            Self::Number(number) => Value::Number(number.clone()),
            Self::Text(text) => Value::String(text.clone()),
            Self::List(items) => items.iter().map(Self::to_value).collect(),
            Self::Members(members) => members.iter().map(|(name, node)| (name.clone(), node.to_value())).collect(),
        }
    }
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Node;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_unit<E>(self) -> Result<Node, E> {
        Ok(Node::Null)
    }

    fn visit_bool<E>(self, yes: bool) -> Result<Node, E> {
        Ok(Node::Bool(yes))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Node, E> {
        Ok(Node::Number(number.into()))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Node, E> {
        Ok(Node::Number(number.into()))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Node, E> {
        Ok(Number::from_f64(number).map_or(Node::Null, Node::Number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Node, E> {
        Ok(Node::Text(text.to_owned()))
    }

    fn visit_string<E>(self, text: String) -> Result<Node, E> {
        Ok(Node::Text(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Node, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Node::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Node, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = entries.next_entry()? {
            members.push(member);
        }
        Ok(Node::Members(members))
    }
}
