//! What a body says, told from its beginning: enough to know one from another in a list.

use super::reading::{self, Place, Read};
use super::{Enquiry, Mapping, RawDelivery, SourceKind};
use crate::Zone;
use crate::line::one_line;

/// What a body says of which this is the beginning, on one line: `Anna Verdi · anna@b.it · Budget: 5000`.
/// What is neither a form nor JSON stays as it is.
pub fn gist(beginning: &str) -> String {
    let beginning = beginning.trim_start_matches('\u{feff}').trim();
    let told = told(beginning).or_else(|| told(&closed(beginning)?)).or_else(|| told(&cut(beginning)?));
    one_line(&told.unwrap_or_else(|| beginning.to_owned()))
}

/// What whole text says, if it says something: who asks and what, else every question with its answer.
fn told(text: &str) -> Option<String> {
    let raw = RawDelivery { body: text.as_bytes().to_vec(), content_type: None, headers: Vec::new() };
    let read = reading::read(SourceKind::Auto, &Mapping::default(), None, &raw, &Zone::default());
    let told = match read.and_then(Read::understood) {
        Ok(understood) => of_enquiry(understood.enquiry),
        Err(_) => of_places(reading::places(&raw)),
    };
    (!told.is_empty()).then(|| told.join(" · "))
}

fn of_enquiry(enquiry: Enquiry) -> Vec<String> {
    let Enquiry { name, email, phone, company, message, rest, .. } = enquiry;
    let who = [name, email.map(String::from), phone, company, message].into_iter().flatten();
    who.chain(rest.into_iter().map(|one| said(&one.question, &one.answer))).collect()
}

fn of_places(mut places: Vec<Place>) -> Vec<String> {
    // What stands by itself was asked; what lies deeper often is about the form.
    places.sort_by_key(|place| place.question.contains(" › "));
    places.into_iter().map(|place| said(&place.question, &place.value)).collect()
}

fn said(question: &str, answer: &str) -> String {
    match question {
        "" => answer.to_owned(),
        question if question.ends_with(['?', '!', ':']) => format!("{question} {answer}"),
        question => format!("{question}: {answer}"),
    }
}

/// JSON that breaks off within a text, with that text and all that is open closed.
fn closed(beginning: &str) -> Option<String> {
    let open = Open::of(beginning);
    let whole = beginning.get(..open.escape.unwrap_or(beginning.len()))?;
    (open.is_text && open.is_value).then(|| format!("{whole}…\"{}", open.ends()))
}

/// JSON that breaks off anywhere, up to the last member that is whole.
fn cut(beginning: &str) -> Option<String> {
    let Open { whole: (end, ends), .. } = Open::of(beginning);
    (end > 0).then(|| format!("{}{ends}", &beginning[..end]))
}

/// Where the beginning of some JSON breaks off.
#[derive(Default)]
struct Open {
    /// What closes each object and array that is open, the innermost last.
    ends: Vec<char>,
    /// Whether it breaks off within a text.
    is_text: bool,
    /// Whether what comes next, or that text, is a value rather than the name of a member.
    is_value: bool,
    /// Where an escape begins that it breaks off in.
    escape: Option<usize>,
    /// Up to where it has whole members only, and what would close it there.
    whole: (usize, String),
}

impl Open {
    fn of(beginning: &str) -> Self {
        let mut open = Self::default();
        let mut left = 0;
        for (at, letter) in beginning.char_indices() {
            if let Some(begins) = open.escape {
                left = if letter == 'u' && begins + 1 == at { 4 } else { left - 1 };
                open.escape = open.escape.filter(|_| left > 0);
                continue;
            }
            match (open.is_text, letter) {
                (true, '\\') => (open.escape, left) = (Some(at), 1),
                (_, '"') => open.is_text = !open.is_text,
                (false, '{') => open.step(at + 1, |ends| ends.push('}')),
                (false, '[') => open.step(at + 1, |ends| ends.push(']')),
                (false, '}' | ']') => open.step(at + 1, |ends| ends.truncate(ends.len().saturating_sub(1))),
                (false, ',') => open.step(at, |_| ()),
                (false, ':') => open.is_value = true,
                _ => {}
            }
        }
        open
    }

    fn step(&mut self, end: usize, change: impl FnOnce(&mut Vec<char>)) {
        change(&mut self.ends);
        self.is_value = self.ends.last() == Some(&']');
        self.whole = (end, self.ends());
    }

    fn ends(&self) -> String {
        self.ends.iter().rev().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_told_as_questions_and_answers_wherever_it_breaks_off() {
        let body = r#"{"q1": "Anna \u00e8 \"qui\"", "q2": 12, "q3": ["a", "b"]}"#;
        assert_eq!(gist(body), "Q1: Anna è \"qui\" · Q2: 12 · Q3: a, b");
        for (until, told) in [
            ("\"An", "Q1: An…"),
            ("\"Anna \\u00", "Q1: Anna …"),
            ("\"Anna \\", "Q1: Anna …"),
            ("qui\\\"\", ", "Q1: Anna è \"qui\""),
            ("qui\\\"\", \"q", "Q1: Anna è \"qui\""),
            ("\"q2\": 1", "Q1: Anna è \"qui\""),
            ("12, ", "Q1: Anna è \"qui\" · Q2: 12"),
        ] {
            let end = body.find(until).expect("it is there") + until.len();
            assert_eq!(gist(&body[..end]), told, "{}", &body[..end]);
        }
    }

    #[test]
    fn somebody_is_told_as_who_and_what() {
        let form = "nome=Anna+Verdi&email=anna%40b.it&messaggio=In+citt%C3%A0+&budget=5000";
        assert_eq!(gist(form), "Anna Verdi · anna@b.it · In città · Budget: 5000");
    }

    #[test]
    fn what_is_neither_stays_as_it_is_on_one_line() {
        for (body, told) in [("", ""), ("{rotto", "{rotto"), ("a\r\n\t b", "a b"), ("{", "{"), ("[]", "[]")] {
            assert_eq!(gist(body), told);
        }
    }

    #[test]
    fn no_beginning_panics() {
        let body = "{\"è\\\\\": [\"\\ud83d\\ude00\", {\"a\": null}], \"b\": \"\\\"\"}";
        for (end, _) in body.char_indices() {
            gist(&body[..end]);
        }
        gist(&"[".repeat(480));
        gist(&"\\\"u".repeat(99));
    }
}
