//! What a delivery says about somebody, whoever sent it.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::received::Answer;
use crate::{EmailAddress, Timestamp};

/// Somebody asked, booked, moved or cancelled. At least one of name, e-mail and telephone is there.
/// Every text is trimmed, without NUL, and within the limits of CONTRACT §3; what is longer is cut, and
/// stands whole in `rest`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Enquiry {
    /// Who, 1–200 characters.
    pub name: Option<String>,
    /// Their address.
    pub email: Option<EmailAddress>,
    /// Their telephone number, up to 50 characters.
    pub phone: Option<String>,
    /// Their company, up to 200 characters.
    pub company: Option<String>,
    /// What they wrote, up to 10,000 characters.
    pub message: Option<String>,
    /// Where they came from, if the body says so; up to 100 characters.
    pub source: Option<String>,
    /// When the meeting is; of a cancelled one, when it was to be.
    pub starts_at: Option<Timestamp>,
    /// Of a meeting that was moved: when it was to be before, if the sender says.
    pub was_at: Option<Timestamp>,
    /// Everything else that was asked and answered, in the order received; then what the sender says of its
    /// own accord: about the form, the page.
    pub rest: Vec<Answer>,
    /// The whole body as JSON: the value, or the decoded pairs as an object.
    pub payload: Value,
}

/// What a delivery is.
#[derive(Debug, Clone, PartialEq)]
pub enum Notice {
    /// Somebody asked, or booked: makes a lead, or adds to one.
    Enquiry(Enquiry),
    /// A booking was moved: adds to the lead it belongs to, and makes none.
    Moved(Enquiry),
    /// A booking was cancelled: adds to the lead it belongs to, and makes none.
    Cancelled(Enquiry),
    /// The sender tries out whether anybody answers.
    Test,
    /// The sender tells of something else: a meeting ended, a recording is ready.
    Aside,
    /// The field that must stay empty was filled.
    Spam,
}
