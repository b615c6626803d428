//! Repairs JSON built by pasting unescaped text into a template. Contact Form 7 with a custom body does this:
//! the JSON breaks at the first line break, unquoted choice or empty field.

/// Escapes what should have been escaped in strings: line breaks and other control characters, backslashes
/// that begin no escape, and quotation marks that cannot end their string. Quotes bare text, replaces a
/// missing value by `null` and drops a trailing comma. The result is not guaranteed to be valid JSON.
pub(super) fn repair_json(text: &str) -> String {
    let mut repair =
        Repair { out: String::with_capacity(text.len() + 16), containers: Vec::new(), is_key: false, is_value: false };
    let mut in_string = false;
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let after = &rest[letter.len_utf8()..];
        rest = match (in_string, letter) {
            (false, '"') => {
                (in_string, repair.is_value) = (true, false);
                repair.plain(letter, after)
            }
            (false, _) if repair.is_value && !letter.is_whitespace() && !matches!(letter, '{' | '[') => {
                repair.bare(rest)
            }
            (false, _) => repair.between(letter, after),
            (true, '\\') => repair.backslash(after),
            (true, '"') if repair.closes(after) => {
                in_string = false;
                repair.plain(letter, after)
            }
            (true, '"') => repair.escaped("\\\"", after),
            (true, letter) if letter < ' ' => repair.escaped(&format!("\\u{:04x}", u32::from(letter)), after),
            (true, _) => repair.plain(letter, after),
        };
    }
    repair.out
}

struct Repair {
    out: String,
    /// The open `{` and `[`, innermost last.
    containers: Vec<char>,
    /// Whether the next string is a member name.
    is_key: bool,
    /// Whether a value is expected next.
    is_value: bool,
}

impl Repair {
    fn plain<'a>(&mut self, letter: char, after: &'a str) -> &'a str {
        self.out.push(letter);
        after
    }

    fn escaped<'a>(&mut self, escape: &str, after: &'a str) -> &'a str {
        self.out.push_str(escape);
        after
    }

    /// Handles a character outside of strings.
    fn between<'a>(&mut self, letter: char, after: &'a str) -> &'a str {
        match letter {
            '{' | '[' => self.containers.push(letter),
            '}' | ']' => {
                self.containers.pop();
                let shorter = self.out.trim_end().strip_suffix(',').map(str::len);
                self.out.truncate(shorter.unwrap_or(self.out.len()));
            }
            _ => {}
        }
        let is_in_object = self.containers.last() == Some(&'{');
        match letter {
            '{' | ',' => (self.is_key, self.is_value) = (is_in_object, !is_in_object),
            '[' | ':' => (self.is_key, self.is_value) = (false, true),
            '}' | ']' => self.is_value = false,
            _ => {}
        }
        self.plain(letter, after)
    }

    /// Handles a value that is neither a string nor a container: valid JSON is copied, other text is quoted,
    /// and a missing member value becomes `null`. A value without an end is copied.
    fn bare<'a>(&mut self, text: &'a str) -> &'a str {
        self.is_value = false;
        let Some(end) = self.end_of_bare(text) else {
            self.out.push_str(text);
            return "";
        };
        let (value, after) = text.split_at(end);
        match value.trim_end() {
            "" if self.containers.last() == Some(&'{') => self.out.push_str("null"),
            "" => {}
            bare if serde_json::from_str::<serde::de::IgnoredAny>(bare).is_ok() => self.out.push_str(bare),
            bare => self.out.push_str(&serde_json::Value::from(bare).to_string()),
        }
        after
    }

    /// The end of a bare value: the first position at which a string could end too.
    fn end_of_bare(&self, text: &str) -> Option<usize> {
        let mut from = 0;
        loop {
            let at = from + text[from..].find([',', '}', ']'])?;
            if self.closes(&text[at..]) {
                return Some(at);
            }
            // Consecutive closing brackets end the value together or not at all.
            let behind = text[at + 1..].trim_start_matches(is_closing);
            from = text.len() - behind.len();
        }
    }

    fn backslash<'a>(&mut self, after: &'a str) -> &'a str {
        match after.chars().next() {
            Some(letter @ ('"' | '\\' | '/' | 'b' | 'f' | 'n' | 'r' | 't')) => {
                self.out.push('\\');
                self.plain(letter, &after[1..])
            }
            Some('u') if after.as_bytes().get(1..5).is_some_and(|hex| hex.iter().all(u8::is_ascii_hexdigit)) => {
                self.escaped("\\u", &after[1..])
            }
            // PHP's `addslashes` puts a backslash before an apostrophe; drop it.
            Some('\'') => after,
            _ => self.escaped("\\\\", after),
        }
    }

    /// Whether a quotation mark before `after` ends its string, judged by what follows it.
    fn closes(&self, after: &str) -> bool {
        let after = after.trim_start();
        if self.is_key {
            return after.starts_with(':');
        }
        match (after.chars().next(), self.containers.last()) {
            (Some(','), Some('{')) => {
                let next = after[1..].trim_start();
                begins_member(next) || next.starts_with('}') && closes_all(next)
            }
            (None, _) | (Some(','), Some('[')) => true,
            (Some('}' | ']'), Some(_)) => closes_all(after),
            _ => false,
        }
    }
}

