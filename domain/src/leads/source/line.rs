//! How sources are doing, as the agency's pages show them.

use serde::{Deserialize, Serialize};

use super::LeadSource;
use crate::Timestamp;

string_enum! {
    /// Why a source looks as if something were wrong with it.
    pub enum SourceTrouble {
        /// Its newest delivery could not be understood.
        Failing = "failing",
        /// Its newest delivery was turned away: the signature was wrong or missing, or stale.
        BadSignature = "bad_signature",
        /// Its newest delivery was turned away: it was too long.
        TooLarge = "too_large",
        /// It used to deliver and has not for the time that the settings say.
        Silent = "silent",
    }
}

/// A source as the list of sources shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceLine {
    pub source: LeadSource,
    /// How many deliveries came, repeats not counted.
    pub received: i64,
    /// How many of them became a lead or were added to one.
    pub taken_in: i64,
    /// How many wait in quarantine now.
    pub quarantined: i64,
    /// When the last one came.
    pub last_received_at: Option<Timestamp>,
    /// When the last one came that was taken in.
    pub last_success_at: Option<Timestamp>,
    /// When somebody was last turned away: the signature did not fit, or it was too long.
    pub last_refused_at: Option<Timestamp>,
    /// What is wrong, if the source is active.
    pub trouble: Option<SourceTrouble>,
}

/// Everything about one source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceCard {
    /// The source, with its counts.
    pub line: SourceLine,
    /// The version of what its form edits.
    pub version: String,
    pub mapping_version: String,
    /// The version of its key: changing it asks which one was seen, so that a form sent twice changes it
    /// once.
    pub key_version: String,
    /// How many deliveries are kept of it, and would be deleted with it.
    pub kept: i64,
}

/// The main address as the list of sources shows it: by the deliveries that are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MainLine {
    /// When the last one came that was taken in.
    pub last_success_at: Option<Timestamp>,
    /// How many were refused with a complaint.
    pub refused: i64,
}
