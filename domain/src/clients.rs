//! Clients of the agency.

mod draft;
mod view;

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::id::ClientId;
use crate::notifications::Frequency;
use crate::{Language, Timestamp};

pub use draft::ClientDraft;
pub use view::{ClientCard, ClientDeletionImpact, ClientLine, ClientProject};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Client {
    /// Also the key of the General channel.
    pub id: ClientId,
    pub name: String,
    pub company: Option<String>,
    pub email: Option<String>,
    pub phone: Option<String>,
    /// Language of the client's portal.
    pub language: Language,
    /// How often they want e-mails.
    pub notify: Frequency,
    /// Whether they are reminded of deliverables to approve.
    pub remind_approvals: bool,
    /// Whether they are reminded of payments.
    pub remind_payments: bool,
    /// The secret that opens the portal.
    pub token: Token,
    /// The readable part of the portal's address.
    pub slug: Slug,
    pub created_at: Timestamp,
}

/// The secret that opens a client's portal. `Debug` hides it, so that it never appears in a log.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Token(String);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be 16 to 128 of A-Z a-z 0-9 _ -")]
pub struct InvalidToken;

impl Token {
    /// Accepts 16–128 characters of base64url. Tokens made by Atrio have 43 (32 random bytes); imported ones
    /// may differ.
    pub fn parse(value: impl Into<String>) -> Result<Self, InvalidToken> {
        let value = value.into();
        let fits = (16..=128).contains(&value.len())
            && value.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-');
        if fits { Ok(Self(value)) } else { Err(InvalidToken) }
    }

    /// The secret itself, for comparing, storing and showing to its owner. Never log it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

impl TryFrom<String> for Token {
    type Error = InvalidToken;
    fn try_from(value: String) -> Result<Self, InvalidToken> {
        Self::parse(value)
    }
}

impl From<Token> for String {
    fn from(token: Token) -> Self {
        token.0
    }
}

/// What a link in an e-mail or a notification opens its recipient's portal with, besides the slug. `Debug` hides it,
/// so that it never appears in a log.
#[derive(Clone, PartialEq, Eq)]
pub struct LinkCredential(String);

impl LinkCredential {
    /// The query parameter with it.
    pub const PARAMETER: &str = "link";

    /// `credential` is safe in an address as it is.
    pub fn new(credential: String) -> Self {
        Self(credential)
    }

    /// For an address that is sent to its owner. Never log it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for LinkCredential {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LinkCredential(…)")
    }
}

/// The readable part of a portal's address: `[a-z0-9-]`, 1–80 characters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
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

impl TryFrom<String> for Slug {
    type Error = InvalidSlug;
    fn try_from(value: String) -> Result<Self, InvalidSlug> {
        Self::parse(value)
    }
}

impl From<Slug> for String {
    fn from(slug: Slug) -> Self {
        slug.0
    }
}

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

    #[test]
    fn debug_hides_token_and_link_credential() {
        let token = Token::parse("s3cret-s3cret-s3cret").expect("a token");
        assert_eq!(format!("{token:?}"), "Token(…)");
        let link = LinkCredential::new("anna.s3cret".to_owned());
        assert_eq!(format!("{link:?}"), "LinkCredential(…)");
    }
}
