//! A JSON value whose members keep the order in which they came, so that answers stand in the order of
//! the form.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Number, Value};

/// Anything a body can say.
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
    /// The member of this name; of several the last, as in all JSON (docs/REFERENCE.md#body-shapes).
    pub(crate) fn get(&self, name: &str) -> Option<&Self> {
        self.members().iter().rev().find(|(key, _)| key == name).map(|(_, node)| node)
    }

    /// What lies at the end of `path`, member by member.
    pub(crate) fn at(&self, path: &[&str]) -> Option<&Self> {
        path.iter().try_fold(self, |node, name| node.get(name))
    }

    /// The members of an object in the order received; of anything else none.
    pub(crate) fn members(&self) -> &[(String, Self)] {
        if let Self::Members(members) = self { members } else { &[] }
    }

    /// The items of an array; of anything else none.
    pub(crate) fn items(&self) -> &[Self] {
        if let Self::List(items) = self { items } else { &[] }
    }

    /// Puts another value beside this one: both, or what they hold, are the items of an array.
    pub(crate) fn join(&mut self, other: Self) {
        let items = |node| if let Self::List(items) = node { items } else { vec![node] };
        let mut both = items(std::mem::replace(self, Self::Null));
        both.extend(items(other));
        *self = Self::List(both);
    }

    /// A string as it is; `None` for anything else.
    pub(crate) fn as_str(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    /// The text of the member at `path` ([`Node::text`]); empty if there is none.
    pub(crate) fn text_at(&self, path: &[&str]) -> String {
        self.at(path).map(Self::text).unwrap_or_default()
    }

    /// A scalar as trimmed text, the scalars of an array joined by `, `; empty: it says nothing. Objects,
    /// and arrays that hold some, have no text.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Bool(yes) => yes.to_string(),
            Self::Number(number) => number.to_string(),
            Self::Text(text) => text.trim().to_owned(),
            Self::List(items) if self.is_plain() => {
                let value: Vec<String> =
                    items.iter().map(Self::text).filter(|value| !value.is_empty()).collect();
                value.join(", ")
            }
            Self::Null | Self::List(_) | Self::Members(_) => String::new(),
        }
    }

    /// Whether [`Node::text`] says all of it: a scalar, or an array of scalars.
    pub(crate) fn is_plain(&self) -> bool {
        match self {
            Self::Members(_) => false,
            Self::List(items) => !items.iter().any(|item| matches!(item, Self::Members(_) | Self::List(_))),
            Self::Null | Self::Bool(_) | Self::Number(_) | Self::Text(_) => true,
        }
    }

    /// What a JSON pointer (RFC 6901) leads to.
    pub(crate) fn pointer(&self, pointer: &str) -> Option<&Self> {
        pointer.strip_prefix('/')?.split('/').try_fold(self, |node, step| match node {
            Self::List(items) => items.get(step.parse::<usize>().ok()?),
            node => node.get(&step.replace("~1", "/").replace("~0", "~")),
        })
    }

    /// The same as a JSON value; of members with one name the last.
    pub(crate) fn to_value(&self) -> Value {
        match self {
            Self::Null => Value::Null,
            Self::Bool(yes) => Value::Bool(*yes),
            Self::Number(number) => Value::Number(number.clone()),
            Self::Text(text) => Value::String(text.clone()),
            Self::List(items) => items.iter().map(Self::to_value).collect(),
            Self::Members(members) => {
                members.iter().map(|(name, node)| (name.clone(), node.to_value())).collect()
            }
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
