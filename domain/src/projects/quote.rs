//! The quote of a project as a document: its sheet besides the lines.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::form::{Form, FormParser, Problem, Problems};
use crate::id::ProjectId;
use crate::projects::project_records::Folder;
use crate::settings::quotes::QuoteSettings;
use crate::values::date;
use crate::{Date, Language, Payment, QuoteItem, Versioned};

/// A number within a year, written `1/2026`; unique within the workspace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct QuoteNumber {
    number: u32,
    year: u16,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be a number and a year such as 1/2026")]
pub struct InvalidQuoteNumber;

impl QuoteNumber {
    const MAX: u32 = 999_999;

    pub fn year(self) -> i64 {
        self.year.into()
    }

    /// The number that follows all of `taken`, which are of `year`.
    pub fn next(taken: impl IntoIterator<Item = Self>, year: i64) -> Option<Self> {
        let last = taken.into_iter().map(|taken| taken.number).max().unwrap_or(0);
        Some(Self { number: last + 1, year: u16::try_from(year).ok()? }).filter(|next| next.number <= Self::MAX)
    }
}

impl FromStr for QuoteNumber {
    type Err = InvalidQuoteNumber;

    fn from_str(text: &str) -> Result<Self, InvalidQuoteNumber> {
        let (number, year) = text.split_once('/').ok_or(InvalidQuoteNumber)?;
        let (number, year) = (number.trim(), year.trim());
        let year = date::number(year, 4).and_then(|year| u16::try_from(year).ok()).ok_or(InvalidQuoteNumber)?;
        let is_number = (1..=6).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit());
        let number = number.parse().ok().filter(|number| is_number && *number > 0).ok_or(InvalidQuoteNumber)?;
        Ok(Self { number, year })
    }
}

impl fmt::Display for QuoteNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{:04}", self.number, self.year)
    }
}

string_value! { QuoteNumber, InvalidQuoteNumber }

/// What stands on the sheet of a quote, never shown in the portal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quote {
    pub project_id: ProjectId,
    pub number: QuoteNumber,
    pub issued_on: Date,
    pub valid_until: Date,
    /// The client's address and tax code, below their name.
    pub addressee: Option<String>,
    pub notes: Option<String>,
}

/// The form of a quote.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuoteDraft {
    /// `None` for the next one of the year.
    pub number: Option<QuoteNumber>,
    pub issued_on: Date,
    pub valid_until: Date,
    pub addressee: Option<String>,
    pub notes: Option<String>,
}

impl QuoteDraft {
    /// The longest addressee, in characters.
    pub const ADDRESSEE: usize = 1_000;
    /// The longest notes, in characters.
    pub const NOTES: usize = 10_000;
    /// How long a quote is valid unless the form says otherwise.
    const VALID_DAYS: i64 = 30;

    /// Parses the form. A number as it was proposed (`proposed_number`) is `None`: somebody else may have taken it.
    pub fn read(form: &Form) -> Result<Self, Problems> {
        let mut parser = FormParser::of(form);
        let number = parser.parsed("number", Problem::NotQuoteNumber, |text| text.parse().ok());
        let proposed = form.get("proposed_number").parse().ok();
        let issued_on = parser.date("issued_on");
        let valid_until = parser.date("valid_until");
        let addressee = parser.optional_prose("addressee", Self::ADDRESSEE);
        let notes = parser.optional_prose("notes", Self::NOTES);
        if valid_until < issued_on && !parser.raw("valid_until").is_empty() {
            parser.reject("valid_until", Problem::BeforeIssue);
        }
        let number = number.filter(|number| Some(*number) != proposed);
        parser.done(|| Self { number, issued_on, valid_until, addressee, notes })
    }

    /// The form of a quote that has no number yet.
    pub fn proposal(number: Option<QuoteNumber>, addressee: Option<String>, today: Date) -> Form {
        let valid_until = Date::from_days_since_1970(today.days_since_1970() + Self::VALID_DAYS);
        Form::default()
            .with("number", number)
            .with("proposed_number", number)
            .with("issued_on", Some(today))
            .with("valid_until", Some(valid_until))
            .with("addressee", addressee)
    }

    pub fn quote(&self, project_id: ProjectId, number: QuoteNumber) -> Quote {
        Quote {
            project_id,
            number,
            issued_on: self.issued_on,
            valid_until: self.valid_until,
            addressee: self.addressee.clone(),
            notes: self.notes.clone(),
        }
    }
}

