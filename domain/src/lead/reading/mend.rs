//! JSON that was made by pasting texts into a template, without escaping them: Contact Form 7 with a
//! custom body does so, and it breaks with the first line break somebody writes.

/// `text` with its strings escaped where they were not: line breaks and other control characters,
/// backslashes that begin no escape, and quotation marks that cannot be the end of their string. Whether
/// the outcome is JSON is for a reader to say.
pub(super) fn mended(text: &str) -> String {
    let mut mending = Mending { out: String::with_capacity(text.len() + 16), containers: Vec::new(), is_key: false };
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
            Some('u') if after.as_bytes().get(1..5).is_some_and(|hex| hex.iter().all(u8::is_ascii_hexdigit)) => {
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
            (None, _) => true,
            (Some(','), Some('{')) => begins_member(after[1..].trim_start()),
            (Some(','), Some('[')) => true,
            (Some('}' | ']'), Some(_)) => {
                let beyond = after.trim_start_matches(|letter: char| matches!(letter, '}' | ']') || letter.is_whitespace());
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
