//! The texts of the pages, in every language: one method per phrase. Those of what runs in the browser
//! are in `app::i18n`.

pub mod admin;
pub mod audit;
pub mod clients;
pub mod deliveries;
pub mod exports;
pub mod forms;
pub mod inbox;
pub mod instructions;
pub mod leads;
pub mod merge;
pub mod offline;
pub mod overview;
pub mod portal;
pub mod project_records;
pub mod projects;
pub mod questions;
pub mod settings;
pub mod sources;
pub mod status;

use std::ops::Deref;

use domain::Language;

/// The phrases of one language: those of the pages as methods of its own, those of [`app::i18n::I18n`]
/// by [`Deref`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct I18n(pub Language);

impl Deref for I18n {
    type Target = app::i18n::I18n;

    fn deref(&self) -> &Self::Target {
        match self.0 {
            Language::It => &app::i18n::I18n(Language::It),
            Language::En => &app::i18n::I18n(Language::En),
        }
    }
}

impl I18n {
    /// One of two texts: Italian, English.
    const fn pick(self, (it, en): (&'static str, &'static str)) -> &'static str {
        match self.0 {
            Language::It => it,
            Language::En => en,
        }
    }

    /// `3 fasi` for every count but zero. With each count, one and many in Italian, and in English.
    fn counted<const N: usize>(self, counts: [(i64, [&str; 2], [&str; 2]); N]) -> Vec<String> {
        let text = |(count, it, en): (i64, [&str; 2], [&str; 2])| {
            let [one, many] = if self.0 == Language::It { it } else { en };
            format!("{count} {}", if count == 1 { one } else { many })
        };
        counts.into_iter().filter(|(count, ..)| *count > 0).map(text).collect()
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_phrase_has_both_languages() {
        // The same in both: names, and words Italian has taken over.
        const SHARED: [&str; 11] = [
            "app_name",
            "logo",
            "about_database",
            "email",
            "password",
            "language_italian",
            "language_english",
            "timer_heading",
            "csv_email",
            "agenda",
            "column_lead",
        ];
        for list in [
            super::portal::PORTAL,
            super::admin::ADMIN,
            super::offline::OFFLINE,
            super::projects::PROJECTS,
            super::forms::FORMS,
            super::project_records::RECORDS,
            super::leads::LEADS,
            super::merge::MERGE,
            super::clients::CLIENTS,
            super::inbox::INBOX,
            super::overview::OVERVIEW,
            super::audit::AUDIT,
            super::settings::SETTINGS,
            super::sources::SOURCES,
            super::deliveries::DELIVERIES,
            super::exports::EXPORTS,
            super::instructions::INSTRUCTIONS,
        ] {
            for (name, it, en) in list {
                assert!(!it.trim().is_empty() && !en.trim().is_empty(), "{name} is empty");
                assert!(it != en || SHARED.contains(name), "{name} is not translated");
                assert!(!it.contains('\'') && !en.contains('\''), "{name} has a typewriter apostrophe");
            }
        }
    }
}
