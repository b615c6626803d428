//! JSON in the browser: `JSON.parse` reads the text, serde our types. The parser and the error messages of `serde_json`
//! would take 12 KB more.

use std::fmt;

use js_sys::{Array, JSON, Object};
use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{DeserializeOwned, Deserializer, Error, Expected, IntoDeserializer, Unexpected, Visitor};
use serde::forward_to_deserialize_any;
use wasm_bindgen::{JsCast, JsValue};

/// Parses a text as a `T`; `None` if it is not one.
pub fn parse<T: DeserializeOwned>(text: &str) -> Option<T> {
    T::deserialize(Json::parse(text)?).ok()
}

/// A JSON value.
enum Json {
    Null,
    Bool(bool),
    /// Our numbers are whole.
    Number(i64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    fn parse(text: &str) -> Option<Self> {
        if cfg!(target_arch = "wasm32") {
            JSON::parse(text).ok().map(Self::from_js)
        } else {
            serde_json::from_str(text).ok().map(Self::from_serde)
        }
    }

    fn from_js(value: JsValue) -> Self {
        if let Some(flag) = value.as_bool() {
            Self::Bool(flag)
        } else if let Some(number) = value.as_f64() {
            #[expect(clippy::cast_possible_truncation, reason = "our numbers are whole and below 2^53")]
            Self::Number(number as i64)
        } else if let Some(text) = value.as_string() {
            Self::Text(text)
        } else if let Some(list) = value.dyn_ref::<Array>() {
            Self::List(list.iter().map(Self::from_js).collect())
        } else if let Some(object) = value.dyn_ref::<Object>() {
            let member = |entry: JsValue| {
                let entry: Array = entry.unchecked_into();
                (entry.get(0).as_string().unwrap_or_default(), Self::from_js(entry.get(1)))
            };
            Self::Object(Object::entries(object).iter().map(member).collect())
        } else {
            Self::Null
        }
    }

    /// For the tests, which have no `JSON.parse`.
    fn from_serde(value: serde_json::Value) -> Self {
        use serde_json::Value;
        match value {
            Value::Null => Self::Null,
            Value::Bool(flag) => Self::Bool(flag),
            Value::Number(number) => Self::Number(number.as_i64().unwrap_or_default()),
            Value::String(text) => Self::Text(text),
            Value::Array(list) => Self::List(list.into_iter().map(Self::from_serde).collect()),
            Value::Object(object) => {
                Self::Object(object.into_iter().map(|(name, value)| (name, Self::from_serde(value))).collect())
            }
        }
    }
}

/// Methods that take one kind of value. `deserialize_any` would do, but compiles all of a visitor for each type: 2 KB more.
macro_rules! deserialize_only {
    ($($method:ident: $kind:ident($value:ident) => $visit:ident($argument:expr),)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Invalid> {
            match self {
                Self::$kind($value) => visitor.$visit($argument),
                _ => Err(Invalid),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for Json {
    type Error = Invalid;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Invalid> {
        match self {
            Self::Null => visitor.visit_unit(),
            Self::Bool(flag) => visitor.visit_bool(flag),
            Self::Number(number) => visitor.visit_i64(number),
            Self::Text(text) => visitor.visit_string(text),
            Self::List(list) => visitor.visit_seq(SeqDeserializer::new(list.into_iter())),
            Self::Object(members) => visitor.visit_map(MapDeserializer::new(members.into_iter())),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Invalid> {
        match self {
            Self::Null => visitor.visit_none(),
            value => visitor.visit_some(value),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Invalid> {
        visitor.visit_newtype_struct(self)
    }

    /// Our enums have no data: each is its name.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Invalid> {
        match self {
            Self::Text(name) => visitor.visit_enum(name.into_deserializer()),
            _ => Err(Invalid),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Invalid> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Invalid> {
        self.deserialize_map(visitor)
    }

    deserialize_only! {
        deserialize_bool: Bool(flag) => visit_bool(flag),
        deserialize_i64: Number(number) => visit_i64(number),
        deserialize_u64: Number(number) => visit_i64(number),
        deserialize_string: Text(text) => visit_string(text),
        deserialize_seq: List(list) => visit_seq(SeqDeserializer::new(list.into_iter())),
        deserialize_map: Object(members) => visit_map(MapDeserializer::new(members.into_iter())),
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i128 u8 u16 u32 u128 f32 f64 char str bytes byte_buf unit unit_struct tuple_struct identifier
        ignored_any
    }
}

impl IntoDeserializer<'_, Invalid> for Json {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// The text is no value of the type. Why is of no use to a reader.
#[derive(Debug)]
struct Invalid;

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("invalid JSON")
    }
}

impl std::error::Error for Invalid {}

/// Without the messages, whose parts would be formatted.
impl Error for Invalid {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }

    fn invalid_type(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self
    }

    fn invalid_value(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self
    }

    fn invalid_length(_: usize, _: &dyn Expected) -> Self {
        Self
    }

    fn unknown_variant(_: &str, _: &'static [&'static str]) -> Self {
        Self
    }

    fn unknown_field(_: &str, _: &'static [&'static str]) -> Self {
        Self
    }

    fn missing_field(_: &'static str) -> Self {
        Self
    }

    fn duplicate_field(_: &'static str) -> Self {
        Self
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    struct Record {
        text: String,
        count: i64,
        size: usize,
        is_new: bool,
        #[serde(default)]
        missing: u32,
        maybe: Option<String>,
        pair: (i64, Kind),
        list: Vec<Wrapped>,
        nothing: (),
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Kind {
        OneKind,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    struct Wrapped(String);

    const RECORD: &str = r#"{"text":"\u00e8 \"x\"","count":-1700000000000,"size":3,"is_new":true,"maybe":null,
        "pair":[1,"one_kind"],"list":["a","b"],"nothing":null,"ignored":{"a":[1,{}]}}"#;

    #[test]
    fn json_deserializes_as_serde_json_does() {
        let record: Option<Record> = parse(RECORD);
        assert!(record.is_some());
        assert_eq!(record, serde_json::from_str(RECORD).ok());
        assert_eq!(parse(r#"{"maybe":"x"}"#), None::<Record>, "a member is missing");
        assert_eq!(parse(r#""x""#), Some(Some("x".to_owned())));
        assert_eq!(parse("null"), Some(None::<String>));
    }

    #[test]
    fn other_types_and_broken_text_are_refused() {
        assert_eq!(parse::<String>("1"), None);
        assert_eq!(parse::<i64>("\"1\""), None);
        assert_eq!(parse::<u32>("-1"), None);
        assert_eq!(parse::<Kind>("\"another\""), None);
        assert_eq!(parse::<Kind>("{}"), None);
        assert_eq!(parse::<(i64, i64)>("[1]"), None);
        assert_eq!(parse::<Vec<i64>>("[1"), None);
    }
}
