//! JSON that was made by pasting texts into a template, without escaping them: Contact Form 7 with a
//! custom body does so, and it breaks with the first line break somebody writes.

/// `text` with its strings escaped where they were not: line breaks and other control characters,
/// backslashes that begin no escape, and quotation marks that cannot be the end of their string. Whether
/// the outcome is JSON is for a reader to say.
pub(super) fn mended(text: &str) -> String {
    let mut mending =
        Mending { out: String::with_capacity(text.len() + 16), containers: Vec::new(), is_key: false };
    let mut in_string = false;
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let after = &rest[letter.len_utf8()..];
        rest = match (in_string, letter) {
            (false, '"') => {
                in_string = true;
                mending.plain(letter, after)
            }
            (false, _) => mending.between(letter, after),
            (true, '\\') => mending.backslash(after),
            (true, '"') if mending.closes(after) => {
                in_string = false;
                mending.plain(letter, after)
            }
            (true, '"') => mending.escaped("\\\"", after),
            (true, letter) if letter < ' ' => {
                mending.escaped(&format!("\\u{:04x}", u32::from(letter)), after)
            }
            (true, _) => mending.plain(letter, after),
        };
    }
    mending.out
}

struct Mending {
    out: String,
    /// The `{` and `[` that are open.
    containers: Vec<char>,
    /// Whether the next string is the name of a member.
    is_key: bool,
}

impl Mending {
    fn plain<'a>(&mut self, letter: char, after: &'a str) -> &'a str {
        self.out.push(letter);
        after
    }

    fn escaped<'a>(&mut self, escape: &str, after: &'a str) -> &'a str {
        self.out.push_str(escape);
        after
    }

    /// A character that is in no string.
    fn between<'a>(&mut self, letter: char, after: &'a str) -> &'a str {
        match letter {
            '{' | '[' => self.containers.push(letter),
            '}' | ']' => {
                self.containers.pop();
            }
            _ => {}
        }
        match letter {
            '{' | ',' => self.is_key = self.containers.last() == Some(&'{'),
            '[' | ':' => self.is_key = false,
            _ => {}
        }
        self.plain(letter, after)
    }

    fn backslash<'a>(&mut self, after: &'a str) -> &'a str {
        match after.chars().next() {
            Some(letter @ ('"' | '\\' | '/' | 'b' | 'f' | 'n' | 'r' | 't')) => {
                self.out.push('\\');
                self.plain(letter, &after[1..])
            }
            Some('u')
                if after.as_bytes().get(1..5).is_some_and(|hex| hex.iter().all(u8::is_ascii_hexdigit)) =>
            {
                self.escaped("\\u", &after[1..])
            }
            // What PHP puts before an apostrophe says nothing.
            Some('\'') => after,
            _ => self.escaped("\\\\", after),
        }
    }

    /// Whether a quotation mark before `after` ends its string: only what may follow there follows.
    fn closes(&self, after: &str) -> bool {
        let after = after.trim_start();
        if self.is_key {
            return after.starts_with(':');
        }
        match (after.chars().next(), self.containers.last()) {
            (Some(','), Some('{')) => begins_member(after[1..].trim_start()),
            (None, _) | (Some(','), Some('[')) => true,
            (Some('}' | ']'), Some(_)) => {
                let beyond = after
                    .trim_start_matches(|letter: char| matches!(letter, '}' | ']') || letter.is_whitespace());
                beyond.is_empty() || beyond.starts_with(',')
            }
            _ => false,
        }
    }
}

/// Whether `text` begins with a string and a colon.
fn begins_member(text: &str) -> bool {
    let name = text.strip_prefix('"').and_then(|text| text.split_once('"'));
    name.is_some_and(|(_, after)| after.trim_start().starts_with(':'))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn read(text: &str) -> Option<Value> {
        serde_json::from_str(&mended(text)).ok()
    }

    #[test]
    fn texts_that_were_not_escaped_are() {
        for (broken, meant) in [
            ("{\"a\":\"x\r\n\ty\"}", json!({"a": "x\r\n\ty"})),
            (r#"{"a":"dice "ciao" e va","b":"x"}"#, json!({"a": "dice \"ciao\" e va", "b": "x"})),
            (r#"{"a":"dice "ciao", poi va","b":"x"}"#, json!({"a": "dice \"ciao\", poi va", "b": "x"})),
            (r#"{"a":""tutto"","b":[""x"", "y"]}"#, json!({"a": "\"tutto\"", "b": ["\"x\"", "y"]})),
            (r#"{"a":"C:\Users\x \u00e8 \uzz l\'ora"}"#, json!({"a": "C:\\Users\\x è \\uzz l'ora"})),
            (r#"{"a":"fine }","b":{"c":"]"}}"#, json!({"a": "fine }", "b": {"c": "]"}})),
            ("{\"a\":\"\u{0}\u{1f}\"}", json!({"a": "\u{0}\u{1f}"})),
        ] {
            assert_eq!(read(broken), Some(meant), "{broken}");
        }
    }

    #[test]
    fn json_that_is_none_for_other_reasons_stays_so() {
        for broken in ["{", "[1,", r#"{"a" "b"}"#, r#"{"a":"#, "{\"a\":\"x", r"{a:1}", "\\"] {
            assert_eq!(read(broken), None, "{broken}");
        }
    }

    proptest::proptest! {
        #[test]
        fn json_that_was_right_stays_what_it_was(text in ".{0,30}", key in ".{0,10}", list in proptest::collection::vec(".{0,8}", 0..4)) {
            for value in [json!({ key.clone(): text, "l": list, "n": {"x": [1, null, {"y": key}]} }), json!([text, list])] {
                proptest::prop_assert_eq!(read(&value.to_string()), Some(value));
            }
        }
    }
}
