//! Google Ads sends the key that was agreed on in the body itself. It is checked and forgotten: what is kept
//! is shown, exported and copied.

use std::ops::Range;

use serde::de::IgnoredAny;

/// The one member of a body that is a secret.
const KEY: &str = "google_key";

/// The body with nothing in its top-level member `google_key`; everything else as it came. JSON that is
/// broken is left alone: with such a body nobody's key was right.
pub(super) fn blanked(body: Vec<u8>) -> Vec<u8> {
    let blanked = std::str::from_utf8(&body).ok().and_then(|text| {
        let begun = text.trim_start_matches('\u{feff}').trim_start();
        match serde_json::from_str::<IgnoredAny>(begun) {
            Ok(_) => in_json(text),
            Err(_) if begun.starts_with(['{', '[', '"']) => None,
            Err(_) => in_pairs(text),
        }
    });
    blanked.map_or(body, String::into_bytes)
}

fn in_json(text: &str) -> Option<String> {
    let places = values(text);
    if places.is_empty() {
        return None;
    }
    let mut blanked = text.to_owned();
    // From the end, so that those before stay where they are.
    for place in places.into_iter().rev() {
        blanked.replace_range(place, "\"\"");
    }
    Some(blanked)
}

/// Where the values stand of the members with that name, in JSON that is an object.
fn values(json: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let (mut depth, mut is_key, mut value) = (0_usize, false, None);
    let mut at = 0;
    while let Some(sign) = json.as_bytes().get(at) {
        match sign {
            b'"' => {
                let end = string_end(json, at);
                // A name may be written with escapes.
                let said = json.get(at..end).and_then(|text| serde_json::from_str::<String>(text).ok());
                is_key = is_key || (depth == 1 && value.is_none() && said.as_deref() == Some(KEY));
                at = end;
                continue;
            }
            b':' if depth == 1 => value = Some(at + 1),
            b'{' | b'[' => depth += 1,
            b',' | b'}' | b']' => {
                if depth == 1 {
                    found.extend(value.take().filter(|_| is_key).map(|start| start..at));
                    is_key = false;
                }
                if *sign != b',' {
                    depth = depth.saturating_sub(1);
                }
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// Where the string that begins at `start` is over.
fn string_end(json: &str, start: usize) -> usize {
    let mut is_escaped = false;
    for (place, sign) in json.bytes().enumerate().skip(start + 1) {
        match sign {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => return place + 1,
            _ => {}
        }
    }
    json.len()
}

fn in_pairs(text: &str) -> Option<String> {
    let is_key = |name: &str| {
        form_urlencoded::parse(name.as_bytes()).next().is_some_and(|(name, _)| name.trim() == KEY)
    };
    let pairs: Vec<&str> = text
        .split_inclusive('&')
        .map(|pair| match pair.split_once('=') {
            Some((name, _)) if is_key(name.trim_start_matches('\u{feff}')) => "google_key=&",
            _ => pair,
        })
        .collect();
    let blanked = pairs.concat();
    let blanked = if text.ends_with('&') { &blanked } else { blanked.trim_end_matches('&') };
    (blanked != text).then(|| blanked.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn becomes(body: &str, expected: &str) {
        let blanked = String::from_utf8(blanked(body.as_bytes().to_vec())).expect("text");
        assert_eq!(blanked, expected, "{body}");
    }

    #[test]
    fn nothing_but_the_key_is_blanked() {
        for (body, expected) in [
            (
                r#"{"a":1,"google_key":"segreto, \"}","b":[{"c":2}]}"#,
                r#"{"a":1,"google_key":"","b":[{"c":2}]}"#,
            ),
            (r#"{ "google\u005fkey" : {"x":[1,"]"]} }"#, r#"{ "google\u005fkey" :""}"#),
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
    fn whatever_has_no_such_member_stays_as_it_came() {
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
        assert_eq!(blanked(vec![0xff, b'"']), [0xff, b'"']);
        // As deep as it likes.
        let deep = "[".repeat(100_000) + &"]".repeat(100_000);
        becomes(&deep, &deep);
    }
}
