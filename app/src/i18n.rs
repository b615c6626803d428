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

/// Declares phrases: a method of the `I18n` in scope for each, with the Italian and the English text. A sentence
/// that addresses a client has two Italian ones, with *tu* and with *Lei*; the name of a button, a link or a field
/// has one: `name = "Hai scritto" / "Ha scritto", "You wrote";`
/// One with parameters is formatted: `greeting(name: &str) = "Ciao, {name}", "Hello, {name}";` Where the first
/// parameter is a number, there may be a text for one and one for others, or for none, one and others:
/// `days(count: i64) = "un giorno" | "{count} giorni", "a day" | "{count} days";`
#[macro_export]
macro_rules! phrases {
    ($list:ident: $(
        $(#[doc = $doc:literal])* $name:ident $(($($arg:ident: $type:ty),+))?
            = $it:literal $(/ $lei:literal)? $(| $its:literal)*, $en:literal $(| $ens:literal)*;
    )+) => {
        impl I18n {
            $($crate::phrase! {
                $(#[doc = $doc])* $name [$($($arg: $type),+)?] [$it $(| $its)*] [$($lei)?] [$en $(| $ens)*]
            })+
        }

        /// Every phrase of this file, for the tests.
        pub const $list: &[$crate::i18n::Phrase] = &[$(
            $crate::i18n::Phrase { name: stringify!($name), it: $it, lei: &[$($lei)?], en: $en },
            $($crate::i18n::Phrase { name: stringify!($name), it: $its, lei: &[], en: $ens },)*
        )+];
    };
}

/// The method of one phrase.
#[doc(hidden)]
#[macro_export]
macro_rules! phrase {
    ($(#[$doc:meta])* $name:ident [] [$it:literal] [$($lei:literal)?] [$en:literal]) => {
        $(#[$doc])*
        pub fn $name(self) -> &'static str {
            match (self.0, self.1) {
                $((::domain::Language::It, ::domain::FormOfAddress::Lei) => $lei,)?
                (::domain::Language::It, _) => $it,
                (::domain::Language::En, _) => $en,
            }
        }
    };
    ($(#[$doc:meta])* $name:ident [$($arg:ident: $type:ty),+] [$it:literal] [$($lei:literal)?] [$en:literal]) => {
        $(#[$doc])*
        pub fn $name(self, $($arg: $type),+) -> String {
            match (self.0, self.1) {
                $((::domain::Language::It, ::domain::FormOfAddress::Lei) => format!($lei),)?
                (::domain::Language::It, _) => format!($it),
                (::domain::Language::En, _) => format!($en),
            }
        }
    };
    ($(#[$doc:meta])* $name:ident [$($args:tt)+]
        [$it_1:literal | $it:literal] [] [$en_1:literal | $en:literal]) => {
        $crate::phrase! { $(#[$doc])* $name [$($args)+] 1 => $it_1, $en_1; _ => $it, $en; }
    };
    ($(#[$doc:meta])* $name:ident [$($args:tt)+]
        [$it_0:literal | $it_1:literal | $it:literal] [] [$en_0:literal | $en_1:literal | $en:literal]) => {
        $crate::phrase! { $(#[$doc])* $name [$($args)+] 0 => $it_0, $en_0; 1 => $it_1, $en_1; _ => $it, $en; }
    };
    ($(#[$doc:meta])* $name:ident [$count:ident: $number:ty $(, $arg:ident: $type:ty)*]
        $($counted:pat => $it:literal, $en:literal;)+) => {
        $(#[$doc])*
        pub fn $name(self, $count: $number $(, $arg: $type)*) -> String {
            match (self.0, $count) {$(
                (::domain::Language::It, $counted) => format!($it),
                (::domain::Language::En, $counted) => format!($en),
            )+}
        }
    };
}
