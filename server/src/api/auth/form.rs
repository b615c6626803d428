//! The body of a form or script: urlencoded or a JSON object, whatever its Content-Type.

use std::collections::HashMap;

use serde_json::Value;

/// A field that is not a string is absent, of a repeated one the last counts.
#[derive(Default)]
pub(super) struct Form(HashMap<String, String>);

impl Form {
    /// Cannot fail: an invalid body has no fields.
    pub(super) fn parse(body: &[u8]) -> Self {
        if let Ok(value) = serde_json::from_slice::<Value>(body) {
            let Value::Object(members) = value else { return Self::default() };
            let texts = members.into_iter().filter_map(|(name, value)| match value {
                Value::String(text) => Some((name, text)),
                _ => None,
            });
            return Self(texts.collect());
        }
        Self(serde_urlencoded::from_bytes(body).unwrap_or_default())
    }

    /// An empty value counts as absent.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str).filter(|value| !value.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urlencoded_and_json_forms_are_parsed() {
        for body in ["email=a%40b.c&password=x+y", r#"{"email":"a@b.c","password":"x y"}"#] {
            let form = Form::parse(body.as_bytes());
            assert_eq!(form.get("email"), Some("a@b.c"), "{body}");
            assert_eq!(form.get("password"), Some("x y"), "{body}");
        }
    }

    #[test]
    fn malformed_form_has_no_fields() {
        let nested = "[".repeat(10_000);
        for body in ["", "[]", "null", "\"email\"", "{\"email\":1}", "{\"email\":", "email", &nested] {
            assert_eq!(Form::parse(body.as_bytes()).get("email"), None, "{body:.40}");
        }
        assert_eq!(Form::parse(&[0xff, b'=', 0xfe]).get("email"), None);
    }

    #[test]
    fn last_repeated_field_wins() {
        assert_eq!(Form::parse(b"email=a&email=b").get("email"), Some("b"));
        assert_eq!(Form::parse(br#"{"email":"a","email":"b"}"#).get("email"), Some("b"));
    }
}
