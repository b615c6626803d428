//! The settings of quotes.

use serde::{Deserialize, Serialize};

use crate::form::{Form, FormParser, Problem, Problems};
use crate::{Language, Percent};

/// The settings `letterhead` and `vat_rate`, and their form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuoteSettings {
    /// The lines below the agency's name: address, VAT number, telephone.
    pub letterhead: Option<String>,
    /// The VAT rate of items without one.
    pub vat_rate: Percent,
}

impl Default for QuoteSettings {
    fn default() -> Self {
        Self { letterhead: None, vat_rate: Percent::ORDINARY_VAT }
    }
}

impl QuoteSettings {
    /// The longest letterhead, in characters.
    pub const LETTERHEAD: usize = 600;

    /// Parses the form; without a rate it is the ordinary one.
    pub fn read(form: &Form) -> Result<Self, Problems> {
        let mut parser = FormParser::of(form);
        let letterhead = parser.optional_prose("letterhead", Self::LETTERHEAD);
        let vat_rate = parser.parsed("vat_rate", Problem::NotPercent, Percent::parse_typed);
        parser.done(|| Self { letterhead, vat_rate: vat_rate.unwrap_or(Percent::ORDINARY_VAT) })
    }

    pub fn form(&self, language: Language) -> Form {
        Form::default()
            .with("letterhead", self.letterhead.clone())
            .with("vat_rate", Some(self.vat_rate.decimal(language)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quote_settings_round_trip() {
        let form = Form::default().with("letterhead", Some(" Via Po 1\nTorino ")).with("vat_rate", Some("5,5"));
        let settings = QuoteSettings::read(&form).expect("settings");
        assert_eq!(settings.letterhead.as_deref(), Some("Via Po 1\nTorino"));
        assert_eq!(QuoteSettings::read(&settings.form(Language::En)), Ok(settings));
        assert_eq!(QuoteSettings::read(&Form::default()), Ok(QuoteSettings::default()));
        let wrong = QuoteSettings::read(&Form::default().with("vat_rate", Some("101")));
        assert_eq!(wrong, Err(Problems::one("vat_rate", Problem::NotPercent)));
    }
}
