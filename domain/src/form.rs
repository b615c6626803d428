//! Forms: what a browser sent, how it is read, and what is wrong with it, field by field. Pages and the
//! server speak of the same fields by the same names.

mod reading;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use reading::{Reading, is_web_address};

/// What a form sent: the text of each field by its name. A page names its inputs `form[name]`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Form(BTreeMap<String, String>);

impl Form {
    /// The text of a field; empty when it was not sent.
    pub fn get(&self, field: &str) -> &str {
        self.0.get(field).map_or("", String::as_str)
    }

    /// The same form with `field` set to `value`; `None` leaves it empty.
    #[must_use]
    pub fn with(mut self, field: &str, value: Option<impl Into<String>>) -> Self {
        self.0.insert(field.to_owned(), value.map(Into::into).unwrap_or_default());
        self
    }

    /// Line breaks as they were typed: forms send them as CR LF.
    #[must_use]
    pub fn as_typed(mut self) -> Self {
        for value in self.0.values_mut() {
            if value.contains('\r') {
                *value = value.replace("\r\n", "\n");
            }
        }
        self
    }
}

/// What is wrong with one field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Problem {
    /// Nothing was written where something must be.
    Empty,
    /// More characters than these.
    TooLong(usize),
    /// A NUL, which cannot be kept.
    Nul,
    /// No e-mail address.
    NotEmail,
    /// No day.
    NotDate,
    /// No day with a time.
    NotMoment,
    /// No whole number.
    NotNumber,
    /// No amount of money.
    NotAmount,
    /// No quantity: a decimal number, not negative.
    NotQuantity,
    /// No stretch of time.
    NotMinutes,
    /// No address of a page.
    NotUrl,
    /// No colour written `#rrggbb`.
    NotColour,
    /// None of the choices.
    NotOneOf,
    /// Less than the first or more than the second.
    OutOfRange(i64, i64),
    /// An end before its beginning.
    BeforeStart,
    /// A day that is still to come, for something that has happened.
    InFuture,
    /// Something else has it already, and only one may.
    Taken,
    /// What was chosen does not exist, any more or at all.
    Missing,
}

/// What is wrong with a form: field and problem, in the order of reading.
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

    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Every problem with its field.
    pub fn iter(&self) -> impl Iterator<Item = (&str, Problem)> {
        self.0.iter().map(|(field, problem)| (field.as_str(), *problem))
    }
}

/// A record and the version a form about it is filled from. Who saves says which version they saw, and
/// is told when it is no longer the one that stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Versioned<T> {
    pub record: T,
    /// A digest of what the form edits.
    pub version: String,
}

/// A form that was refused, kept so that nothing typed is lost.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unsaved {
    /// Which form of its page it is.
    pub name: String,
    /// What it said.
    pub form: Form,
    /// What is wrong with it; nothing when it was refused for another reason.
    pub problems: Problems,
}
