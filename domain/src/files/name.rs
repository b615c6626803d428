//! The name of a file: a text for people, never a path.

use std::fmt;

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be 1 to 255 characters without /, \\ and control characters")]
pub struct InvalidFileName;

/// 1–255 characters, without `/`, `\` and control characters.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(not(target_arch = "wasm32"), derive(utoipa::ToSchema), schema(min_length = 1, max_length = 255))]
pub struct FileName(String);

impl FileName {
    /// In characters.
    pub const MAX_CHARS: usize = 255;
    /// The longest ending that is kept when a name is shortened, with its dot.
    const MAX_ENDING: usize = 32;

    /// The name that an uploader gave, with `_` for what no name may contain; a longer one is shortened before its ending.
    ///
    /// # Errors
    /// It is empty.
    pub fn clean(given: &str) -> Result<Self, InvalidFileName> {
        let cleaned = given.chars().map(|letter| if is_forbidden(letter) { '_' } else { letter }).collect();
        if given.is_empty() { Err(InvalidFileName) } else { Ok(Self(shortened(cleaned))) }
    }

    /// A name that has been cleaned before.
    pub fn parse(name: impl Into<String>) -> Result<Self, InvalidFileName> {
        let name = name.into();
        let is_short = name.len() <= Self::MAX_CHARS || name.chars().count() <= Self::MAX_CHARS;
        if name.is_empty() || !is_short || name.contains(is_forbidden) { Err(InvalidFileName) } else { Ok(Self(name)) }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

string_value! { FileName, InvalidFileName, |text| Self::parse(text), |name| name.0 }

impl fmt::Display for FileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Control characters are Unicode's Cc, NUL and U+0085 among them.
fn is_forbidden(letter: char) -> bool {
    matches!(letter, '/' | '\\') || letter.is_control()
}

/// Where the ending of a name begins: at its last dot, unless that is the first letter or the ending is too long for one.
fn ending(name: &str) -> Option<usize> {
    let dot = name.rfind('.').filter(|dot| *dot > 0)?;
    (name[dot..].chars().count() <= FileName::MAX_ENDING).then_some(dot)
}

fn shortened(name: String) -> String {
    if name.chars().count() <= FileName::MAX_CHARS {
        return name;
    }
    let (stem, ending) = name.split_at(ending(&name).unwrap_or(name.len()));
    let kept = FileName::MAX_CHARS - ending.chars().count();
    stem.chars().take(kept).chain(ending.chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_has_no_separator_and_no_control_character() {
        for (given, name) in [
            ("logo.png", "logo.png"),
            ("../../etc/passwd", ".._.._etc_passwd"),
            ("C:\\Users\\logo.png", "C:_Users_logo.png"),
            ("a\0b\nc\u{85}d\u{7f}e", "a_b_c_d_e"),
            ("..", ".."),
            (" spazi ", " spazi "),
            ("foto\u{202e}gnp.exe", "foto\u{202e}gnp.exe"),
        ] {
            assert_eq!(FileName::clean(given).unwrap().as_str(), name, "{given:?}");
        }
        assert_eq!(FileName::clean(""), Err(InvalidFileName));
    }

    #[test]
    fn long_name_is_shortened_before_its_ending() {
        let of = |given: String| FileName::clean(&given).unwrap().as_str().to_owned();
        assert_eq!(of("è".repeat(255)), "è".repeat(255));
        assert_eq!(of("è".repeat(300) + ".tar.gz"), "è".repeat(252) + ".gz");
        assert_eq!(of("x".repeat(251) + ".pdf"), "x".repeat(251) + ".pdf");
        assert_eq!(of("x".repeat(252) + ".pdf"), "x".repeat(251) + ".pdf");
        assert_eq!(of("x".repeat(300)), "x".repeat(255));
        assert_eq!(of(format!("a.{}", "b".repeat(300))), format!("a.{}", "b".repeat(253)));
        assert_eq!(of(format!(".{}", "b".repeat(300))), format!(".{}", "b".repeat(254)));
    }

    #[test]
    fn only_clean_names_parse() {
        for good in ["a", "..", " ", &"è".repeat(255)] {
            assert!(FileName::parse(good).is_ok(), "{good:?}");
        }
        for bad in ["", "a/b", "a\\b", "a\0", "a\n", &"x".repeat(256)] {
            assert_eq!(FileName::parse(bad), Err(InvalidFileName), "{bad:?}");
        }
    }
}
