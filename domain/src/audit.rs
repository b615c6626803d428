//! Who did what: the register of what matters afterwards.
//!
//! Nothing in it is a secret, a message or any other text that somebody wrote: names only.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::Timestamp;
use crate::id::ClientId;
use crate::string_enum::UnknownVariant;

string_enum! {
    /// What was done. What it was done to is named beside it.
    pub enum Action {
        /// An admin signed in.
        SignedIn = "signed_in",
        /// Somebody tried to sign in and could not.
        SignInFailed = "sign_in_failed",
        /// An admin ended every session.
        SignedOutEverywhere = "signed_out_everywhere",
        /// A client approved a deliverable.
        Approved = "approved",
        /// A client asked for changes to a deliverable.
        ChangesRequested = "changes_requested",
        /// A client got a new token; the old one stopped.
        TokenRotated = "token_rotated",
        /// A client got a new slug; the old one stopped.
        SlugChanged = "slug_changed",
        /// A lead became a client.
        LeadConverted = "lead_converted",
        /// Settings were changed; the name lists their keys.
        SettingsChanged = "settings_changed",
        /// A client was deleted, with all that was theirs.
        ClientDeleted = "client_deleted",
        /// A project was deleted, with all that was in it.
        ProjectDeleted = "project_deleted",
        /// A phase was deleted, with its tasks and its conversation.
        PhaseDeleted = "phase_deleted",
        /// A task was deleted, with its deliverables.
        TaskDeleted = "task_deleted",
        /// A deliverable was deleted.
        DeliverableDeleted = "deliverable_deleted",
        /// A payment was deleted.
        PaymentDeleted = "payment_deleted",
        /// A document was deleted.
        DocumentDeleted = "document_deleted",
        /// A note was deleted; the name is its project's.
        NoteDeleted = "note_deleted",
        /// A time entry was deleted; the name is its project's.
        TimeEntryDeleted = "time_entry_deleted",
        /// A line of a quote was deleted; the name is its project's.
        QuoteItemDeleted = "quote_item_deleted",
        /// A lead was deleted, with its activities.
        LeadDeleted = "lead_deleted",
        /// An activity of a lead was deleted; the name is the lead's.
        ActivityDeleted = "activity_deleted",
        /// Two leads became one; the name is that of the one that stayed.
        LeadsMerged = "leads_merged",
        /// Two leads that were merged are two again; the name is that of the one that came back.
        LeadsSeparated = "leads_separated",
        /// A source of leads was made.
        SourceCreated = "source_created",
        /// A source of leads was changed, or how its deliveries are read.
        SourceChanged = "source_changed",
        /// A source of leads got a new address; the old one stopped.
        SourceKeyRotated = "source_key_rotated",
        /// A source of leads was deleted, with the deliveries kept of it.
        SourceDeleted = "source_deleted",
        /// The leads were exported.
        LeadsExported = "leads_exported",
        /// The time entries were exported.
        TimeEntriesExported = "time_entries_exported",
        /// The payments were exported.
        PaymentsExported = "payments_exported",
        /// Everything was exported.
        EverythingExported = "everything_exported",
    }
}

/// Who did it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Actor {
    /// An admin, by the e-mail they signed in with.
    Admin(String),
    Client(ClientId),
    /// Somebody who did not say who they are, and the address they came from if it is known.
    Nobody(Option<String>),
}

string_enum! {
    /// The kinds of [`Actor`].
    pub enum ActorKind {
        /// [`Actor::Admin`].
        Admin = "admin",
        /// [`Actor::Client`].
        Client = "client",
        /// [`Actor::Nobody`].
        Nobody = "nobody",
    }
}

impl Actor {
    pub const fn kind(&self) -> ActorKind {
        match self {
            Self::Admin(_) => ActorKind::Admin,
            Self::Client(_) => ActorKind::Client,
            Self::Nobody(_) => ActorKind::Nobody,
        }
    }

    /// What tells them from others of their kind: an e-mail, an id, an address; empty when unknown.
    pub fn key(&self) -> &str {
        match self {
            Self::Admin(email) => email,
            Self::Client(id) => id.as_str(),
            Self::Nobody(address) => address.as_deref().unwrap_or_default(),
        }
    }
}

/// A line of the register.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Its own id.
    pub id: String,
    /// When it was done.
    pub at: Timestamp,
    pub actor_kind: ActorKind,
    /// [`Actor::key`].
    pub actor: String,
    /// What they were called then: a client's name, an admin's e-mail, an address.
    pub actor_name: String,
    /// What was done.
    pub action: Action,
    /// The id of what it was done to; empty where there is none.
    pub subject_id: String,
    /// What that was called then; empty where it has no name.
    pub subject_name: String,
}

/// Which lines of the register to show.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Filter {
    /// Only what was done.
    pub action: Option<Action>,
    /// Only who did it.
    pub who: Option<Who>,
    /// Only from this moment on.
    pub from: Option<Timestamp>,
    /// Only before this moment.
    pub until: Option<Timestamp>,
}

/// Everybody of a kind, or one of them; written `client` or `client:anna`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Who {
    pub kind: ActorKind,
    /// Which one of them ([`Actor::key`]).
    pub key: Option<String>,
}

impl FromStr for Who {
    type Err = UnknownVariant;

    fn from_str(text: &str) -> Result<Self, UnknownVariant> {
        let (kind, key) = match text.split_once(':') {
            Some((kind, key)) => (kind, Some(key.to_owned()).filter(|key| !key.contains('\0'))),
            None => (text, None),
        };
        Ok(Self { kind: kind.parse()?, key })
    }
}

impl fmt::Display for Who {
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
            assert_eq!(written.parse::<Who>().expect(written).to_string(), written);
        }
        assert_eq!("client:a\0b".parse::<Who>().map(|who| who.key), Ok(None));
        assert!("everybody".parse::<Who>().is_err() && "".parse::<Who>().is_err());
    }
}
