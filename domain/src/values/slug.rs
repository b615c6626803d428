//! The readable part of a portal's address.

use std::fmt;

use serde::{Deserialize, Serialize};

/// `[a-z0-9-]`, 1–80 characters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(not(target_arch = "wasm32"), derive(utoipa::ToSchema), schema(pattern = "^[a-z0-9-]{1,80}$"))]
pub struct Slug(String);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be 1 to 80 of a-z 0-9 -")]
pub struct InvalidSlug;

impl Slug {
    /// How many random characters Atrio appends to a slug.
    pub const SUFFIX_CHARS: usize = 4;

    /// Accepts 1–80 of `a–z 0–9 -`.
    pub fn parse(value: impl Into<String>) -> Result<Self, InvalidSlug> {
        let value = value.into();
        let fits = (1..=80).contains(&value.len())
            && value.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
        if fits { Ok(Self(value)) } else { Err(InvalidSlug) }
    }

    /// The slug of `name` followed by `suffix`: [`Self::SUFFIX_CHARS`] random characters of `a–z0–9`, so that
    /// it cannot be guessed from the name (docs/REFERENCE.md#client).
    pub fn from_name(name: &str, suffix: &str) -> Self {
        let mut slug = String::new();
        for letter in name.chars().flat_map(plain_letters) {
            if slug.len() >= 60 {
                break;
            }
            if letter != '-' || !(slug.is_empty() || slug.ends_with('-')) {
                slug.push(letter);
            }
        }
        let base = slug.trim_end_matches('-');
        Self(if base.is_empty() { format!("c-{suffix}") } else { format!("{base}-{suffix}") })
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// `letter` in `[a-z0-9]`, without its accent; `-` for everything else.
fn plain_letters(letter: char) -> impl Iterator<Item = char> {
    let lower = letter.to_lowercase().next().unwrap_or(letter);
    let plain = match lower {
        'a'..='z' | '0'..='9' => return [Some(lower), None].into_iter().flatten(),
        'à' | 'á' | 'â' | 'ã' | 'å' | 'ā' => "a",
        'ä' | 'æ' => "ae",
        'ç' | 'ć' | 'č' => "c",
        'è' | 'é' | 'ê' | 'ë' | 'ē' | 'ę' => "e",
        'ì' | 'í' | 'î' | 'ï' | 'ī' => "i",
        'ñ' | 'ń' => "n",
        'ò' | 'ó' | 'ô' | 'õ' | 'ø' | 'ō' => "o",
        'ö' | 'œ' => "oe",
        'ś' | 'š' => "s",
        'ß' => "ss",
        'ù' | 'ú' | 'û' | 'ū' => "u",
        'ü' => "ue",
        'ý' | 'ÿ' => "y",
        'ź' | 'ż' | 'ž' => "z",
        '\'' | '’' => return [None, None].into_iter().flatten(),
        _ => "-",
    };
    let mut letters = plain.chars();
    [letters.next(), letters.next()].into_iter().flatten()
}

impl fmt::Display for Slug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

string_value! { Slug, InvalidSlug, |value| Self::parse(value), |slug| slug.0 }

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slug_is_ascii_name_with_suffix() {
        for (name, slug) in [
            ("Studio Bianchi", "studio-bianchi-x7k2"),
            ("  Caffè & Più, S.r.l. ", "caffe-piu-s-r-l-x7k2"),
            ("L'Orto d’Oro", "lorto-doro-x7k2"),
            ("Müller Straße", "mueller-strasse-x7k2"),
            ("山田", "c-x7k2"),
        ] {
            assert_eq!(Slug::from_name(name, "x7k2").as_str(), slug);
            assert!(Slug::parse(slug).is_ok());
        }
        assert!(Slug::parse(Slug::from_name(&"lungo ".repeat(50), "x7k2").as_str()).is_ok());
    }
}
