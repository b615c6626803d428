//! Atrio's own contact form: what the agency sets, and what a visitor sends.

use serde::{Deserialize, Serialize};

use super::LeadDraft;
use crate::{Form, FormParser, Language, Problem, Problems, Timestamp};

/// The texts and fields of a contact form. The default has no texts and all fields.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FormSettings {
    /// Above the fields, up to 1000 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intro: Option<String>,
    /// What the visitor must agree to, up to 1000 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub consent: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub privacy_url: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub hides_phone: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub hides_company: bool,
    /// That of its labels and messages; without one it is that of the visitor's browser.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
}

impl FormSettings {
    /// The longest introduction or consent, in characters.
    pub const TEXT: usize = 1_000;

    pub fn read(form: &Form) -> Result<Self, Problems> {
        let mut parser = FormParser::of(form);
        let settings = Self {
            intro: parser.optional_prose("intro", Self::TEXT),
            consent: parser.optional_prose("consent", Self::TEXT),
            privacy_url: parser.optional_url("privacy_url"),
            hides_phone: !parser.flag("phone"),
            hides_company: !parser.flag("company"),
            language: parser.parsed("language", Problem::NotOneOf, |word| word.parse().ok()),
        };
        parser.done(|| settings)
    }
}

impl From<&FormSettings> for Form {
    fn from(settings: &FormSettings) -> Self {
        Self::default()
            .with("intro", settings.intro.as_deref())
            .with("consent", settings.consent.as_deref())
            .with("privacy_url", settings.privacy_url.as_deref())
            .with("phone", (!settings.hides_phone).then_some("on"))
            .with("company", (!settings.hides_company).then_some("on"))
            .with("language", settings.language.map(Language::as_str))
    }
}

/// What a visitor sends with a contact form. Its JSON is the body of the delivery.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(tag = "form", rename = "atrio")]
pub struct ContactMessage {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub company: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The honeypot field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub website: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub consent: Option<Consent>,
}

/// The consent of a visitor, as it was worded when it was given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Consent {
    pub text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    pub given_at: Timestamp,
}

impl ContactMessage {
    /// The fields in the order of the page.
    pub const FIELDS: [&'static str; 6] = ["name", "email", "phone", "company", "message", "consent"];
    /// The name of the honeypot field.
    pub const HONEYPOT: &'static str = "website";
    /// The longest message, in characters. The consent has to fit into the text of the activity too.
    pub const MESSAGE: usize = 4_000;

    /// Parses the form, unless its honeypot is filled: spam is not validated. The box of the consent sends its
    /// text, so that nobody agrees to one that was changed after the page was loaded.
    pub fn read(form: &Form, settings: &FormSettings, now: Timestamp) -> Result<Self, Problems> {
        if !form.get(Self::HONEYPOT).trim().is_empty() {
            return Ok(Self::unchecked(form));
        }
        let mut parser = FormParser::of(form);
        let message = Self {
            name: Some(parser.line("name", LeadDraft::NAME)),
            email: parser.needed("email", FormParser::optional_email).map(String::from),
            phone: shown(!settings.hides_phone, || parser.optional_line("phone", LeadDraft::PHONE)),
            company: shown(!settings.hides_company, || parser.optional_line("company", LeadDraft::COMPANY)),
            message: parser.optional_prose("message", Self::MESSAGE),
            website: None,
            consent: settings.consent.as_ref().map(|text| Consent {
                text: text.clone(),
                link: settings.privacy_url.clone(),
                given_at: now,
            }),
        };
        if settings.consent.as_ref().is_some_and(|text| parser.raw("consent") != text) {
            parser.reject("consent", Problem::Empty);
        }
        parser.done(|| message)
    }

    fn unchecked(form: &Form) -> Self {
        let text = |field: &str| Some(form.get(field).to_owned()).filter(|text| !text.is_empty());
        Self {
            name: text("name"),
            email: text("email"),
            phone: text("phone"),
            company: text("company"),
            message: text("message"),
            website: text(Self::HONEYPOT),
            consent: None,
        }
    }
}

fn shown(is_shown: bool, read: impl FnOnce() -> Option<String>) -> Option<String> {
    if is_shown { read() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(fields: &[(&str, &str)]) -> Form {
        fields.iter().fold(Form::default(), |form, (name, value)| form.with(name, Some(*value)))
    }

    fn read(fields: &[(&str, &str)], settings: &FormSettings) -> Result<ContactMessage, Problems> {
        ContactMessage::read(&form(fields), settings, Timestamp::from_millis(0))
    }

    const ANNA: [(&str, &str); 2] = [("name", " Anna Verdi "), ("email", "ANNA@example.it")];

    #[test]
    fn settings_form_round_trips() {
        for settings in [
            FormSettings::default(),
            FormSettings {
                intro: Some("Scrivici\n\nCiao".to_owned()),
                consent: Some("Ho letto".to_owned()),
                privacy_url: Some("https://example.it/privacy".to_owned()),
                hides_phone: true,
                hides_company: true,
                language: Some(Language::En),
            },
        ] {
            assert_eq!(FormSettings::read(&Form::from(&settings)), Ok(settings));
        }
        let wrong = form(&[("privacy_url", "javascript:alert(1)")]);
        assert_eq!(FormSettings::read(&wrong), Err(Problems::one("privacy_url", Problem::NotUrl)));
        let wrong = form(&[("language", "de")]);
        assert_eq!(FormSettings::read(&wrong), Err(Problems::one("language", Problem::NotOneOf)));
    }

    #[test]
    fn message_needs_name_and_email() {
        let problems = read(&[("email", "anna@casa"), ("message", "Ciao")], &FormSettings::default());
        let problems = problems.expect_err("two problems");
        let problems: Vec<_> = problems.iter().collect();
        assert_eq!(problems, [("name", Problem::Empty), ("email", Problem::NotEmail)]);
        let message = read(&ANNA, &FormSettings::default()).expect("a message");
        let json = serde_json::to_string(&message).expect("JSON");
        assert_eq!(json, r#"{"form":"atrio","name":"Anna Verdi","email":"anna@example.it"}"#);
    }

    #[test]
    fn hidden_fields_are_ignored() {
        let fields = [&ANNA[..], &[("phone", "333"), ("company", "Verdi")]].concat();
        let settings = FormSettings { hides_phone: true, hides_company: true, ..FormSettings::default() };
        let message = read(&fields, &settings).expect("a message");
        assert_eq!((message.phone, message.company), (None, None));
    }

    #[test]
    fn consent_counts_only_as_worded_now() {
        let settings = FormSettings { consent: Some("Ho letto\ntutto".to_owned()), ..FormSettings::default() };
        let ticked = |text| read(&[&ANNA[..], &[("consent", text)]].concat(), &settings);
        for other in ["", "on", "Ho letto"] {
            assert_eq!(ticked(other), Err(Problems::one("consent", Problem::Empty)), "{other}");
        }
        let consent = ticked("Ho letto\ntutto").expect("a message").consent;
        assert_eq!(consent.map(|consent| consent.text), settings.consent);
    }

    #[test]
    fn filled_honeypot_is_not_validated() {
        let message = read(&[("website", "x"), ("email", "no")], &FormSettings::default()).expect("spam");
        assert_eq!((message.website.as_deref(), message.email.as_deref()), (Some("x"), Some("no")));
    }
}
