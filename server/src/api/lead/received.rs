//! The shapes a delivery comes in, made one: a JSON object with its members findable by name.
//!
//! Flat JSON, JSON with a `fields` object, and urlencoded text, brackets included (SPEC: Endpoints;
//! CONTRACT §3, §5).

use serde_json::{Map, Value};

use super::intake::Invalid;

/// A delivery as it came.
#[derive(Debug)]
pub(super) struct Received {
    /// The whole body: the JSON object, or the decoded pairs as one.
    payload: Map<String, Value>,
    /// What the `fields[…]` keys of urlencoded text say; empty for JSON.
    bracketed: Map<String, Value>,
}

impl Received {
    /// Reads JSON; what is no JSON is read as urlencoded, which cannot fail.
    ///
    /// # Errors
    /// [`Invalid`] when it is JSON, but not an object.
    pub(super) fn parse(text: &str) -> Result<Self, Invalid> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        match serde_json::from_str(text) {
            Ok(Value::Object(payload)) => Ok(Self { payload, bracketed: Map::new() }),
            Ok(_) => Err(Invalid::NOT_AN_OBJECT),
            Err(_) => Ok(Self::from_urlencoded(text)),
        }
    }

    fn from_urlencoded(text: &str) -> Self {
        let mut received = Self { payload: Map::new(), bracketed: Map::new() };
        for (key, value) in form_urlencoded::parse(text.as_bytes()) {
            if let Some(name) = field_name(&key) {
                add(&mut received.bracketed, name, &value);
            }
            add(&mut received.payload, key.into_owned(), &value);
        }
        received
    }

    /// What the delivery says under the first of `names` that has something to say. The entries of
    /// `fields` come before the top level.
    pub(super) fn value(&self, names: &[&str]) -> Option<String> {
        let fields = self.payload.iter().filter(|(key, _)| normal(key) == "fields");
        let fields = fields.filter_map(|(_, fields)| fields.as_object());
        let mut places = fields.chain([&self.bracketed, &self.payload]);
        places.find_map(|place| names.iter().find_map(|name| said(place, name)))
    }

    /// The whole received body.
    pub(super) fn payload(&self) -> Value {
        Value::Object(self.payload.clone())
    }
}

/// Keys are matched without case and surrounding space.
fn normal(key: &str) -> String {
    key.trim().to_lowercase()
}

/// The `name` in `fields[name]` and `fields[name][value]`.
fn field_name(key: &str) -> Option<String> {
    let key = normal(key);
    let (name, rest) = key.strip_prefix("fields[")?.split_once(']')?;
    matches!(rest, "" | "[value]").then(|| name.to_owned())
}

/// Adds a pair; where a key repeats, its values become an array.
fn add(pairs: &mut Map<String, Value>, key: String, value: &str) {
    let value = Value::from(value);
    match pairs.get_mut(&key) {
        None => {
            pairs.insert(key, value);
        }
        Some(Value::Array(values)) => values.push(value),
        Some(first) => *first = Value::Array(vec![first.take(), value]),
    }
}

/// What `place` says under `name`; the key spelled exactly so comes first.
fn said(place: &Map<String, Value>, name: &str) -> Option<String> {
    let exact = place.get(name).and_then(worded);
    exact.or_else(|| place.iter().filter(|(key, _)| normal(key) == name).find_map(|(_, value)| worded(value)))
}

/// A value as text: of a `{value: …}` entry its value, of an array its scalars. `None`: it says
/// nothing.
fn worded(value: &Value) -> Option<String> {
    match value {
        Value::Object(entry) => entry.get("value").and_then(plain),
        plain_value => plain(plain_value),
    }
}

fn plain(value: &Value) -> Option<String> {
    match value {
        Value::Array(values) => {
            let i18n: Vec<_> = values.iter().filter_map(scalar).collect();
            if i18n.is_empty() { None } else { Some(i18n.join(", ")) }
        }
        value => scalar(value),
    }
}

/// Trimmed; a null or blank value says nothing.
fn scalar(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        Value::Bool(yes) => yes.to_string(),
        Value::Null | Value::Array(_) | Value::Object(_) => String::new(),
    };
    if text.is_empty() { None } else { Some(text) }
}

#[cfg(test)]
mod tests;