/// Whether the closing brackets at the start of `text` end the open containers, judged by what follows them.
fn closes_all(text: &str) -> bool {
    let beyond = text.trim_start_matches(is_closing);
    beyond.is_empty() || beyond.starts_with(',')
}

fn is_closing(letter: char) -> bool {
    matches!(letter, '}' | ']') || letter.is_whitespace()
}

/// Whether `text` starts with a string and a colon.
fn begins_member(text: &str) -> bool {
    let name = text.strip_prefix('"').and_then(|text| text.split_once('"'));
    name.is_some_and(|(_, after)| after.trim_start().starts_with(':'))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::large_bodies::{MAX_BODY_BYTES, repeated};

    fn read(text: &str) -> Option<Value> {
        serde_json::from_str(&repair_json(text)).ok()
    }

    #[test]
    fn repair_escapes_unescaped_strings() {
        for (broken, guess) in [
            ("{\"a\":\"x\r\n\ty\"}", json!({"a": "x\r\n\ty"})),
            (r#"{"a":"dice "ciao" e va","b":"x"}"#, json!({"a": "dice \"ciao\" e va", "b": "x"})),
            (r#"{"a":"dice "ciao", poi va","b":"x"}"#, json!({"a": "dice \"ciao\", poi va", "b": "x"})),
            (r#"{"a":""tutto"","b":[""x"", "y"]}"#, json!({"a": "\"tutto\"", "b": ["\"x\"", "y"]})),
            (r#"{"a":"C:\Users\x \u00e8 \uzz l\'ora"}"#, json!({"a": "C:\\Users\\x è \\uzz l'ora"})),
            (r#"{"a":"fine }","b":{"c":"]"}}"#, json!({"a": "fine }", "b": {"c": "]"}})),
            ("{\"a\":\"\u{0}\u{1f}\"}", json!({"a": "\u{0}\u{1f}"})),
        ] {
            assert_eq!(read(broken), Some(guess), "{broken}");
        }
    }

    #[test]
    fn repair_quotes_bare_values() {
        for (broken, guess) in [
            (r#"{"a":"x", }"#, json!({"a": "x"})),
            (r#"{"a":"dice "ciao",}"#, json!({"a": "dice \"ciao"})),
            (r#"{"a":"x",} e poi","b":[1,],}"#, json!({"a": "x\",} e poi", "b": [1]})),
            (r#"{"a":,"b": ,"c":}"#, json!({"a": null, "b": null, "c": null})),
            (r#"{"a":SEO, Ads,"b":"x"}"#, json!({"a": "SEO, Ads", "b": "x"})),
            (
                r#"{"a":dice "ciao", poi,"b":[SEO, Ads ],"c":no}"#,
                json!({"a": "dice \"ciao\", poi", "b": ["SEO", "Ads"], "c": "no"}),
            ),
            ("{\"a\":riga\nriga \\ } e poi\n}", json!({"a": "riga\nriga \\ } e poi"})),
            (
                r#"{"a":+39 333,"b":007,"c":-1.5e3,"d":true,"e":null,"f":[{"g":x}]}"#,
                json!({"a": "+39 333", "b": "007", "c": -1500.0, "d": true, "e": null, "f": [{"g": "x"}]}),
            ),
        ] {
            assert_eq!(read(broken), Some(guess), "{broken}");
        }
    }

    #[test]
    fn largest_unterminated_text_is_repaired_in_linear_time() {
        for unit in ["}", "} ", ",", ", ", "]", "\"", ",\"", ":,", "[", "{\"a\":"] {
            drop(repair_json(&format!("{{\"a\":x{}x", repeated(unit, MAX_BODY_BYTES))));
        }
    }

    #[test]
    fn repair_leaves_other_invalid_json() {
        for broken in ["{", "[1,", "{,}x", r#"{"a":x"#, r#"{"a" "b"}"#, r#"{"a":"#, "{\"a\":\"x", r"{a:1}", "\\"] {
            assert_eq!(read(broken), None, "{broken}");
        }
    }

    proptest::proptest! {
        #[test]
        fn repair_keeps_valid_json(text in ".{0,30}", key in ".{0,10}", list in proptest::collection::vec(".{0,8}", 0..4)) {
            for value in [json!({ key.clone(): text, "l": list, "n": {"x": [1, null, {"y": key}]} }), json!([text, list])] {
                proptest::prop_assert_eq!(read(&value.to_string()), Some(value));
            }
        }
    }
}
