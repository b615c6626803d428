//! Lead sources: forms, booking tools and automations, each with its own address.

mod line;

use std::fmt;

use serde::{Deserialize, Serialize};

use super::contact_form::FormSettings;
use super::mapping::Mapping;
use crate::id::SourceId;
use crate::values::portal_secret::InvalidToken;
use crate::{Form, FormParser, Problems, Timestamp, Token};

pub use line::{MainLine, SourceCard, SourceLine, SourceTrouble};

string_enum! {
    /// The sender of a source. What is to be known about each is in `lead_intake`.
    pub enum SourceKind {
        /// Detected by the shape of the body.
        Auto = "auto",
        /// A contact form of Atrio itself, at `/f/{key}`.
        AtrioForm = "atrio_form",
        Elementor = "elementor",
        /// Contact Form 7 with a webhook plugin.
        ContactForm7 = "contact_form_7",
        GravityForms = "gravity_forms",
        WpForms = "wpforms",
        Typeform = "typeform",
        Tally = "tally",
        Webflow = "webflow",
        CalCom = "cal_com",
        Calendly = "calendly",
        Framer = "framer",
        /// Lead forms of Google Ads.
        GoogleAds = "google_ads",
        /// Lead ads of Meta, through a bridge.
        Meta = "meta",
        /// Formbricks and other senders that follow Standard Webhooks.
        StandardWebhooks = "standard_webhooks",
        /// Any other sender: Zapier, Make, n8n, custom code.
        Generic = "generic",
    }
}

impl SourceKind {
    /// Whether it is a page of Atrio. Its key is public, and opens nothing else.
    pub const fn is_form(self) -> bool {
        matches!(self, Self::AtrioForm)
    }
}

/// The secret part of a source's address. `Debug` hides it, so that it never appears in a log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SourceKey(Token);

impl SourceKey {
    /// Accepts what [`Token::parse`] accepts. Keys made by Atrio are 32 random bytes.
    pub fn parse(value: impl Into<String>) -> Result<Self, InvalidToken> {
        Token::parse(value).map(Self)
    }

    /// The key itself, for comparing, storing and showing to the admin. Never log it.
    pub fn reveal(&self) -> &str {
        self.0.reveal()
    }
}

string_value! { SourceKey, InvalidToken, |value| Self::parse(value), |key| key.0.into() }

#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeadSource {
    pub id: SourceId,
    /// Also the `source` of new leads.
    pub name: String,
    pub kind: SourceKind,
    /// The secret part of its address.
    pub key: SourceKey,
    /// The sender's signing secret; without one, signatures are not checked.
    pub signing_secret: Option<String>,
    /// The name of the honeypot field, which people leave empty and bots fill.
    pub honeypot: Option<String>,
    /// Takes precedence over the fields found by the sender's parser.
    pub mapping: Mapping,
    pub active: bool,
    /// Of a contact form; `None` while they are the default.
    pub form: Option<FormSettings>,
    pub created_at: Timestamp,
}

/// Omits the secrets.
impl fmt::Debug for LeadSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LeadSource").field("id", &self.id).field("kind", &self.kind).finish_non_exhaustive()
    }
}

#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceDraft {
    /// 1–100 characters, the limit of a lead's source.
    pub name: String,
    pub kind: SourceKind,
    /// The sender's signing secret, up to 500 characters.
    pub signing_secret: Option<String>,
    /// The name of the honeypot field, up to 100 characters.
    pub honeypot: Option<String>,
    pub active: bool,
}

impl SourceDraft {
    /// The longest name, in characters.
    pub const NAME: usize = 100;
    /// The longest signing secret.
    pub const SECRET: usize = 500;
    /// The longest name of a field.
    pub const HONEYPOT: usize = 100;

    pub fn read(form: &Form) -> Result<Self, Problems> {
        let mut parser = FormParser::of(form);
        let draft = Self {
            name: parser.line("name", Self::NAME),
            kind: parser.enum_value("kind", SourceKind::Auto),
            signing_secret: parser.optional_line("signing_secret", Self::SECRET),
            honeypot: parser.optional_line("honeypot", Self::HONEYPOT),
            active: parser.flag("active"),
        };
        parser.done(|| draft)
    }

    pub fn source(
        &self,
        id: SourceId,
        key: SourceKey,
        mapping: Mapping,
        form: Option<FormSettings>,
        created_at: Timestamp,
    ) -> LeadSource {
        LeadSource {
            id,
            name: self.name.clone(),
            kind: self.kind,
            key,
            signing_secret: self.signing_secret.clone(),
            honeypot: self.honeypot.clone(),
            mapping,
            active: self.active,
            form,
            created_at,
        }
    }
}

impl From<&SourceDraft> for Form {
    fn from(draft: &SourceDraft) -> Self {
        Self::default()
            .with("name", Some(draft.name.as_str()))
            .with("kind", Some(draft.kind.as_str()))
            .with("signing_secret", draft.signing_secret.as_deref())
            .with("honeypot", draft.honeypot.as_deref())
            .with("active", draft.active.then_some("on"))
    }
}

filled_from! { SourceDraft: LeadSource { name, kind, signing_secret, honeypot, active } }

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn source_debug_hides_secrets() {
        let source = LeadSource {
            id: SourceId::parse("modulo").expect("an id"),
            name: "Modulo".to_owned(),
            kind: SourceKind::Typeform,
            key: SourceKey::parse("a-key-that-nobody-sees").expect("a key"),
            signing_secret: Some("nor-this".to_owned()),
            honeypot: None,
            mapping: Mapping::default(),
            active: true,
            form: None,
            created_at: Timestamp::MIN,
        };
        let shown = format!("{source:?} {:?}", source.key);
        assert!(!shown.contains("nobody-sees") && !shown.contains("nor-this"), "{shown}");
    }

    #[test]
    fn draft_form_round_trips() {
        let draft = SourceDraft {
            name: "Modulo contatti".to_owned(),
            kind: SourceKind::WpForms,
            signing_secret: Some("segreto".to_owned()),
            honeypot: None,
            active: true,
        };
        assert!(SourceDraft::read(&Form::from(&draft)).ok().as_ref() == Some(&draft));
        let off = SourceDraft { active: false, ..draft };
        assert!(SourceDraft::read(&Form::from(&off)).ok() == Some(off));
        assert!(SourceDraft::read(&Form::default()).is_err(), "the name is required");
    }
}
