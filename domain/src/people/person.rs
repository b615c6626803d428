//! Who opens a portal.

use super::Contact;
use crate::id::PersonId;
use crate::notifications::Frequency;
use crate::{Client, Language, Token, Uploader};

/// The client, or one of their contacts: both see the same portal, each with their own address, rights and choices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    pub client: Client,
    /// `None`: the client.
    pub contact: Option<Contact>,
}

/// Somebody of a client, for the agency: `Carla Neri (Verdi Srl)`, but for who has the name of the client.
pub fn of_client(name: &str, client: Option<&str>) -> String {
    match client.filter(|client| *client != name) {
        Some(client) => format!("{name} ({client})"),
        None => name.to_owned(),
    }
}

impl Person {
    pub fn id(&self) -> PersonId {
        let contact = self.contact.as_ref().map(|contact| contact.id.clone());
        PersonId { client: self.client.id.clone(), contact }
    }

    pub fn name(&self) -> &str {
        self.contact.as_ref().map_or(&self.client.name, |contact| &contact.name)
    }

    /// The name that their messages bear; those of the client bear none.
    pub fn author_name(&self) -> Option<&str> {
        self.contact.as_ref().map(|contact| contact.name.as_str())
    }

    pub fn email(&self) -> Option<&str> {
        self.contact.as_ref().map_or(&self.client.email, |contact| &contact.email).as_deref()
    }

    pub fn language(&self) -> Language {
        self.contact.as_ref().and_then(|contact| contact.language).unwrap_or(self.client.language)
    }

    pub fn notify(&self) -> Frequency {
        self.contact.as_ref().map_or(self.client.notify, |contact| contact.notify)
    }

    pub fn can_write(&self) -> bool {
        self.contact.as_ref().is_none_or(|contact| contact.can_write)
    }

    /// Whether they may approve deliverables and request changes.
    pub fn can_approve(&self) -> bool {
        self.contact.as_ref().is_none_or(|contact| contact.can_approve)
    }

    pub fn token(&self) -> &Token {
        self.contact.as_ref().map_or(&self.client.token, |contact| &contact.token)
    }
}

impl From<&Person> for Uploader {
    fn from(person: &Person) -> Self {
        Self {
            client_id: Some(person.client.id.clone()),
            contact_id: person.contact.as_ref().map(|contact| contact.id.clone()),
            author_name: person.author_name().map(ToOwned::to_owned),
        }
    }
}
