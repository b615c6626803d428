//! The state of lead sources as the agency's pages show it.

use super::LeadSource;
use crate::Timestamp;

string_enum! {
    /// A problem of a source.
    pub enum SourceTrouble {
        /// Its newest delivery could not be parsed.
        Failing = "failing",
        /// Its newest delivery was rejected: the signature was wrong, missing or expired.
        BadSignature = "bad_signature",
        /// Its newest delivery was rejected: it was too large.
        TooLarge = "too_large",
        /// It has refused deliveries within the last hour: there was no space left.
        Full = "full",
        /// It has refused deliveries within the last hour: too many came in a minute.
        TooMany = "too_many",
        /// It has delivered before, but not within the number of days in the settings.
        Silent = "silent",
    }
}

impl SourceTrouble {
    /// Whether a stranger causes it by what is refused: a warning on pages, never worth an e-mail.
    pub const fn is_refusal(self) -> bool {
        matches!(self, Self::BadSignature | Self::TooLarge | Self::Full | Self::TooMany)
    }
}

/// A row of the list of sources.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceLine {
    pub source: LeadSource,
    /// Deliveries received, without repeats.
    pub received: i64,
    /// Deliveries that created or updated a lead.
    pub taken_in: i64,
    /// Deliveries in quarantine now.
    pub quarantined: i64,
    pub last_received_at: Option<Timestamp>,
    /// When the last delivery reached a lead.
    pub last_success_at: Option<Timestamp>,
    /// When a delivery was last rejected.
    pub last_refused_at: Option<Timestamp>,
    /// The current problem of an active source.
    pub trouble: Option<SourceTrouble>,
}

/// A source in full.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceCard {
    /// The source, with its counts.
    pub line: SourceLine,
    /// Version of the fields its form edits.
    pub version: String,
    pub mapping_version: String,
    /// Version of the settings of its contact form.
    pub form_version: String,
    /// Version of its key. Replacing the key requires the version shown, so that a form sent twice replaces
    /// it once.
    pub key_version: String,
    /// Stored deliveries, which would be deleted with the source.
    pub stored_deliveries: i64,
}

/// The main address in the list of sources, by its stored deliveries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MainLine {
    /// When the last delivery reached a lead.
    pub last_success_at: Option<Timestamp>,
    /// Deliveries rejected by validation.
    pub refused: i64,
}
