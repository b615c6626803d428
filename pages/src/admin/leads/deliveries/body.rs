//! Formats a received body for reading. Only white space changes: numbers, escapes and duplicate keys stay as
//! they were received, so the body is not parsed and serialized again.

use serde::de::IgnoredAny;

/// Longer bodies are not formatted. In bytes.
const MAX_BYTES: usize = 65_536;
/// The maximum depth of indentation.
const MAX_DEPTH: usize = 12;

/// JSON with a line per member, urlencoded text with a line per pair, anything else unchanged.
pub fn readable(body: &str) -> String {
    if body.len() > MAX_BYTES {
        return body.to_owned();
    }
    let looks_like_json = body.trim_start_matches('\u{feff}').trim_start().starts_with(['{', '[']);
    if looks_like_json && serde_json::from_str::<IgnoredAny>(body.trim_start_matches('\u{feff}')).is_ok() {
        return indented(body.trim_start_matches('\u{feff}'));
    }
    if are_pairs(body) { body.replace('&', "\n&") } else { body.to_owned() }
}

/// Whether a text looks urlencoded.
fn are_pairs(text: &str) -> bool {
    text.contains('=') && !text.contains(char::is_whitespace)
}

fn indented(json: &str) -> String {
    let mut text = String::with_capacity(json.len() * 2);
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    let mut characters = json.chars().peekable();
    while let Some(character) = characters.next() {
        if in_string {
            text.push(character);
            in_string = escaped || character != '"';
            escaped = character == '\\' && !escaped;
            continue;
        }
        match character {
            ' ' | '\t' | '\r' | '\n' => {}
            '{' | '[' => {
                text.push(character);
                while characters.next_if(char::is_ascii_whitespace).is_some() {}
                if let Some(end) = characters.next_if(|next| matches!(next, '}' | ']')) {
                    text.push(end);
                } else {
                    depth += 1;
                    break_line(&mut text, depth);
                }
            }
            '}' | ']' => {
                depth = depth.saturating_sub(1);
                break_line(&mut text, depth);
                text.push(character);
            }
            ',' => {
                text.push(character);
                break_line(&mut text, depth);
            }
            ':' => text.push_str(": "),
            '"' => {
                in_string = true;
                text.push(character);
            }
            other => text.push(other),
        }
    }
    text
}

fn break_line(text: &mut String, depth: usize) {
    text.push('\n');
    for _ in 0..depth.min(MAX_DEPTH) {
        text.push_str("  ");
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn indented_json_keeps_its_value() {
        let body = "\u{feff}{\"a\":[1,{\"b\":\"x, {\\\"y\\\"} \\\\\"},[ ]],\"n\":12345678901234567890.10,\"e\":{}}";
        let text = readable(body);
        assert_eq!(
            text,
            "{\n  \"a\": [\n    1,\n    {\n      \"b\": \"x, {\\\"y\\\"} \\\\\"\n    },\n    []\n  ],\n  \
             \"n\": 12345678901234567890.10,\n  \"e\": {}\n}"
        );
        let [before, after] =
            [body.trim_start_matches('\u{feff}'), &text].map(|json| serde_json::from_str::<Value>(json).expect("JSON"));
        assert_eq!(before, after);
    }

    #[test]
    fn form_pairs_get_lines_and_plain_text_stays() {
        assert_eq!(readable("a=1&b=2"), "a=1\n&b=2");
        for plain in ["ciao a=b & c", "{broken", "", "true"] {
            assert_eq!(readable(plain), plain);
        }
    }

    #[test]
    fn deep_or_long_json_is_not_over_indented() {
        let nested = format!("{}1{}", "[".repeat(120), "]".repeat(120));
        assert!(readable(&nested).len() < 8_000);
        let long = format!("[{}1]", "1,".repeat(MAX_BYTES));
        assert_eq!(readable(&long), long);
    }
}
