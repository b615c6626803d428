//! Leads: prospective clients and the history with them.

pub mod answers;
pub mod contact_form;
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
use crate::{Date, EmailAddress, Timestamp};
pub use contact_form::{ContactMessage, FormSettings};
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
        /// Not answered yet.
        New = "new",
        /// Answered.
        Contacted = "contacted",
        /// Worth an offer.
        Qualified = "qualified",
        /// Became a client.
        Won = "won",
        /// Did not become a client.
        Lost = "lost",
    }
}

string_enum! {
    pub enum ActivityKind {
        /// A message of the lead.
        Message = "message",
        Meeting = "meeting",
        /// A note of the agency.
        Note = "note",
        Call = "call",
        Email = "email",
    }
}

/// A prospective client, unique by e-mail (docs/REFERENCE.md#lead).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lead {
    pub id: LeadId,
    pub name: String,
    /// Trimmed, lower case, unique when present.
    #[serde(default, deserialize_with = "EmailAddress::deserialize_stored")]
    pub email: Option<EmailAddress>,
    /// As given.
    pub phone: Option<String>,
    /// As given.
    pub company: Option<String>,
    pub source: String,
    pub status: LeadStatus,
    /// Time of the last message, call or e-mail in either direction.
    pub last_contact_date: Timestamp,
    /// The scheduled call.
    pub call_date: Option<Timestamp>,
    pub client_id: Option<ClientId>,
    /// What it is worth to the agency, in cents of the currency of quotes.
    pub value_cents: Option<i64>,
    /// What the agency does next, and when.
    pub next_step: Option<String>,
    pub next_step_on: Option<Date>,
    /// Time of the first message.
    pub created_at: Timestamp,
}

/// An entry in a lead's history; it contains the submitted text (docs/REFERENCE.md#activity).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Activity {
    pub id: ActivityId,
    pub lead_id: LeadId,
    pub kind: ActivityKind,
    /// May be empty.
    pub text: String,
    /// Start of the meeting.
    pub starts_at: Option<Timestamp>,
    /// The whole body received.
    pub payload: Option<Value>,
    pub created_at: Timestamp,
    /// The name of the member who wrote it, as it was then.
    pub author_name: Option<String>,
}
