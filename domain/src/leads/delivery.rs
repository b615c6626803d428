//! What senders deliver, as it came, and what became of it.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::parsed::ParsedLead;
use super::source::SourceKind;
use crate::id::{DeliveryId, LeadId, SourceId};
use crate::string_enum::UnknownVariant;
use crate::{Page, Timestamp};

string_enum! {
    /// What became of a delivery.
    pub enum DeliveryOutcome {
        /// Stored, and not read yet: being read just now, or the server was stopped in between.
        Received = "received",
        /// It made a lead.
        Created = "created",
        /// It was added to a lead with the same e-mail.
        Updated = "updated",
        /// A meeting was moved or cancelled; that was added to its lead.
        Noted = "noted",
        /// Understood, and nothing to take in: a test, a cancellation of somebody unknown.
        Ignored = "ignored",
        /// Not understood: kept until somebody says how to read it.
        Quarantined = "quarantined",
        /// The field that must stay empty was filled.
        Spam = "spam",
        /// Turned away with an error, on the main address (docs/REFERENCE.md#post-apiwebhookslead).
        Refused = "refused",
    }
}

impl DeliveryOutcome {
    /// Whether a lead has something of it.
    pub const fn is_taken_in(self) -> bool {
        matches!(self, Self::Created | Self::Updated | Self::Noted)
    }
}

string_enum! {
    /// Why a delivery was not taken in.
    pub enum DeliveryReason {
        /// Not UTF-8, broken JSON, nothing at all.
        Unreadable = "unreadable",
        /// No name, no e-mail and no telephone number was found in it.
        Nobody = "nobody",
        /// A test of the sender.
        Test = "test",
        /// News of the sender that is about no enquiry: a meeting ended, a recording is ready.
        Aside = "aside",
        /// About a booking of somebody who is no lead.
        UnknownLead = "unknown_lead",
        /// The field that must stay empty was filled.
        Spam = "spam",
        /// The main address turned it away; the detail repeats the answer's (docs/REFERENCE.md#lead-fields).
        Invalid = "invalid",
        /// Longer than the main address takes (docs/REFERENCE.md#post-apiwebhookslead).
        TooLarge = "too_large",
        /// Something broke while it was read; the log has the cause.
        Fault = "fault",
        /// Somebody looked at it in quarantine and put it aside.
        SetAside = "set_aside",
    }
}

/// Why, and more exactly.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeliveryError {
    /// Why.
    pub reason: DeliveryReason,
    /// In words of the door, where it has some.
    pub detail: Option<String>,
}

impl From<DeliveryReason> for DeliveryError {
    fn from(reason: DeliveryReason) -> Self {
        Self { reason, detail: None }
    }
}

/// `reason` or `reason: detail`, as it is stored.
impl fmt::Display for DeliveryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.reason.as_str())?;
        self.detail.as_ref().map_or(Ok(()), |detail| write!(f, ": {detail}"))
    }
}

impl FromStr for DeliveryError {
    type Err = UnknownVariant;
    fn from_str(text: &str) -> Result<Self, UnknownVariant> {
        let (reason, detail) = match text.split_once(": ") {
            Some((reason, detail)) => (reason, Some(detail.to_owned())),
            None => (text, None),
        };
        Ok(Self { reason: reason.parse()?, detail })
    }
}

/// A delivery as it came: everything that is needed to read it, again and again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawDelivery {
    /// The whole body.
    pub body: Vec<u8>,
    /// The header `content-type`.
    pub content_type: Option<String>,
    /// Chosen headers in lower case, none of them secret: [`RawDelivery::HEADERS`].
    pub headers: Vec<(String, String)>,
}

impl RawDelivery {
    /// The headers that are kept. No signature, no secret, no cookie, no address of anybody.
    pub const HEADERS: [&'static str; 7] = [
        "user-agent",
        "webhook-id",
        "webhook-timestamp",
        "x-webflow-timestamp",
        "framer-webhook-submission-id",
        "x-cal-webhook-version",
        "idempotency-key",
    ];
    /// The longest value of a header that is kept, in characters.
    pub const HEADER: usize = 500;

    /// The value of a kept header; `name` in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(header, _)| header == name).map(|(_, value)| value.as_str())
    }
}

/// Which deliveries a list is about.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeliveryFilter {
    /// Only from here.
    pub from: Option<DeliveredTo>,
    /// Only with this outcome.
    pub outcome: Option<DeliveryOutcome>,
}

/// Which address was posted to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum DeliveredTo {
    /// `/api/webhooks/lead`
    Main,
    /// The address of a source.
    Source(SourceId),
}

/// A delivery as a list shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeliveryLine {
    pub id: DeliveryId,
    /// The source and its name; none: the main address.
    pub source: Option<(SourceId, String)>,
    /// When it came.
    pub received_at: Timestamp,
    /// What became of it.
    pub outcome: DeliveryOutcome,
    /// Why it was not taken in.
    pub error: Option<DeliveryError>,
    /// The lead that has it, and what they are called.
    pub lead: Option<(LeadId, String)>,
    /// How often the same came again.
    pub repeats: i64,
    /// Whether the agency posted it itself, to try its source out: it is in no count.
    pub is_trial: bool,
    /// What the lead's history has of it, else what the body begins with: at most
    /// [`DeliveryLine::EXCERPT`] characters, on one line.
    pub excerpt: String,
}

impl DeliveryLine {
    /// How much of what it says a list shows.
    pub const EXCERPT: usize = 120;
}

/// The list of deliveries.
pub type Deliveries = Page<DeliveryLine>;

/// Everything about one delivery.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DeliveryCard {
    /// What the list shows.
    pub line: DeliveryLine,
    /// How its source reads it; [`SourceKind::Auto`] for the main address.
    pub kind: SourceKind,
    /// The header `content-type`.
    pub content_type: Option<String>,
    /// The kept headers.
    pub headers: Vec<(String, String)>,
    /// The body as text, or in base64 when it is no text.
    pub body: String,
    /// Whether `body` is base64.
    pub is_base64: bool,
    /// Whether there is anything in it that a mapping could name.
    pub has_fields: bool,
    /// How it would be read now, if it is about somebody.
    pub reading: Result<DeliveryPreview, DeliveryError>,
}

/// How a delivery is read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DeliveryPreview {
    /// Who is taken to have sent it.
    pub sender: SourceKind,
    /// What it says about them.
    pub lead: ParsedLead,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delivery_error_round_trips() {
        for error in [
            DeliveryError::from(DeliveryReason::Nobody),
            DeliveryError { reason: DeliveryReason::Invalid, detail: Some("name: campo: vuoto".to_owned()) },
        ] {
            assert_eq!(error.to_string().parse(), Ok(error));
        }
        assert!("gone: x".parse::<DeliveryError>().is_err());
    }
}
