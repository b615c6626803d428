//! Identifiers, one type per record, so that ids of different records cannot be confused.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be 1 to 64 of A-Z a-z 0-9 _ -")]
pub struct InvalidId;

fn is_id(value: &str) -> bool {
    (1..=64).contains(&value.len())
        && value.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-')
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        #[cfg_attr(
            not(target_arch = "wasm32"),
            derive(::utoipa::ToSchema),
            schema(pattern = "^[A-Za-z0-9_-]{1,64}$")
        )]
        pub struct $name(String);

        impl $name {
            /// Accepts 1–64 of `A–Z a–z 0–9 _ -` (docs/REFERENCE.md#ids).
            pub fn parse(value: impl Into<String>) -> Result<Self, InvalidId> {
                let value = value.into();
                if is_id(&value) { Ok(Self(value)) } else { Err(InvalidId) }
            }

            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                &self.0
            }
        }

        string_value! { $name, InvalidId, |text| Self::parse(text), |id| id.0 }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    )*};
}

ids! {
    ClientId
    ContactId
    ProjectId
    PhaseId
    TaskId
    DeliverableId
    CommentId
    PaymentId
    DocumentId
    NoteId
    TimeEntryId
    QuoteItemId
    SourceId
    DeliveryId
    LeadId
    ActivityId
    MergeId
    MemberId
    NotificationId
    VersionId
    ReceiptId
    FileId
    MaterialId
    MaterialTemplateId
}

/// The client, or one of their contacts.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PersonId {
    pub client: ClientId,
    /// `None`: the client.
    pub contact: Option<ContactId>,
}

/// `rossi`, or `rossi.carla` for a contact.
impl fmt::Display for PersonId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.contact {
            None => self.client.fmt(f),
            Some(contact) => write!(f, "{}.{contact}", self.client),
        }
    }
}

impl FromStr for PersonId {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<Self, InvalidId> {
        Ok(match text.split_once('.') {
            None => Self { client: ClientId::parse(text)?, contact: None },
            Some((client, contact)) => {
                Self { client: ClientId::parse(client)?, contact: Some(ContactId::parse(contact)?) }
            }
        })
    }
}

impl From<ClientId> for PersonId {
    fn from(client: ClientId) -> Self {
        Self { client, contact: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn id_of_a_person_round_trips() {
        for text in ["rossi", "rossi.carla"] {
            assert_eq!(text.parse::<PersonId>().expect(text).to_string(), text);
        }
        for text in ["", "rossi.", ".carla", "rossi.carla.x"] {
            assert_eq!(text.parse::<PersonId>(), Err(InvalidId), "{text}");
        }
    }

    #[test]
    fn id_is_1_to_64_url_safe_characters() {
        for good in ["a", "A-_9", &"x".repeat(64)] {
            assert!(ClientId::parse(good).is_ok(), "{good}");
        }
        for bad in ["", "a b", "è", "a\0", "a/b", &"x".repeat(65)] {
            assert_eq!(ClientId::parse(bad), Err(InvalidId), "{bad:?}");
        }
    }
}
