//! Reading a form field by field, collecting what is wrong on the way.

use std::ops::RangeInclusive;
use std::str::FromStr;

use super::{Form, Problem, Problems};
use crate::{Date, EmailAddress};

/// A form being read. Each reader gives the value of its field, or a stand-in for a wrong one, whose
/// problem it remembers; [`Reading::done`] gives the draft only when nothing was wrong.
#[derive(Debug)]
pub struct Reading<'a> {
    form: &'a Form,
    problems: Problems,
}

impl<'a> Reading<'a> {
    /// Begins to read.
    pub fn of(form: &'a Form) -> Self {
        Self { form, problems: Problems::default() }
    }

    /// Says what is wrong with a field.
    pub fn reject(&mut self, field: &str, problem: Problem) {
        self.problems.0.push((field.to_owned(), problem));
    }

    /// What `draft` makes of the values read.
    ///
    /// # Errors
    /// Everything that was wrong with the form.
    pub fn done<T>(self, draft: impl FnOnce() -> T) -> Result<T, Problems> {
        if self.problems.is_empty() { Ok(draft()) } else { Err(self.problems) }
    }

    /// The text of a field as it was sent, without white space around it.
    pub fn raw(&self, field: &str) -> &'a str {
        self.form.get(field).trim()
    }

    /// One line of 1 to `most` characters.
    pub fn line(&mut self, field: &str, most: usize) -> String {
        self.required(field, most, without_breaks)
    }

    /// One line of at most `most` characters, or none.
    pub fn maybe_line(&mut self, field: &str, most: usize) -> Option<String> {
        self.optional(field, most, without_breaks)
    }

    /// A text of 1 to `most` characters, with its line breaks.
    pub fn prose(&mut self, field: &str, most: usize) -> String {
        self.required(field, most, str::to_owned)
    }

    /// A text of at most `most` characters, with its line breaks, or none.
    pub fn maybe_prose(&mut self, field: &str, most: usize) -> Option<String> {
        self.optional(field, most, str::to_owned)
    }

    /// An e-mail address, or none.
    pub fn maybe_email(&mut self, field: &str) -> Option<EmailAddress> {
        self.parsed(field, Problem::NotEmail, |text| {
            // An address needs a host that could be one; the rest is for the mail server to know.
            let address = EmailAddress::parse(text).ok()?;
            let host = address.as_str().rsplit_once('@').map_or("", |(_, host)| host);
            (host.split('.').count() > 1 && host.split('.').all(|label| !label.is_empty())).then_some(address)
        })
    }

    /// A day, or none.
    pub fn maybe_date(&mut self, field: &str) -> Option<Date> {
        self.parsed(field, Problem::NotDate, |text| text.parse().ok())
    }

    /// A day.
    pub fn date(&mut self, field: &str) -> Date {
        self.needed(field, Self::maybe_date).unwrap_or_else(|| Date::from_days_since_1970(0))
    }

    /// One of the words of `T`; `otherwise` stands in when the field was sent empty or not at all.
    pub fn word<T: FromStr>(&mut self, field: &str, otherwise: T) -> T {
        self.parsed(field, Problem::NotOneOf, |text| text.parse().ok()).unwrap_or(otherwise)
    }

    /// A whole number within `range`.
    pub fn number(&mut self, field: &str, range: RangeInclusive<i64>) -> i64 {
        let number = self.needed(field, |reading, field| {
            reading.parsed(field, Problem::NotNumber, |text| text.parse::<i64>().ok())
        });
        match number {
            Some(number) if range.contains(&number) => number,
            Some(_) => {
                self.reject(field, Problem::OutOfRange(*range.start(), *range.end()));
                *range.start()
            }
            None => *range.start(),
        }
    }

    /// The address of a page ([`is_web_address`]), or none.
    pub fn maybe_url(&mut self, field: &str) -> Option<String> {
        self.parsed(field, Problem::NotUrl, |url| is_web_address(url).then(|| url.to_owned()))
    }

    /// As [`Reading::maybe_url`], and there must be one.
    pub fn url(&mut self, field: &str) -> String {
        self.needed(field, Self::maybe_url).unwrap_or_default()
    }

    /// Whether a box was ticked.
    pub fn flag(&self, field: &str) -> bool {
        !self.raw(field).is_empty()
    }

    /// What `parse` makes of a field; none when it is empty, and a `problem` when it makes nothing of it.
    pub fn parsed<T>(
        &mut self,
        field: &str,
        problem: Problem,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Option<T> {
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

    /// What `read` finds, and a problem when the field was empty.
    pub fn needed<T>(&mut self, field: &str, read: impl FnOnce(&mut Self, &str) -> Option<T>) -> Option<T> {
        if self.raw(field).is_empty() {
            self.reject(field, Problem::Empty);
            return None;
        }
        read(self, field)
    }

    fn required(&mut self, field: &str, most: usize, keep: impl FnOnce(&str) -> String) -> String {
        self.needed(field, |reading, field| reading.optional(field, most, keep)).unwrap_or_default()
    }

    fn optional(&mut self, field: &str, most: usize, keep: impl FnOnce(&str) -> String) -> Option<String> {
        let text = self.raw(field);
        if text.is_empty() {
            return None;
        }
        if text.contains('\0') {
            self.reject(field, Problem::Nul);
            return None;
        }
        let text = keep(text);
        if text.chars().count() > most {
            self.reject(field, Problem::TooLong(most));
            return None;
        }
        Some(text)
    }
}

/// Line breaks and tabs pasted into one line become spaces.
fn without_breaks(text: &str) -> String {
    text.split(['\r', '\n', '\t'])
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// The longest address of a page, in characters.
const URL: usize = 2_000;

/// Whether `url` is the address of a page (http, https) of at most 2000 characters: what it leads to
/// runs nothing here (docs/REFERENCE.md#web-addresses).
pub fn is_web_address(url: &str) -> bool {
    let after = |scheme: &str| {
        let head = url.get(..scheme.len()).filter(|head| head.eq_ignore_ascii_case(scheme))?;
        url.strip_prefix(head)
    };
    let page = ["https://", "http://"].into_iter().find_map(after);
    let clean = !url.chars().any(|c| c.is_whitespace() || c.is_control());
    clean && page.is_some_and(|page| !page.is_empty()) && url.chars().count() <= URL
}
