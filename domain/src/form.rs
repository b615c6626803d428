//! Forms: the fields a browser sent, their parsing and their validation problems. Pages and the server use
//! the same field names.

mod parser;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use parser::{FormParser, is_web_address};

/// The submitted text of each field by name. A page names its inputs `form[name]`. Forms send line breaks as CR LF, which
/// become LF.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "BTreeMap<String, String>")]
pub struct Form(BTreeMap<String, String>);

impl From<BTreeMap<String, String>> for Form {
    fn from(mut fields: BTreeMap<String, String>) -> Self {
        for value in fields.values_mut().filter(|value| value.contains('\r')) {
            *value = value.replace("\r\n", "\n");
        }
        Self(fields)
    }
}

impl Form {
    /// The text of a field; empty if it is missing.
    pub fn get(&self, field: &str) -> &str {
        self.0.get(field).map_or("", String::as_str)
    }

    /// The names of the fields that have a text.
    pub fn filled(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter(|(_, text)| !text.is_empty()).map(|(field, _)| field.as_str())
    }

    /// Sets `field` to `value`, or to empty for `None`.
    #[must_use]
    pub fn with(mut self, field: &str, value: Option<impl Into<String>>) -> Self {
        self.0.insert(field.to_owned(), value.map(Into::into).unwrap_or_default());
        self
    }

    /// Keeps the beginning of every text that takes more than `max` bytes as JSON, and marks where it was cut.
    #[must_use]
    pub fn shortened(mut self, max: usize) -> Self {
        for value in self.0.values_mut() {
            let mut size = 0;
            let cut = value.char_indices().find(|(_, c)| {
                size += json_len(*c);
                size > max
            });
            if let Some((end, _)) = cut {
                value.truncate(end);
                value.push_str(" […]");
            }
        }
        self
    }
}

/// The bytes of a character in a JSON string.
const fn json_len(c: char) -> usize {
    match c {
        '"' | '\\' | '\n' | '\t' | '\r' => 2,
        '\0'..='\x1f' => 6,
        _ => c.len_utf8(),
    }
}

/// A validation problem of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Problem {
    Empty,
    /// More than this many characters.
    TooLong(usize),
    /// Fewer than this many characters.
    TooShort(usize),
    /// A password among the most common ones.
    Common,
    /// A password with the name of its owner or of the agency.
    Personal,
    /// A NUL, which cannot be stored.
    Nul,
    NotEmail,
    NotDate,
    /// Not a date with a time.
    NotMoment,
    /// Not a time of day.
    NotTime,
    NotNumber,
    NotAmount,
    /// Not a quantity, which is a decimal number that is not negative.
    NotQuantity,
    NotMinutes,
    /// Not a percentage from 0 to 100.
    NotPercent,
    /// Not a number and a year.
    NotQuoteNumber,
    /// Not 1 to 12 percentages.
    NotShares,
    /// Shares that are not 100 % together.
    NotWhole,
    /// There is nothing to divide into shares.
    NothingDue,
    NotUrl,
    /// Not a colour written `#rrggbb`.
    NotColour,
    NotOneOf,
    /// Less than the first or more than the second.
    OutOfRange(i64, i64),
    /// An end before its start.
    BeforeStart,
    /// An end at its start.
    SameTime,
    /// An end of validity before the date of the quote.
    BeforeIssue,
    /// A future date for a past event.
    InFuture,
    /// The value must be unique and is taken.
    Taken,
    /// The chosen record does not exist.
    Missing,
    /// A code was chosen without an e-mail that it could be sent to.
    NoAddress,
    /// A code was chosen where no e-mail is sent.
    NoMailServer,
}

/// The validation problems of a form, in the order of parsing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(transparent)]
#[error("{} fields are wrong", .0.len())]
pub struct Problems(Vec<(String, Problem)>);

impl Problems {
    pub fn one(field: &str, problem: Problem) -> Self {
        Self(vec![(field.to_owned(), problem)])
    }

    /// The first problem of a field.
    pub fn of(&self, field: &str) -> Option<Problem> {
        self.0.iter().find(|(name, _)| name == field).map(|(_, problem)| *problem)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, Problem)> {
        self.0.iter().map(|(field, problem)| (field.as_str(), *problem))
    }
}

/// A record and the version its form was loaded with. A save sends this version and fails if the record has
/// changed since.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Versioned<T> {
    pub record: T,
    /// A digest of the fields the form edits.
    pub version: String,
}

/// A rejected form, stored so that the input is not lost.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unsaved {
    /// The name of the form on its page.
    pub name: String,
    pub form: Form,
    /// The validation problems; empty if it was rejected for another reason.
    pub problems: Problems,
}
