//! Parses a form field by field and collects validation problems.

mod money;

use std::ops::RangeInclusive;
use std::str::FromStr;

use super::{Form, Problem, Problems};
use crate::{Date, EmailAddress};

/// A form being parsed. Each method returns the value of a field, or a placeholder after recording a problem;
/// [`FormParser::done`] returns the draft only if there was no problem.
#[derive(Debug)]
pub struct FormParser<'a> {
    form: &'a Form,
    problems: Problems,
}

impl<'a> FormParser<'a> {
    /// Starts parsing `form`.
    pub fn of(form: &'a Form) -> Self {
        Self { form, problems: Problems::default() }
    }

    /// Records a problem of a field.
    pub fn reject(&mut self, field: &str, problem: Problem) {
        self.problems.0.push((field.to_owned(), problem));
    }

    /// Builds the draft from the parsed values.
    pub fn done<T>(self, draft: impl FnOnce() -> T) -> Result<T, Problems> {
        if self.problems.is_empty() { Ok(draft()) } else { Err(self.problems) }
    }

    /// The trimmed text of a field.
    pub fn raw(&self, field: &str) -> &'a str {
        self.form.get(field).trim()
    }

    /// One line of 1 to `most` characters.
    pub fn line(&mut self, field: &str, most: usize) -> String {
        self.required(field, most, without_breaks)
    }

    /// One optional line of at most `most` characters.
    pub fn optional_line(&mut self, field: &str, most: usize) -> Option<String> {
        self.optional(field, most, without_breaks)
    }

    /// A text of 1 to `most` characters, with its line breaks.
    pub fn prose(&mut self, field: &str, most: usize) -> String {
        self.required(field, most, str::to_owned)
    }

    /// An optional text of at most `most` characters, with its line breaks.
    pub fn optional_prose(&mut self, field: &str, most: usize) -> Option<String> {
        self.optional(field, most, str::to_owned)
    }

    pub fn optional_email(&mut self, field: &str) -> Option<EmailAddress> {
        self.parsed(field, Problem::NotEmail, |text| {
            EmailAddress::parse(text).ok().filter(EmailAddress::has_dotted_domain)
        })
    }

    pub fn optional_date(&mut self, field: &str) -> Option<Date> {
        self.parsed(field, Problem::NotDate, |text| text.parse().ok())
    }

    pub fn date(&mut self, field: &str) -> Date {
        self.needed(field, Self::optional_date).unwrap_or_else(|| Date::from_days_since_1970(0))
    }

    /// A value of the enumeration `T`; `otherwise` if the field is empty or missing.
    pub fn enum_value<T: FromStr>(&mut self, field: &str, otherwise: T) -> T {
        self.parsed(field, Problem::NotOneOf, |text| text.parse().ok()).unwrap_or(otherwise)
    }

    /// A whole number within `range`.
    pub fn number(&mut self, field: &str, range: RangeInclusive<i64>) -> i64 {
        let number = self
            .needed(field, |parser, field| parser.parsed(field, Problem::NotNumber, |text| text.parse::<i64>().ok()));
        match number {
            Some(number) if range.contains(&number) => number,
            Some(_) => {
                self.reject(field, Problem::OutOfRange(*range.start(), *range.end()));
                *range.start()
            }
            None => *range.start(),
        }
    }

    /// An optional URL ([`web_address`]).
    pub fn optional_url(&mut self, field: &str) -> Option<String> {
        self.parsed(field, Problem::NotUrl, web_address)
    }

    /// A required URL ([`web_address`]).
    pub fn url(&mut self, field: &str) -> String {
        self.needed(field, Self::optional_url).unwrap_or_default()
    }

    /// Whether a box was ticked.
    pub fn flag(&self, field: &str) -> bool {
        !self.raw(field).is_empty()
    }

    /// Parses an optional field; records `problem` if `parse` returns `None`.
    pub fn parsed<T>(&mut self, field: &str, problem: Problem, parse: impl FnOnce(&str) -> Option<T>) -> Option<T> {
        let text = self.raw(field);
        if text.is_empty() {
            return None;
        }
        let value = parse(text);
        if value.is_none() {
            self.reject(field, problem);
        }
        value
    }

    /// Parses a field with `read`; records a problem if it is empty.
    pub fn needed<T>(&mut self, field: &str, read: impl FnOnce(&mut Self, &str) -> Option<T>) -> Option<T> {
        if self.raw(field).is_empty() {
            self.reject(field, Problem::Empty);
            return None;
        }
        read(self, field)
    }

    fn required(&mut self, field: &str, most: usize, normalize: impl FnOnce(&str) -> String) -> String {
        self.needed(field, |parser, field| parser.optional(field, most, normalize)).unwrap_or_default()
    }

    fn optional(&mut self, field: &str, most: usize, normalize: impl FnOnce(&str) -> String) -> Option<String> {
        let text = self.raw(field);
        if text.is_empty() {
            return None;
        }
        if text.contains('\0') {
            self.reject(field, Problem::Nul);
            return None;
        }
        let text = normalize(text);
        if text.chars().count() > most {
            self.reject(field, Problem::TooLong(most));
            return None;
        }
        Some(text)
    }
}

/// Line breaks and tabs pasted into one line become spaces.
fn without_breaks(text: &str) -> String {
    text.split(['\r', '\n', '\t']).map(str::trim).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The longest URL, in characters.
const MAX_URL_CHARS: usize = 2_000;

/// The URL that `text` means: as browsers show it, `drive.google.com/file` lacks its scheme
/// (docs/REFERENCE.md#web-addresses).
fn web_address(text: &str) -> Option<String> {
    let (host, path) = text.split_once('/').unwrap_or((text, ""));
    let is_host = host.contains('.')
        && host.split('.').all(|label| !label.is_empty())
        && host.chars().all(|c| c.is_alphanumeric() || ".-".contains(c));
    let lacks_scheme = is_host && (!path.is_empty() || host.starts_with("www."));
    Some(if lacks_scheme { format!("https://{text}") } else { text.to_owned() }).filter(|url| is_web_address(url))
}

/// Whether `url` is an http or https URL of at most 2000 characters. Other schemes could run scripts
/// (docs/REFERENCE.md#web-addresses).
pub fn is_web_address(url: &str) -> bool {
    let after = |scheme: &str| {
        let head = url.get(..scheme.len()).filter(|head| head.eq_ignore_ascii_case(scheme))?;
        url.strip_prefix(head)
    };
    let page = ["https://", "http://"].into_iter().find_map(after);
    let clean = !url.chars().any(|c| c.is_whitespace() || c.is_control());
    clean && page.is_some_and(|page| !page.is_empty()) && url.chars().count() <= MAX_URL_CHARS
}
