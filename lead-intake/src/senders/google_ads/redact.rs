//! Google Ads sends the shared key in the body. It is checked and then removed before the body is stored,
//! because stored bodies are shown, exported and copied.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

/// The member of the body that is a secret.
const KEY: &str = "google_key";

/// The body with an empty top-level member `google_key`, otherwise unchanged. Malformed JSON is left as it
/// is: it cannot contain a valid key.
pub fn blank_google_key(body: Vec<u8>) -> Vec<u8> {
    let redacted = std::str::from_utf8(&body).ok().and_then(|text| {
        let trimmed = text.trim_start_matches('\u{feff}').trim_start();
        match serde_json::from_str::<IgnoredAny>(trimmed) {
            Ok(_) => redact_json(text),
            Err(_) if trimmed.starts_with(['{', '[', '"']) => None,
            Err(_) => redact_form(text),
        }
    });
    redacted.map_or(body, String::into_bytes)
}

/// Members of an object with the JSON text of their values, in the order received.
struct Members<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Collect;
        impl<'de> Visitor<'de> for Collect {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(Collect)
    }
}

fn redact_json(text: &str) -> Option<String> {
    let Members(members) = serde_json::from_str(text.trim_start_matches('\u{feff}')).ok()?;
    let values = members.iter().filter(|(name, _)| name == KEY).map(|(_, value)| value.get());
    // From the end, so that earlier offsets stay valid.
    let mut redacted = text.to_owned();
    for value in values.rev() {
        // The value is a slice of `text`.
        let start = value.as_ptr().addr() - text.as_ptr().addr();
        redacted.replace_range(start..start + value.len(), "\"\"");
    }
    (redacted != text).then_some(redacted)
}

fn redact_form(text: &str) -> Option<String> {
    let is_key =
        |name: &str| form_urlencoded::parse(name.as_bytes()).next().is_some_and(|(name, _)| name.trim() == KEY);
    let pairs: Vec<&str> = text
        .split_inclusive('&')
        .map(|pair| match pair.split_once('=') {
            Some((name, _)) if is_key(name.trim_start_matches('\u{feff}')) => "google_key=&",
            _ => pair,
        })
        .collect();
    let redacted = pairs.concat();
    let redacted = if text.ends_with('&') { &redacted } else { redacted.trim_end_matches('&') };
    (redacted != text).then(|| redacted.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn becomes(body: &str, expected: &str) {
        let redacted = String::from_utf8(blank_google_key(body.as_bytes().to_vec())).expect("text");
        assert_eq!(redacted, expected, "{body}");
    }

    #[test]
    fn only_google_key_is_blanked() {
        for (body, expected) in [
            (r#"{"a":1,"google_key":"segreto, \"}","b":[{"c":2}]}"#, r#"{"a":1,"google_key":"","b":[{"c":2}]}"#),
            (r#"{ "google\u005fkey" : {"x":[1,"]"]} }"#, r#"{ "google\u005fkey" : "" }"#),
            ("\u{feff}{\"google_key\":\"è\",\"è\":\"😀\"}", "\u{feff}{\"google_key\":\"\",\"è\":\"😀\"}"),
            (r#"{"google_key":1,"google_key":null}"#, r#"{"google_key":"","google_key":""}"#),
            ("a=1&google_key=segreto&b=%26", "a=1&google_key=&b=%26"),
            ("google%5Fkey=segreto", "google_key="),
            ("a=1&google_key=segreto&", "a=1&google_key=&"),
        ] {
            becomes(body, expected);
        }
    }

    #[test]
    fn body_without_google_key_is_unchanged() {
        for body in [
            r#"{"a":{"google_key":"x"},"b":"google_key","c":["google_key",1]}"#,
            r#"["google_key","x"]"#,
            r#"{"a":"google_key:x"}"#,
            r#"{"google_key":"#,
            r#"{"a":"b"c&google_key=x"}"#,
            "a=google_key&&b",
            "&",
            "",
            "google_key",
            "\u{feff}{ }",
        ] {
            becomes(body, body);
        }
        assert_eq!(blank_google_key(vec![0xff, b'"']), [0xff, b'"']);
        // Deep nesting does not overflow the stack.
        let deep = "[".repeat(100_000) + &"]".repeat(100_000);
        becomes(&deep, &deep);
    }
}
