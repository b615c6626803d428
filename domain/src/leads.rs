//! People who might become clients, and what happened with them.

pub mod answers;
pub mod conversion;
pub mod delivery;
pub mod draft;
pub mod json_path;
pub mod mapping;
pub mod merge;
pub mod parsed;
pub mod source;
pub mod view;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::id::{ActivityId, ClientId, LeadId};
use crate::{EmailAddress, Timestamp};
pub use conversion::ConversionDraft;
pub use delivery::{DeliveryError, DeliveryOutcome, DeliveryReason, RawDelivery};
pub use draft::{ActivityDraft, LeadDraft};
pub use mapping::{LeadField, Mapping};
pub use merge::{MergeChoice, MergeLine, MergePlan};
pub use parsed::{LeadFields, ParsedLead};
pub use source::{LeadSource, SourceDraft, SourceKey, SourceKind};
pub use view::{LeadCard, LeadColumn, LeadCounts, LeadFilter, LeadList};

string_enum! {
    /// How far the conversation with a lead is.
    pub enum LeadStatus {
        /// Nobody has answered yet.
        New = "new",
        /// Somebody has.
        Contacted = "contacted",
        /// It is worth an offer.
        Qualified = "qualified",
        /// They became a client.
        Won = "won",
        /// They did not.
        Lost = "lost",
    }
}

string_enum! {
    /// What happened.
    pub enum ActivityKind {
        /// They wrote.
        Message = "message",
        /// A meeting is set.
        Meeting = "meeting",
        /// The agency wrote something down.
        Note = "note",
        /// A telephone call.
        Call = "call",
        /// An e-mail.
        Email = "email",
    }
}

/// Somebody who asked, kept once per e-mail (docs/REFERENCE.md#lead).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lead {
    pub id: LeadId,
    pub name: String,
    /// Trimmed, lower case, unique when present.
    pub email: Option<EmailAddress>,
    /// Telephone number, as given.
    pub phone: Option<String>,
    /// Company, as given.
    pub company: Option<String>,
    /// Where it came from.
    pub source: String,
    /// How far the conversation is.
    pub status: LeadStatus,
    /// When they last wrote, or were last called or written to.
    pub last_contact_date: Timestamp,
    /// When a call is set.
    pub call_date: Option<Timestamp>,
    /// The client they became.
    pub client_id: Option<ClientId>,
    /// When they first wrote.
    pub created_at: Timestamp,
}

/// Something that happened with a lead; it holds what the submitter wrote (docs/REFERENCE.md#activity).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Activity {
    pub id: ActivityId,
    /// The lead it belongs to.
    pub lead_id: LeadId,
    /// What happened.
    pub kind: ActivityKind,
    /// What was said; may be empty.
    pub text: String,
    /// When the meeting is.
    pub starts_at: Option<Timestamp>,
    /// What was received, whole.
    pub payload: Option<Value>,
    pub created_at: Timestamp,
}
