//! Translated texts of the islands and shared components, one method per phrase. The texts of pages are in
//! the crate `pages`.

pub mod chat;
pub mod errors;
pub mod live;

use domain::Language;

/// The phrases of one language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct I18n(pub Language);

/// Declares phrases: a method of the `I18n` in scope for each, with the Italian and the English text.
#[macro_export]
macro_rules! phrases {
    ($list:ident: $( $(#[doc = $doc:literal])* $name:ident = $it:literal, $en:literal; )+) => {
        impl I18n {
            $(
                $(#[doc = $doc])*
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
#[cfg(test)]
mod tests {
    #[test]
    fn every_phrase_has_both_languages() {
        for (name, it, en) in [super::chat::CHAT, super::errors::ERRORS, super::live::LIVE].concat() {
            assert!(!it.trim().is_empty() && !en.trim().is_empty(), "{name} is empty");
            assert!(it != en, "{name} is not translated");
            assert!(!it.contains('\'') && !en.contains('\''), "{name} has a typewriter apostrophe");
        }
    }
}
