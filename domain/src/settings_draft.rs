//! What the agency chooses on its settings page.

use serde::{Deserialize, Serialize};

use crate::{Accent, Agency, Form, Language, Problem, Problems, Reading};

/// The settings that are edited together.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SettingsDraft {
    /// What the agency is called; none: Atrio stands in its place.
    pub agency_name: Option<String>,
    /// Its colour; none: Atrio's own.
    pub accent: Option<Accent>,
    /// The language of admin and public pages.
    pub language: Language,
    /// The name of its time zone in the IANA database. Whether there is such a zone, the store knows.
    pub time_zone: String,
}

impl SettingsDraft {
    /// The longest name of a zone, in characters.
    const ZONE: usize = 64;

    /// Reads the form of the settings page.
    ///
    /// # Errors
    /// What is wrong with which field.
    pub fn read(form: &Form) -> Result<Self, Problems> {
        let mut reading = Reading::of(form);
        let agency_name = reading.maybe_line("agency_name", Agency::NAME);
        let accent = reading.parsed("accent", Problem::NotColour, |text| Accent::parse(text).ok());
        let language = reading.word("language", Language::default());
        let time_zone = reading.line("time_zone", Self::ZONE);
        reading.done(|| Self { agency_name, accent, language, time_zone })
    }
}

impl From<&SettingsDraft> for Form {
    fn from(draft: &SettingsDraft) -> Self {
        Self::default()
            .with("agency_name", draft.agency_name.clone())
            .with("accent", draft.accent.map(String::from))
            .with("language", Some(draft.language.as_str()))
            .with("time_zone", Some(draft.time_zone.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(name: &str, accent: &str, language: &str, zone: &str) -> Form {
        let form = Form::default().with("agency_name", Some(name)).with("accent", Some(accent));
        form.with("language", Some(language)).with("time_zone", Some(zone))
    }

    #[test]
    fn what_is_read_fills_the_form_again() {
        let draft =
            SettingsDraft::read(&form(" Studio Lume ", "#0B5A5E", "en", "Europe/Rome")).expect("good");
        assert_eq!(Form::from(&draft), form("Studio Lume", "#0b5a5e", "en", "Europe/Rome"));
        let empty = SettingsDraft::read(&form("", " ", "it", "UTC")).expect("good");
        assert_eq!((empty.agency_name, empty.accent), (None, None));
    }

    #[test]
    fn every_field_says_what_is_wrong_with_it() {
        let problems = SettingsDraft::read(&form(&"è".repeat(81), "rosso", "tlh", "")).expect_err("bad");
        assert_eq!(
            problems.iter().collect::<Vec<_>>(),
            [
                ("agency_name", Problem::TooLong(80)),
                ("accent", Problem::NotColour),
                ("language", Problem::NotOneOf),
                ("time_zone", Problem::Empty),
            ]
        );
    }
}
