//! Everything Atrio says, in every language it speaks: one method per phrase.

pub mod admin;
pub mod audit;
pub mod chat;
pub mod clients;
pub mod deliveries;
pub mod forms;
pub mod inbox;
pub mod instructions;
pub mod leads;
pub mod merge;
pub mod offline;
pub mod portal;
pub mod project_records;
pub mod projects;
pub mod questions;
pub mod settings;
pub mod sources;
pub mod status;

use domain::Language;

/// The phrases of one language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct I18n(pub Language);

/// Declares phrases: a method of [`I18n`] for each, with the Italian and the English text.
macro_rules! phrases {
    ($list:ident: $( $(#[doc = $doc:literal])+ $name:ident = $it:literal, $en:literal; )+) => {
        impl $crate::i18n::I18n {
            $(
                $(#[doc = $doc])+
                pub fn $name(self) -> &'static str {
                    match self.0 {
                        ::domain::Language::It => $it,
                        ::domain::Language::En => $en,
                    }
                }
            )+
        }

        /// Name, Italian and English of every phrase of this file.
        #[cfg(test)]
        pub(super) const $list: &[(&str, &str, &str)] = &[$((stringify!($name), $it, $en)),+];
    };
}
use phrases;

#[cfg(test)]
mod tests {
    #[test]
    fn every_phrase_is_said_in_both_languages() {
        // The same in both: names, and words Italian has taken over.
        const SHARED: [&str; 6] =
            ["app_name", "email", "password", "language_italian", "language_english", "timer_heading"];
        for list in [
            super::chat::CHAT,
            super::portal::PORTAL,
            super::admin::ADMIN,
            super::offline::OFFLINE,
            super::projects::PROJECTS,
            super::forms::FORMS,
            super::project_records::PAPERS,
            super::leads::LEADS,
            super::merge::MERGE,
            super::clients::CLIENTS,
            super::inbox::INBOX,
            super::audit::AUDIT,
            super::settings::SETTINGS,
            super::sources::SOURCES,
            super::deliveries::DELIVERIES,
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
