//! Where leads are delivered from: a form, a booking tool, an automation, each with an address of its own.

mod line;

use std::fmt;

use serde::{Deserialize, Serialize};

use super::mapping::Mapping;
use crate::clients::InvalidToken;
use crate::id::SourceId;
use crate::{Form, Problems, Reading, Timestamp, Token};

pub use line::{MainLine, SourceCard, SourceLine, SourceTrouble};

string_enum! {
    /// Who sends: how a body is read, and how it is signed.
    pub enum SourceKind {
        /// Whoever the shape of the body says.
        Auto = "auto",
        /// Elementor forms.
        Elementor = "elementor",
        /// Contact Form 7, by its webhook plugin.
        ContactForm7 = "contact_form_7",
        /// Gravity Forms.
        GravityForms = "gravity_forms",
        /// WPForms.
        WpForms = "wpforms",
        /// Typeform.
        Typeform = "typeform",
        /// Tally.
        Tally = "tally",
        /// Webflow.
        Webflow = "webflow",
        /// Cal.com.
        CalCom = "cal_com",
        /// Calendly.
        Calendly = "calendly",
        /// Framer.
        Framer = "framer",
        /// Lead forms of Google Ads.
        GoogleAds = "google_ads",
        /// Lead ads of Meta, through a bridge.
        Meta = "meta",
        /// Formbricks and whoever else keeps to Standard Webhooks.
        StandardWebhooks = "standard_webhooks",
        /// Anybody else: Zapier, Make, n8n, what somebody built.
        Generic = "generic",
    }
}

impl SourceKind {
    /// Whether this sender can sign what it delivers, so that a signing secret is of use.
    pub const fn signs(self) -> bool {
        match self {
            Self::Auto
            | Self::WpForms
            | Self::Typeform
            | Self::Tally
            | Self::Webflow
            | Self::CalCom
            | Self::Calendly
            | Self::Framer
            | Self::GoogleAds
            | Self::StandardWebhooks => true,
            Self::Elementor | Self::ContactForm7 | Self::GravityForms | Self::Meta | Self::Generic => false,
        }
    }
}

/// The secret part of a source's address. It never shows in a log: `Debug` hides it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SourceKey(Token);

impl SourceKey {
    /// Accepts what [`Token::parse`] accepts; those Atrio makes are 32 random bytes.
    ///
    /// # Errors
    /// [`InvalidToken`] for anything else.
    pub fn parse(value: impl Into<String>) -> Result<Self, InvalidToken> {
        Token::parse(value).map(Self)
    }

    /// The key itself: for comparing, storing and showing to the admin, never for a log.
    pub fn reveal(&self) -> &str {
        self.0.reveal()
    }
}

impl TryFrom<String> for SourceKey {
    type Error = InvalidToken;
    fn try_from(value: String) -> Result<Self, InvalidToken> {
        Self::parse(value)
    }
}

impl From<SourceKey> for String {
    fn from(key: SourceKey) -> Self {
        key.0.into()
    }
}

/// A place leads are delivered from.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeadSource {
    pub id: SourceId,
    /// What the agency calls it; new leads carry it as where they came from.
    pub name: String,
    /// Who sends.
    pub kind: SourceKind,
    /// The secret part of its address.
    pub key: SourceKey,
    /// What the sender signs with; none: signatures are not looked at.
    pub signing_secret: Option<String>,
    /// The name of a field that people leave empty and programs fill.
    pub honeypot: Option<String>,
    /// Which places of a body are which fields of a lead; comes before what the kind reads.
    pub mapping: Mapping,
    /// Whether it takes anything in.
    pub active: bool,
    /// When it was made.
    pub created_at: Timestamp,
}

/// Without the secrets.
impl fmt::Debug for LeadSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LeadSource").field("id", &self.id).field("kind", &self.kind).finish_non_exhaustive()
    }
}

/// What the form about a source edits.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceDraft {
    /// 1–100 characters, as long as the source of a lead.
    pub name: String,
    /// Who sends.
    pub kind: SourceKind,
    /// What the sender signs with, up to 500 characters.
    pub signing_secret: Option<String>,
    /// The name of the field that must stay empty, up to 100 characters.
    pub honeypot: Option<String>,
    /// Whether it takes anything in.
    pub active: bool,
}

impl SourceDraft {
    /// The longest name, in characters.
    pub const NAME: usize = 100;
    /// The longest signing secret.
    pub const SECRET: usize = 500;
    /// The longest name of a field.
    pub const HONEYPOT: usize = 100;

    /// Reads the form.
    ///
    /// # Errors
    /// What is wrong, field by field.
    pub fn read(form: &Form) -> Result<Self, Problems> {
        let mut reading = Reading::of(form);
        let draft = Self {
            name: reading.line("name", Self::NAME),
            kind: reading.word("kind", SourceKind::Auto),
            signing_secret: reading.maybe_line("signing_secret", Self::SECRET),
            honeypot: reading.maybe_line("honeypot", Self::HONEYPOT),
            active: reading.flag("active"),
        };
        reading.done(|| draft)
    }

    /// The source as this form describes it.
    pub fn source(
        &self,
        id: SourceId,
        key: SourceKey,
        mapping: Mapping,
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

impl From<&LeadSource> for SourceDraft {
    fn from(source: &LeadSource) -> Self {
        Self {
            name: source.name.clone(),
            kind: source.kind,
            signing_secret: source.signing_secret.clone(),
            honeypot: source.honeypot.clone(),
            active: source.active,
        }
    }
}

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
        assert!(SourceDraft::read(&Form::default()).is_err(), "a name is needed");
    }
}
