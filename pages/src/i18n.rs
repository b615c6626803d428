//! The texts of the pages, in every language: one method per phrase. Those of what runs in the browser
//! are in `app::i18n`.

/// Declares methods of [`I18n`] with one text for each variant of an enum, in Italian and in English; or two methods with the texts
/// of both before and after a slash.
macro_rules! names {
    ($(#[doc = $doc:literal])* $name:ident, $other:ident($enum:ident) {
        $($variant:ident = $it:literal, $en:literal / $other_it:literal, $other_en:literal;)+
    }) => {
        names! {
            $(#[doc = $doc])* $name($enum) { $($variant = $it, $en;)+ }
            $(#[doc = $doc])* $other($enum) { $($variant = $other_it, $other_en;)+ }
        }
    };
    ($(
        $(#[doc = $doc:literal])* $name:ident($enum:ident) { $($variant:ident = $it:literal, $en:literal;)+ }
    )+) => {
        impl I18n {$(
            $(#[doc = $doc])*
            pub const fn $name(self, of: $enum) -> &'static str {
                self.pick(match of { $($enum::$variant => ($it, $en),)+ })
            }
        )+}
    };
}

pub mod admin;
pub mod audit;
pub mod clients;
pub mod codes;
pub mod contact_form;
pub mod days;
pub mod deliveries;
pub mod forms;
pub mod inbox;
pub mod leads;
pub mod mail;
pub mod material;
pub mod members;
pub mod merge;
pub mod notifications;
pub mod overview;
pub mod portal;
pub mod project_records;
pub mod projects;
pub mod questions;
pub mod quotes;
pub mod receipts;
pub mod search;
pub mod second_factor;
pub mod settings;
pub mod sources;
pub mod status;
pub mod today;
pub mod uploads;
pub mod viewer;

use std::ops::Deref;

use domain::{FormOfAddress, Language};

/// The phrases of one language, to a reader addressed in this way: those of the pages as methods of its own, those
/// of [`app::i18n::I18n`] by [`Deref`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct I18n(pub Language, pub FormOfAddress);

/// The phrases for the agency.
impl From<Language> for I18n {
    fn from(language: Language) -> Self {
        Self(language, FormOfAddress::Tu)
    }
}

impl Deref for I18n {
    type Target = app::i18n::I18n;

    fn deref(&self) -> &Self::Target {
        match self {
            Self(Language::It, FormOfAddress::Tu) => &app::i18n::I18n(Language::It, FormOfAddress::Tu),
            Self(Language::It, FormOfAddress::Lei) => &app::i18n::I18n(Language::It, FormOfAddress::Lei),
            Self(Language::En, _) => &app::i18n::I18n(Language::En, FormOfAddress::Tu),
        }
    }
}

type Count = (i64, [&'static str; 2], [&'static str; 2]);

impl I18n {
    /// One of two texts: Italian, English.
    pub const fn pick(self, (it, en): (&'static str, &'static str)) -> &'static str {
        match self.0 {
            Language::It => it,
            Language::En => en,
        }
    }

    /// `3 fasi`, of a count with the words for one and many in Italian and in English.
    fn count(self, (count, it, en): Count) -> String {
        let [one, many] = if self.0 == Language::It { it } else { en };
        format!("{count} {}", if count == 1 { one } else { many })
    }

    /// Those of the counts that are not zero.
    pub(crate) fn counted<const N: usize>(self, counts: [Count; N]) -> Vec<String> {
        counts.into_iter().filter(|(count, ..)| *count > 0).map(|count| self.count(count)).collect()
    }
}

/// With a capital first letter.
fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use app::i18n::Phrase;

    #[test]
    fn file_size_has_two_or_three_digits_and_a_unit() {
        let of = |language, bytes| super::I18n(language, domain::FormOfAddress::default()).size(bytes);
        let sizes = [(1, "1 byte"), (1_500, "2 kB"), (999_499, "999 kB"), (999_500, "1,0 MB"), (12_340_000, "12,3 MB")];
        for (bytes, size) in sizes {
            assert_eq!(of(domain::Language::It, bytes), size);
        }
        assert_eq!(of(domain::Language::En, 1_250_000), "1.3 MB");
    }

    #[test]
    fn every_phrase_has_both_languages() {
        // The same in both: names, and words Italian has taken over.
        const SHARED: [&str; 19] = [
            "app_name",
            "logo",
            "about_database",
            "email",
            "file",
            "password",
            "timer_heading",
            "csv_email",
            "agenda",
            "column_lead",
            "account",
            "deliverable_url",
            "document_url",
            "studio",
            "the_agency",
            "client_notifications_to",
            "in_hours",
            "person_wrote_on",
            "material_sent_by",
        ];
        for list in [
            app::i18n::chat::CHAT,
            app::i18n::errors::ERRORS,
            app::i18n::live::LIVE,
            super::portal::PORTAL,
            super::uploads::UPLOADS,
            super::admin::ADMIN,
            super::portal::OFFLINE,
            super::projects::PROJECTS,
            super::forms::FORMS,
            super::project_records::RECORDS,
            super::quotes::QUOTES,
            super::leads::LEADS,
            super::mail::MAIL_CLIENT,
            super::mail::MAIL_ADMIN,
            super::material::MATERIAL,
            super::material::CLIENT_MATERIAL,
            super::members::MEMBERS,
            super::second_factor::SECOND_FACTOR,
            super::merge::MERGE,
            super::notifications::NOTIFICATIONS,
            crate::notification_kinds::NOTIFICATION_KINDS,
            crate::notification_kinds::material::MATERIAL_KINDS,
            super::notifications::PORTAL_NOTIFICATIONS,
            super::portal::PUSH,
            super::clients::CLIENTS,
            super::codes::CODES,
            super::receipts::RECEIPTS,
            super::receipts::VERSIONS,
            super::viewer::VIEWER,
            super::inbox::INBOX,
            super::overview::OVERVIEW,
            super::search::SEARCH,
            super::today::TODAY,
            super::audit::AUDIT,
            super::settings::SETTINGS,
            super::sources::SOURCES,
            super::contact_form::CONTACT,
            super::contact_form::FORM_SOURCE,
            super::deliveries::DELIVERIES,
            super::overview::EXPORTS,
            super::sources::INSTRUCTIONS,
        ] {
            for Phrase { name, it, lei, en } in list {
                assert!(it != en || SHARED.contains(name), "{name} is not translated");
                for text in [&[*it, *en], *lei].concat() {
                    assert!(!text.trim().is_empty(), "{name} is empty");
                    assert!(!text.contains('\''), "{name} has a typewriter apostrophe");
                }
            }
        }
    }

    #[test]
    fn clients_are_addressed_with_lei_where_the_agency_wants_it() {
        const TU: [&str; 21] = [
            "tu", "te", "ti", "tuo", "tua", "tuoi", "tue", "troverai", "puoi", "vorresti", "hai", "sei", "stavi",
            "scrivi", "scrivici", "usa", "controlla", "ricarica", "ricaricala", "chiedi", "riprova",
        ];
        // Names of buttons, links and fields, the same with both: only sentences speak to somebody.
        const NAMES: [&str; 8] = [
            "retry", "try_again", "write_message", "write_reply", "contact_again", "material_write_here",
            "portal_write_message", "new_pin",
        ];
        // Only the agency reads these.
        const READ_BY_AGENCY: [&str; 5] =
            ["tagline", "error_signed_out", "error_stale", "error_email_taken", "preview_hint"];
        let is_informal =
            |text: &str| text.to_lowercase().split(|c: char| !c.is_alphabetic()).any(|word| TU.contains(&word));
        let lists = [
            app::i18n::chat::CHAT,
            app::i18n::errors::ERRORS,
            super::portal::PORTAL,
            super::portal::OFFLINE,
            super::contact_form::CONTACT,
            super::mail::MAIL_CLIENT,
            super::notifications::PORTAL_NOTIFICATIONS,
            crate::notification_kinds::NOTIFICATION_KINDS,
            crate::notification_kinds::material::MATERIAL_KINDS,
            super::portal::PUSH,
            super::material::CLIENT_MATERIAL,
            super::receipts::RECEIPTS,
            super::viewer::VIEWER,
        ];
        for Phrase { name, it, lei, .. } in lists.into_iter().flatten() {
            let text = lei.first().unwrap_or(it);
            assert!(!is_informal(text) || NAMES.contains(name) || READ_BY_AGENCY.contains(name), "{name}: {text}");
            assert!(lei.is_empty() || text != it, "{name}: twice the same");
        }
    }
}
