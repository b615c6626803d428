//! One-line excerpt of a body, used to distinguish deliveries in a list.

use domain::Zone;
use domain::leads::answers::Answer;
use domain::leads::{Mapping, ParsedLead, RawDelivery, SourceKind};
use domain::line::one_line;

use crate::body::multipart;
use crate::{ParsedDelivery, body_fields, parse};

/// An excerpt of a body from its first characters: `Anna Verdi · anna@b.it · Budget: 5000`. Text that cannot
/// be parsed is returned as is.
pub fn excerpt(beginning: &str) -> String {
    let beginning = beginning.trim_start_matches('\u{feff}').trim();
    let line = summary(beginning)
        .or_else(|| summary(&close_json(beginning)?))
        .or_else(|| summary(&cut_json(beginning)?))
        .or_else(|| summary(&multipart::closed(beginning)?));
    one_line(&line.unwrap_or_else(|| beginning.to_owned()))
}

/// The lead fields and the rest, else every question with its answer. `None` if there are none.
fn summary(text: &str) -> Option<String> {
    let raw = RawDelivery { body: text.as_bytes().to_vec(), content_type: None, headers: Vec::new() };
    let parsed = parse(SourceKind::Auto, &Mapping::default(), None, &raw, &Zone::default());
    let parts = match parsed.and_then(ParsedDelivery::preview) {
        Ok(preview) => lead_parts(preview.lead),
        Err(_) => field_parts(&raw),
    };
    (!parts.is_empty()).then(|| parts.join(" · "))
}

fn lead_parts(lead: ParsedLead) -> Vec<String> {
    let ParsedLead { fields, message, rest, .. } = lead;
    let email = fields.email.map(String::from);
    let fields = [fields.name, email, fields.phone, fields.company, message].into_iter().flatten();
    fields.chain(rest.iter().map(Answer::to_string)).collect()
}

fn field_parts(raw: &RawDelivery) -> Vec<String> {
    let mut fields = body_fields(raw);
    // Top-level fields come first: nested ones often describe the form.
    fields.sort_by_key(|field| field.question.contains(" › "));
    let answers = fields.into_iter().map(|field| Answer { question: field.question, answer: field.value });
    answers.map(|answer| answer.to_string()).collect()
}

/// Truncated JSON whose last string and open containers are closed. `None` if it does not end inside a string
/// value.
fn close_json(beginning: &str) -> Option<String> {
    let state = TruncatedJson::of(beginning);
    let complete = beginning.get(..state.escape.unwrap_or(beginning.len()))?;
    (state.in_string && state.is_value).then(|| format!("{complete}…\"{}", state.ends()))
}

/// Truncated JSON, cut after its last complete member.
fn cut_json(beginning: &str) -> Option<String> {
    let TruncatedJson { complete: (end, ends), .. } = TruncatedJson::of(beginning);
    (end > 0).then(|| format!("{}{ends}", &beginning[..end]))
}

/// Scanner state at the end of truncated JSON.
#[derive(Default)]
struct TruncatedJson {
    /// The closing bracket of each open container, innermost last.
    ends: Vec<char>,
    /// Whether the input ends inside a string.
    in_string: bool,
    /// Whether the next token, or the open string, is a value rather than a member name.
    is_value: bool,
    /// Byte offset of an incomplete escape sequence.
    escape: Option<usize>,
    /// Byte offset after the last complete member, and the brackets that close the JSON there.
    complete: (usize, String),
}

impl TruncatedJson {
    fn of(beginning: &str) -> Self {
        let mut state = Self::default();
        let mut left = 0;
        for (at, letter) in beginning.char_indices() {
            if let Some(begins) = state.escape {
                left = if letter == 'u' && begins + 1 == at { 4 } else { left - 1 };
                state.escape = state.escape.filter(|_| left > 0);
                continue;
            }
            match (state.in_string, letter) {
                (true, '\\') => (state.escape, left) = (Some(at), 1),
                (_, '"') => state.in_string = !state.in_string,
                (false, '{') => state.step(at + 1, |ends| ends.push('}')),
                (false, '[') => state.step(at + 1, |ends| ends.push(']')),
                (false, '}' | ']') => state.step(at + 1, |ends| ends.truncate(ends.len().saturating_sub(1))),
                (false, ',') => state.step(at, |_| ()),
                (false, ':') => state.is_value = true,
                _ => {}
            }
        }
        state
    }

    fn step(&mut self, end: usize, change: impl FnOnce(&mut Vec<char>)) {
        change(&mut self.ends);
        self.is_value = self.ends.last() == Some(&']');
        self.complete = (end, self.ends());
    }

    fn ends(&self) -> String {
        self.ends.iter().rev().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpt_of_truncated_json_lists_answers() {
        let body = r#"{"q1": "Anna \u00e8 \"qui\"", "q2": 12, "q3": ["a", "b"]}"#;
        assert_eq!(excerpt(body), "Q1: Anna è \"qui\" · Q2: 12 · Q3: a, b");
        for (until, expected) in [
            ("\"An", "Q1: An…"),
            ("\"Anna \\u00", "Q1: Anna …"),
            ("\"Anna \\", "Q1: Anna …"),
            ("qui\\\"\", ", "Q1: Anna è \"qui\""),
            ("qui\\\"\", \"q", "Q1: Anna è \"qui\""),
            ("\"q2\": 1", "Q1: Anna è \"qui\""),
            ("12, ", "Q1: Anna è \"qui\" · Q2: 12"),
        ] {
            let end = body.find(until).expect("the text contains it") + until.len();
            assert_eq!(excerpt(&body[..end]), expected, "{}", &body[..end]);
        }
    }

    #[test]
    fn excerpt_of_form_starts_with_lead_fields() {
        let form = "nome=Anna+Verdi&email=anna%40b.it&messaggio=In+citt%C3%A0+&budget=5000";
        assert_eq!(excerpt(form), "Anna Verdi · anna@b.it · In città · Budget: 5000");
    }

    #[test]
    fn excerpt_of_truncated_multipart_lists_answers() {
        let part = |name: &str, value: &str| {
            format!("--x\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
        };
        let body = part("nome", "Anna Verdi") + &part("budget", "5000");
        assert_eq!(excerpt(&body), "Anna Verdi · Budget: 5000");
        assert_eq!(excerpt(&body[..body.len() - 20]), "Anna Verdi");
    }

    #[test]
    fn excerpt_of_other_text_is_one_line() {
        for (body, expected) in [("", ""), ("{rotto", "{rotto"), ("a\r\n\t b", "a b"), ("{", "{"), ("[]", "[]")] {
            assert_eq!(excerpt(body), expected);
        }
    }

    #[test]
    fn excerpt_of_any_prefix_does_not_panic() {
        let body = "{\"è\\\\\": [\"\\ud83d\\ude00\", {\"a\": null}], \"b\": \"\\\"\"}";
        for (end, _) in body.char_indices() {
            excerpt(&body[..end]);
        }
        excerpt(&"[".repeat(480));
        excerpt(&"\\\"u".repeat(99));
    }
}
