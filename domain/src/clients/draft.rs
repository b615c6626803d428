//! The form of a client.

use serde::{Deserialize, Serialize};

use super::{Access, Client, Slug, Token};
use crate::id::ClientId;
use crate::notifications::{Frequency, Reminders};
use crate::{EmailAddress, Form, FormParser, Language, Problem, Problems, Timestamp};

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClientDraft {
    /// 1–200 characters.
    pub name: String,
    pub company: Option<String>,
    pub email: Option<EmailAddress>,
    pub phone: Option<String>,
    pub address: Option<String>,
    pub vat_number: Option<String>,
    pub tax_code: Option<String>,
    pub language: Language,
    pub notify: Frequency,
    pub reminders: Reminders,
    pub access: Access,
}

impl ClientDraft {
    /// The longest name, in characters.
    pub const NAME: usize = 200;
    /// The longest name of a company.
    pub const COMPANY: usize = 200;
    /// The longest telephone number.
    pub const PHONE: usize = 50;
    /// The longest postal address.
    pub const ADDRESS: usize = 500;
    /// The longest VAT number, and the longest tax code.
    pub const TAX_NUMBER: usize = 50;

    pub fn read(form: &Form) -> Result<Self, Problems> {
        let mut parser = FormParser::of(form);
        let draft = Self {
            name: parser.line("name", Self::NAME),
            company: parser.optional_line("company", Self::COMPANY),
            email: parser.optional_email("email"),
            phone: parser.optional_line("phone", Self::PHONE),
            address: parser.optional_prose("address", Self::ADDRESS),
            vat_number: parser.optional_line("vat_number", Self::TAX_NUMBER),
            tax_code: parser.optional_line("tax_code", Self::TAX_NUMBER),
            language: parser.enum_value("language", Language::default()),
            notify: parser.enum_value("notify", Frequency::default()),
            reminders: parser.enum_value("reminders", Reminders::default()),
            access: parser.enum_value("access", Access::default()),
        };
        if draft.access == Access::Code && parser.raw("email").is_empty() {
            parser.reject("access", Problem::NoAddress);
        }
        parser.done(|| draft)
    }

    /// # Errors
    /// A code was chosen, which was not so before, and no e-mail can be sent.
    pub fn check_access(&self, before: Access, sends_email: bool) -> Result<(), Problems> {
        let is_new = self.access == Access::Code && before != Access::Code;
        if is_new && !sends_email { Err(Problems::one("access", Problem::NoMailServer)) } else { Ok(()) }
    }

    /// Whether both want the same notifications.
    pub fn has_notifications_of(&self, other: &Self) -> bool {
        (self.notify, self.reminders) == (other.notify, other.reminders)
    }

    pub fn client(&self, id: ClientId, token: Token, slug: Slug, created_at: Timestamp) -> Client {
        Client {
            id,
            name: self.name.clone(),
            company: self.company.clone(),
            email: self.email.clone().map(String::from),
            phone: self.phone.clone(),
            address: self.address.clone(),
            vat_number: self.vat_number.clone(),
            tax_code: self.tax_code.clone(),
            language: self.language,
            notify: self.notify,
            remind_approvals: self.reminders.has_approvals(),
            remind_payments: self.reminders.has_payments(),
            token,
            slug,
            created_at,
            access: self.access,
            codes_since: None,
        }
    }
}

impl From<&ClientDraft> for Form {
    fn from(draft: &ClientDraft) -> Self {
        Self::default()
            .with("name", Some(draft.name.as_str()))
            .with("company", draft.company.as_deref())
            .with("email", draft.email.as_ref().map(EmailAddress::as_str))
            .with("phone", draft.phone.as_deref())
            .with("address", draft.address.as_deref())
            .with("vat_number", draft.vat_number.as_deref())
            .with("tax_code", draft.tax_code.as_deref())
            .with("language", Some(draft.language.as_str()))
            .with("notify", Some(draft.notify.as_str()))
            .with("reminders", Some(draft.reminders.as_str()))
            .with("access", Some(draft.access.as_str()))
    }
}

impl From<&Client> for ClientDraft {
    fn from(client: &Client) -> Self {
        Self {
            name: client.name.clone(),
            company: client.company.clone(),
            email: client.email.clone().map(EmailAddress::from_stored),
            phone: client.phone.clone(),
            address: client.address.clone(),
            vat_number: client.vat_number.clone(),
            tax_code: client.tax_code.clone(),
            language: client.language,
            notify: client.notify,
            reminders: Reminders::of(client.remind_approvals, client.remind_payments),
            access: client.access,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn client_form_round_trips() {
        let draft = ClientDraft {
            name: "Anna Verdi".into(),
            company: Some("Trattoria".into()),
            email: EmailAddress::parse("anna@verdi.it").ok(),
            phone: Some("+39 02 1".into()),
            address: Some("Via Po 1\nTorino".into()),
            vat_number: Some("01234567890".into()),
            tax_code: Some("VRDNNA80A41L219X".into()),
            language: Language::En,
            notify: Frequency::Daily,
            reminders: Reminders::Payments,
            access: Access::Code,
        };
        assert_eq!(ClientDraft::read(&Form::from(&draft)), Ok(draft));
    }

    #[test]
    fn only_name_is_required() {
        let form = Form::default().with("name", Some("  Anna\tVerdi ")).with("company", Some("  "));
        let draft = ClientDraft::read(&form).expect("a draft");
        assert_eq!((draft.name.as_str(), draft.company, draft.email), ("Anna Verdi", None, None));
        assert_eq!(draft.language, Language::It);
    }

    #[test]
    fn code_can_be_chosen_only_where_one_can_be_sent() {
        let form = Form::default().with("name", Some("Anna")).with("access", Some("code"));
        assert_eq!(ClientDraft::read(&form), Err(Problems::one("access", Problem::NoAddress)));
        let draft = ClientDraft::read(&form.with("email", Some("anna@verdi.it"))).expect("a draft");
        let refused = Err(Problems::one("access", Problem::NoMailServer));
        assert_eq!(draft.check_access(Access::Link, false), refused);
        // What was imported can be saved.
        assert_eq!(draft.check_access(Access::Code, false), Ok(()));
        assert_eq!(draft.check_access(Access::Link, true), Ok(()));
    }

    #[test]
    fn every_invalid_field_is_reported() {
        let form = Form::default()
            .with("name", Some("\0"))
            .with("company", Some("è".repeat(201)))
            .with("email", Some("anna"))
            .with("phone", Some("1".repeat(51)))
            .with("address", Some("è".repeat(501)))
            .with("vat_number", Some("1".repeat(51)))
            .with("tax_code", Some("A\0"))
            .with("language", Some("de"))
            .with("notify", Some("weekly"))
            .with("reminders", Some("some"))
            .with("access", Some("password"));
        let problems = ClientDraft::read(&form).expect_err("problems");
        for (field, problem) in [
            ("name", Problem::Nul),
            ("company", Problem::TooLong(200)),
            ("email", Problem::NotEmail),
            ("phone", Problem::TooLong(50)),
            ("address", Problem::TooLong(500)),
            ("vat_number", Problem::TooLong(50)),
            ("tax_code", Problem::Nul),
            ("language", Problem::NotOneOf),
            ("notify", Problem::NotOneOf),
            ("reminders", Problem::NotOneOf),
            ("access", Problem::NotOneOf),
        ] {
            assert_eq!(problems.of(field), Some(problem), "{field}");
        }
    }
}
