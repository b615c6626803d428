//! What a form or a script posts: urlencoded or a JSON object, whatever its Content-Type says.

use std::collections::HashMap;

use serde_json::Value;

/// The posted fields; a field that is no string is absent, of a repeated one the last counts.
#[derive(Default)]
pub(super) struct Form(HashMap<String, String>);

impl Form {
    /// Reads any bytes; what is unreadable has no fields.
    pub(super) fn parse(body: &[u8]) -> Self {
        if let Ok(value) = serde_json::from_slice::<Value>(body) {
            let Value::Object(members) = value else { return Self::default() };
            let texts = members.into_iter().filter_map(|(name, value)| match value {
                Value::String(text) => Some((name, text)),
                _ => None,
            });
            return Self(texts.collect());
        }
        let pairs: Vec<(String, String)> = serde_urlencoded::from_bytes(body).unwrap_or_default();
        Self(pairs.into_iter().collect())
    }

    /// The field's value; an empty one counts as absent.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str).filter(|value| !value.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_spellings_of_a_form_are_read() {
        for body in ["email=a%40b.c&password=x+y", r#"{"email":"a@b.c","password":"x y"}"#] {
            let form = Form::parse(body.as_bytes());
            assert_eq!(form.get("email"), Some("a@b.c"), "{body}");
            assert_eq!(form.get("password"), Some("x y"), "{body}");
        }
    }

    #[test]
    fn what_is_no_form_has_no_fields() {
        let nested = "[".repeat(10_000);
        for body in ["", "[]", "null", "\"email\"", "{\"email\":1}", "{\"email\":", "email", &nested] {
            assert_eq!(Form::parse(body.as_bytes()).get("email"), None, "{body:.40}");
        }
        assert_eq!(Form::parse(&[0xff, b'=', 0xfe]).get("email"), None);
    }

    #[test]
    fn of_a_repeated_field_the_last_counts() {
        assert_eq!(Form::parse(b"email=a&email=b").get("email"), Some("b"));
        assert_eq!(Form::parse(br#"{"email":"a","email":"b"}"#).get("email"), Some("b"));
    }
}
