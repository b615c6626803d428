//! The audit log: who did what, and when.
//!
//! It contains names only: no secrets, messages or other user text.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::Timestamp;
use crate::id::{ClientId, MemberId};
use crate::string_enum::UnknownVariant;

string_enum! {
    pub enum Action {
        SignedIn = "signed_in",
        SignInFailed = "sign_in_failed",
        SignedOutEverywhere = "signed_out_everywhere",
        /// A member got an address to join, or another one.
        MemberInvited = "member_invited",
        /// A member accepted the invitation.
        MemberJoined = "member_joined",
        MemberRoleChanged = "member_role_changed",
        MemberDisabled = "member_disabled",
        MemberEnabled = "member_enabled",
        MemberDeleted = "member_deleted",
        /// A member, or who runs the server for them, got an address that sets a new password.
        PasswordResetIssued = "password_reset_issued",
        PasswordChanged = "password_changed",
        /// A member confirmed a second factor.
        SecondFactorOn = "second_factor_on",
        /// The second factor of a member was switched off, by themselves or by an owner.
        SecondFactorOff = "second_factor_off",
        RecoveryCodesRenewed = "recovery_codes_renewed",
        /// A member signed in with a recovery code, which is gone then.
        RecoveryCodeUsed = "recovery_code_used",
        Approved = "approved",
        ChangesRequested = "changes_requested",
        /// A client's token was replaced; the old one is invalid.
        TokenRotated = "token_rotated",
        /// A client's slug was replaced; the old one is invalid.
        SlugChanged = "slug_changed",
        LeadConverted = "lead_converted",
        /// Settings were changed; the name lists their keys.
        SettingsChanged = "settings_changed",
        /// It was changed which notifications a client gets.
        ClientNotificationsChanged = "client_notifications_changed",
        /// The people of a client need a code now, or no longer.
        AccessChanged = "access_changed",
        /// Everybody of a client is asked for a code again.
        CodesAskedAgain = "codes_asked_again",
        /// A client was deleted, with all their data.
        ClientDeleted = "client_deleted",
        /// A contact of a client was deleted; what they wrote stays.
        ContactDeleted = "contact_deleted",
        /// A project was deleted, with all its content.
        ProjectDeleted = "project_deleted",
        /// A phase was deleted, with its tasks and its conversation.
        PhaseDeleted = "phase_deleted",
        /// A task was deleted, with its deliverables.
        TaskDeleted = "task_deleted",
        DeliverableDeleted = "deliverable_deleted",
        PaymentDeleted = "payment_deleted",
        DocumentDeleted = "document_deleted",
        /// A client sent material that the agency had asked for.
        MaterialSent = "material_sent",
        MaterialAccepted = "material_accepted",
        /// A request was opened again: what was sent is not what is needed.
        MaterialReopened = "material_reopened",
        MaterialDeleted = "material_deleted",
        MaterialTemplateDeleted = "material_template_deleted",
        /// A note was deleted; the name is its project's.
        NoteDeleted = "note_deleted",
        /// A time entry was deleted; the name is its project's.
        TimeEntryDeleted = "time_entry_deleted",
        /// A quote item was deleted; the name is its project's.
        QuoteItemDeleted = "quote_item_deleted",
        /// A quote got a number or another one; the name is the number and its project's.
        QuoteNumbered = "quote_numbered",
        /// The number of a quote was deleted with what its sheet says; the name is the number and its project's.
        QuoteDeleted = "quote_deleted",
        /// A lead was deleted, with its activities.
        LeadDeleted = "lead_deleted",
        /// An activity of a lead was deleted; the name is the lead's.
        ActivityDeleted = "activity_deleted",
        /// Two leads were merged; the name is that of the remaining lead.
        LeadsMerged = "leads_merged",
        /// A merge was undone; the name is that of the restored lead.
        LeadsSeparated = "leads_separated",
        SourceCreated = "source_created",
        SourceChanged = "source_changed",
        /// A lead source got a new address; the old one is invalid.
        SourceKeyRotated = "source_key_rotated",
        /// A lead source was deleted, with its stored deliveries.
        SourceDeleted = "source_deleted",
        /// Stored deliveries were deleted; the name is how many, with the name of their source if they are of one.
        DeliveriesDeleted = "deliveries_deleted",
        LeadsExported = "leads_exported",
        TimeEntriesExported = "time_entries_exported",
        PaymentsExported = "payments_exported",
        EverythingExported = "everything_exported",
    }
}