impl From<&Quote> for QuoteDraft {
    fn from(quote: &Quote) -> Self {
        Self {
            number: Some(quote.number),
            issued_on: quote.issued_on,
            valid_until: quote.valid_until,
            addressee: quote.addressee.clone(),
            notes: quote.notes.clone(),
        }
    }
}

impl From<&Quote> for Form {
    fn from(quote: &Quote) -> Self {
        Self::default()
            .with("number", Some(quote.number))
            .with("issued_on", Some(quote.issued_on))
            .with("valid_until", Some(quote.valid_until))
            .with("addressee", quote.addressee.clone())
            .with("notes", quote.notes.clone())
    }
}

/// Everything on the page of a quote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuoteSheet {
    pub folder: Folder,
    pub company: Option<String>,
    /// Of the client: what a new quote is addressed to, and one that has nothing of its own.
    pub address: Option<String>,
    pub vat_number: Option<String>,
    pub tax_code: Option<String>,
    /// The client's language, in which the sheet is written.
    pub language: Language,
    /// `None` until it has a number.
    pub quote: Option<Versioned<Quote>>,
    /// In order.
    pub items: Vec<QuoteItem>,
    pub settings: QuoteSettings,
    /// The next number of this year; `None` when the year has no more.
    pub next_number: Option<QuoteNumber>,
    /// The payments there are, and the version the form of shares is filled from.
    pub payments: Versioned<Vec<Payment>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> QuoteNumber {
        text.parse().expect(text)
    }

    #[test]
    fn quote_number_is_a_number_and_a_year() {
        for (typed, written) in [("1/2026", "1/2026"), ("007/2026", "7/2026"), (" 12 / 2027 ", "12/2027")] {
            assert_eq!(typed.parse().map(|number: QuoteNumber| number.to_string()), Ok(written.to_owned()));
        }
        for bad in ["", "1", "1/26", "0/2026", "-1/2026", "+1/2026", "1/2026/2", "a/2026", "1-2026", "1000000/2026"] {
            assert_eq!(bad.parse::<QuoteNumber>(), Err(InvalidQuoteNumber), "{bad}");
        }
    }

    #[test]
    fn next_number_follows_the_largest_of_the_year() {
        let next = |taken: &[&str]| {
            QuoteNumber::next(taken.iter().map(|taken| number(taken)), 2026).map(|next| next.to_string())
        };
        assert_eq!(next(&[]).as_deref(), Some("1/2026"));
        assert_eq!(next(&["2/2026", "10/2026", "9/2026"]).as_deref(), Some("11/2026"));
        assert_eq!(next(&["999999/2026"]), None);
    }

    fn form() -> Form {
        QuoteDraft::proposal(Some(number("3/2026")), None, "2026-11-23".parse().expect("a date"))
    }

    #[test]
    fn proposed_number_is_assigned_when_saved() {
        let proposed = QuoteDraft::read(&form()).expect("a draft");
        assert_eq!((proposed.number, proposed.valid_until.to_string().as_str()), (None, "2026-12-23"));
        let empty = QuoteDraft::read(&form().with("number", Some(""))).expect("a draft");
        assert_eq!(empty, proposed);
        let typed = QuoteDraft::read(&form().with("number", Some("08/2026"))).expect("a draft");
        assert_eq!(typed.number, Some(number("8/2026")));
    }

    #[test]
    fn saved_quote_keeps_its_number() {
        let draft = QuoteDraft::read(&form().with("number", Some("8/2026"))).expect("a draft");
        let quote = draft.quote(ProjectId::parse("p").expect("an id"), number("8/2026"));
        assert_eq!(QuoteDraft::read(&Form::from(&quote)), Ok(draft));
    }

    #[test]
    fn each_field_of_a_quote_is_checked() {
        let wrong = form().with("number", Some("tre")).with("issued_on", Some("ieri"));
        let wrong = wrong.with("valid_until", Some("")).with("notes", Some("è".repeat(10_001)));
        let problems = QuoteDraft::read(&wrong).expect_err("problems");
        assert_eq!(
            problems.iter().collect::<Vec<_>>(),
            [
                ("number", Problem::NotQuoteNumber),
                ("issued_on", Problem::NotDate),
                ("valid_until", Problem::Empty),
                ("notes", Problem::TooLong(10_000)),
            ]
        );
        let early = QuoteDraft::read(&form().with("valid_until", Some("2026-11-22")));
        assert_eq!(early, Err(Problems::one("valid_until", Problem::BeforeIssue)));
    }
}
