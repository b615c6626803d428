//! A further person of a client, and their form.

use serde::{Deserialize, Serialize};

use crate::id::{ClientId, ContactId};
use crate::notifications::Frequency;
use crate::{ClientDraft, EmailAddress, Form, FormParser, Language, Problems, Timestamp, Token};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contact {
    pub id: ContactId,
    pub client_id: ClientId,
    pub name: String,
    pub email: Option<String>,
    /// What they do, in the agency's words.
    pub role: Option<String>,
    /// `None`: the client's.
    pub language: Option<Language>,
    pub can_write: bool,
    /// Whether they may approve deliverables and request changes.
    pub can_approve: bool,
    /// How often they want e-mails.
    pub notify: Frequency,
    /// The secret that opens the portal for them.
    pub token: Token,
    pub created_at: Timestamp,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContactDraft {
    pub name: String,
    pub email: Option<EmailAddress>,
    pub role: Option<String>,
    pub language: Option<Language>,
    pub can_write: bool,
    pub can_approve: bool,
    pub notify: Frequency,
}

impl ContactDraft {
    /// The longest role, in characters.
    pub const ROLE: usize = 100;

    pub fn read(form: &Form) -> Result<Self, Problems> {
        let mut parser = FormParser::of(form);
        let language = match parser.raw("language") {
            "" => None,
            _ => Some(parser.enum_value("language", Language::default())),
        };
        let draft = Self {
            name: parser.line("name", ClientDraft::NAME),
            email: parser.optional_email("email"),
            role: parser.optional_line("role", Self::ROLE),
            language,
            can_write: parser.flag("can_write"),
            can_approve: parser.flag("can_approve"),
            notify: parser.enum_value("notify", Frequency::default()),
        };
        parser.done(|| draft)
    }

    pub fn contact(&self, id: ContactId, client_id: ClientId, token: Token, created_at: Timestamp) -> Contact {
        Contact {
            id,
            client_id,
            name: self.name.clone(),
            email: self.email.clone().map(String::from),
            role: self.role.clone(),
            language: self.language,
            can_write: self.can_write,
            can_approve: self.can_approve,
            notify: self.notify,
            token,
            created_at,
        }
    }
}

impl From<&Contact> for ContactDraft {
    fn from(contact: &Contact) -> Self {
        Self {
            name: contact.name.clone(),
            email: contact.email.clone().map(EmailAddress::from_stored),
            role: contact.role.clone(),
            language: contact.language,
            can_write: contact.can_write,
            can_approve: contact.can_approve,
            notify: contact.notify,
        }
    }
}

impl From<&ContactDraft> for Form {
    fn from(draft: &ContactDraft) -> Self {
        Self::default()
            .with("name", Some(draft.name.as_str()))
            .with("email", draft.email.as_ref().map(EmailAddress::as_str))
            .with("role", draft.role.as_deref())
            .with("language", draft.language.map(Language::as_str))
            .with("can_write", draft.can_write.then_some("on"))
            .with("can_approve", draft.can_approve.then_some("on"))
            .with("notify", Some(draft.notify.as_str()))
    }
}

/// A contact as the page of their client shows them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContactCard {
    pub contact: Contact,
    /// Version of the form's fields. Saving requires the current version.
    pub version: String,
    /// Version of the token. A new token requires the version shown, so that a form sent twice renews it once.
    pub token_version: String,
    /// Version of the last invitation. A new one requires the version shown, so that a form sent twice sends one.
    pub invitation_version: String,
    pub last_visit: Option<Timestamp>,
    /// When the agency last invited them.
    pub invited_at: Option<Timestamp>,
    /// What the mail server replied when it refused their address the last time that it was tried.
    pub bounce: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Problem;

    #[test]
    fn contact_form_round_trips() {
        let draft = ContactDraft {
            name: "Carla Neri".into(),
            email: EmailAddress::parse("carla@verdi.it").ok(),
            role: Some("Amministrazione".into()),
            language: Some(Language::En),
            can_write: true,
            can_approve: false,
            notify: Frequency::Daily,
        };
        assert_eq!(ContactDraft::read(&Form::from(&draft)), Ok(draft));
    }

    #[test]
    fn every_invalid_field_of_a_contact_is_reported() {
        let form = Form::default()
            .with("email", Some("carla"))
            .with("role", Some("è".repeat(101)))
            .with("language", Some("de"))
            .with("notify", Some("weekly"));
        let problems = ContactDraft::read(&form).expect_err("problems");
        for (field, problem) in [
            ("name", Problem::Empty),
            ("email", Problem::NotEmail),
            ("role", Problem::TooLong(100)),
            ("language", Problem::NotOneOf),
            ("notify", Problem::NotOneOf),
        ] {
            assert_eq!(problems.of(field), Some(problem), "{field}");
        }
    }
}