/// Who performed an action.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Actor {
    /// The account of the environment, by sign-in e-mail.
    Admin(String),
    /// With the name they have now.
    Member(MemberId, String),
    Client(ClientId),
    /// A contact of the client, by name.
    Contact(ClientId, String),
    /// An unauthenticated visitor, with their IP address if known; or the command line without `ADMIN_EMAIL`.
    Nobody(Option<String>),
}

string_enum! {
    pub enum ActorKind {
        Admin = "admin",
        Client = "client",
        Nobody = "nobody",
    }
}

impl Actor {
    pub const fn kind(&self) -> ActorKind {
        match self {
            Self::Admin(_) | Self::Member(..) => ActorKind::Admin,
            Self::Client(_) | Self::Contact(..) => ActorKind::Client,
            Self::Nobody(_) => ActorKind::Nobody,
        }
    }

    /// Identifies the actor among those of the same kind: an e-mail, an id or an IP address; empty if
    /// unknown.
    pub fn key(&self) -> &str {
        match self {
            Self::Admin(email) => email,
            Self::Member(id, _) => id.as_str(),
            Self::Client(id) | Self::Contact(id, _) => id.as_str(),
            Self::Nobody(address) => address.as_deref().unwrap_or_default(),
        }
    }

    /// The name that what they write bears; the account of the environment and the client bear none.
    pub fn author_name(&self) -> Option<&str> {
        match self {
            Self::Member(_, name) | Self::Contact(_, name) => Some(name),
            Self::Admin(_) | Self::Client(_) | Self::Nobody(_) => None,
        }
    }

    pub fn member(&self) -> Option<&MemberId> {
        if let Self::Member(id, _) = self { Some(id) } else { None }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    pub id: String,
    pub at: Timestamp,
    pub actor_kind: ActorKind,
    /// [`Actor::key`].
    pub actor: String,
    /// The actor's name at that time: the name of a client, a contact or a member, an e-mail or an IP address.
    pub actor_name: String,
    pub action: Action,
    /// The id of the affected record; empty if there is none.
    pub subject_id: String,
    /// The name of the affected record at that time; empty if it has none.
    pub subject_name: String,
}

/// Filters the audit log.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only this action.
    pub action: Option<Action>,
    /// Only these actors.
    pub who: Option<ActorFilter>,
    /// Only at or after this time.
    pub from: Option<Timestamp>,
    /// Only before this time.
    pub until: Option<Timestamp>,
}

/// All actors of a kind, or one of them; written `client` or `client:anna`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActorFilter {
    pub kind: ActorKind,
    /// Which one of them ([`Actor::key`]).
    pub key: Option<String>,
}

impl FromStr for ActorFilter {
    type Err = UnknownVariant;

    fn from_str(text: &str) -> Result<Self, UnknownVariant> {
        let (kind, key) = match text.split_once(':') {
            Some((kind, key)) => (kind, Some(key.to_owned()).filter(|key| !key.contains('\0'))),
            None => (text, None),
        };
        Ok(Self { kind: kind.parse()?, key })
    }
}

impl fmt::Display for ActorFilter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.key {
            Some(key) => write!(f, "{}:{key}", self.kind),
            None => self.kind.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn audit_actor_filter_round_trips() {
        for written in ["admin", "client:anna", "nobody:2001:db8::", "nobody:"] {
            assert_eq!(written.parse::<ActorFilter>().expect(written).to_string(), written);
        }
        assert_eq!("client:a\0b".parse::<ActorFilter>().map(|who| who.key), Ok(None));
        assert!("everybody".parse::<ActorFilter>().is_err() && "".parse::<ActorFilter>().is_err());
    }
}
