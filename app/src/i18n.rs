//! Translated texts of the islands and shared components, one method per phrase. The texts of pages are in
//! the crate `pages`.

pub mod chat;
pub mod errors;
pub mod live;

use domain::{FormOfAddress, Language};
use serde::{Deserialize, Serialize};

/// The phrases of one language, to a reader addressed in this way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct I18n(pub Language, pub FormOfAddress);

/// The phrases for the agency.
impl From<Language> for I18n {
    fn from(language: Language) -> Self {
        Self(language, FormOfAddress::Tu)
    }
}

/// The texts of a phrase.
#[derive(Debug)]
pub struct Phrase {
    pub name: &'static str,
    pub it: &'static str,
    /// At most one: the Italian text with *Lei*.
    pub lei: &'static [&'static str],
    pub en: &'static str,
}

/// Declares phrases: a method of the `I18n` in scope for each, with the Italian and the English text. A phrase
/// that addresses a client has two Italian ones, with *tu* and with *Lei*: `name = "Scrivi" / "Scriva", "Write";`
#[macro_export]
macro_rules! phrases {
    ($list:ident: $( $(#[doc = $doc:literal])* $name:ident = $it:literal $(/ $lei:literal)?, $en:literal; )+) => {
        impl I18n {
            $(
                $(#[doc = $doc])*
                pub fn $name(self) -> &'static str {
                    $(
                        if self.0 == ::domain::Language::It && self.1 == ::domain::FormOfAddress::Lei {
                            return $lei;
                        }
                    )?
                    match self.0 {
                        ::domain::Language::It => $it,
                        ::domain::Language::En => $en,
                    }
                }
            )+
        }

        /// Every phrase of this file, for the tests.
        pub const $list: &[$crate::i18n::Phrase] =
            &[$($crate::i18n::Phrase { name: stringify!($name), it: $it, lei: &[$($lei)?], en: $en }),+];
    };
}
