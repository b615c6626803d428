//! Deliveries of senders: the raw request, its outcome and its views.

use std::fmt;
use std::str::FromStr;

use super::mapping::{BodyField, LeadField};
use super::parsed::ParsedLead;
use super::source::SourceKind;
use crate::id::{DeliveryId, LeadId, SourceId};
use crate::string_enum::UnknownVariant;
use crate::{Page, Timestamp};

string_enum! {
    pub enum DeliveryOutcome {
        /// Stored but not processed: in progress, or the server was stopped.
        Received = "received",
        Created = "created",
        /// An existing lead with the same e-mail was updated.
        Updated = "updated",
        /// A rescheduled or cancelled meeting was added to its lead.
        Noted = "noted",
        /// Parsed, with nothing to store: a test, or a cancellation for an unknown lead.
        Ignored = "ignored",
        /// Not parsed; stored until an admin sets a mapping.
        Quarantined = "quarantined",
        /// The honeypot field was filled.
        Spam = "spam",
        /// Rejected with an error by the main address (docs/REFERENCE.md#post-apiwebhookslead).
        Refused = "refused",
    }
}

impl DeliveryOutcome {
    /// Whether it created or updated a lead.
    pub const fn is_taken_in(self) -> bool {
        matches!(self, Self::Created | Self::Updated | Self::Noted)
    }
}

string_enum! {
    /// Why a delivery did not reach a lead.
    pub enum DeliveryReason {
        /// Not UTF-8, broken JSON or empty.
        Unreadable = "unreadable",
        /// It has no name, no e-mail and no phone number.
        Nobody = "nobody",
        /// A test delivery of the sender.
        Test = "test",
        /// An event that is not an enquiry, such as the end of a meeting or a finished recording.
        Irrelevant = "aside",
        /// About a booking of an unknown lead.
        UnknownLead = "unknown_lead",
        /// The honeypot field was filled.
        Spam = "spam",
        /// Rejected by the main address; the detail is that of the response (docs/REFERENCE.md#lead-fields).
        Invalid = "invalid",
        /// Larger than the main address accepts (docs/REFERENCE.md#post-apiwebhookslead).
        TooLarge = "too_large",
        /// An internal error while processing; the log has the cause.
        Fault = "fault",
        /// An admin dismissed it from quarantine.
        Dismissed = "set_aside",
    }
}

/// The reason why a delivery did not reach a lead, with an optional detail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliveryError {
    pub reason: DeliveryReason,
    /// A message for the sender, if there is one.
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

/// A delivery as received: all that is needed to process it again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawDelivery {
    /// The whole body.
    pub body: Vec<u8>,
    pub content_type: Option<String>,
    /// Selected headers in lower case, none of them secret.
    pub headers: Vec<(String, String)>,
}

impl RawDelivery {
    /// The longest header value to store, in characters.
    pub const MAX_HEADER_CHARS: usize = 500;

    /// The value of a stored header; `name` in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(header, _)| header == name).map(|(_, value)| value.as_str())
    }
}

/// Filters the list of deliveries.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DeliveryFilter {
    /// Only to this address.
    pub from: Option<DeliveredTo>,
    pub outcome: Option<DeliveryOutcome>,
}

/// The address a delivery was posted to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeliveredTo {
    /// `/api/webhooks/lead`
    Main,
    /// The address of a source.
    Source(SourceId),
}

/// A row of the list of deliveries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliveryLine {
    pub id: DeliveryId,
    /// The source and its name; none for the main address.
    pub source: Option<(SourceId, String)>,
    pub received_at: Timestamp,
    pub outcome: DeliveryOutcome,
    pub error: Option<DeliveryError>,
    /// The lead it belongs to, and its name.
    pub lead: Option<(LeadId, String)>,
    /// How often it was received again.
    pub repeats: i64,
    /// Whether the agency posted it to test its source. Not counted in statistics.
    pub is_test: bool,
    /// Its text in the lead's history, else the beginning of the body, on one line of at most
    /// [`DeliveryLine::EXCERPT`] characters.
    pub excerpt: String,
}

impl DeliveryLine {
    /// The longest excerpt, in characters.
    pub const EXCERPT: usize = 120;
}

/// A page of deliveries.
pub type Deliveries = Page<DeliveryLine>;

/// A delivery in full.
#[derive(Debug, Clone, PartialEq)]
pub struct DeliveryCard {
    pub line: DeliveryLine,
    /// The kind of its source; [`SourceKind::Auto`] for the main address.
    pub kind: SourceKind,
    /// The `content-type` header.
    pub content_type: Option<String>,
    pub headers: Vec<(String, String)>,
    /// The body as text, or in base64 if it is not UTF-8.
    pub body: String,
    pub is_base64: bool,
    /// Whether it has fields that can be mapped.
    pub has_fields: bool,
    /// The result of parsing it now.
    pub reading: Result<DeliveryPreview, DeliveryError>,
}

/// The parsed content of a delivery.
#[derive(Debug, Clone, PartialEq)]
pub struct DeliveryPreview {
    /// The configured or detected sender.
    pub sender: SourceKind,
    pub lead: ParsedLead,
}

/// A sample delivery for editing a mapping.
#[derive(Debug, Clone, PartialEq)]
pub struct MappingSample {
    pub delivery: DeliveryId,
    pub received_at: Timestamp,
    /// In the order received.
    pub places: Vec<BodyField>,
    /// The result of parsing it with the mapping.
    pub reading: Result<DeliveryPreview, DeliveryError>,
    /// The mapped fields whose value is not a valid e-mail address, phone number or time.
    pub invalid_mapped_fields: Vec<LeadField>,
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
