//! E-mail addresses.

use std::fmt;
use std::net::Ipv4Addr;

use serde::{Deserialize, Deserializer, Serialize};

/// An address that an e-mail can be sent to, trimmed and in lower case, so that one person is one lead
/// (docs/REFERENCE.md#e-mail-addresses).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct EmailAddress(String);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be an e-mail address of at most 254 characters")]
pub struct InvalidEmail;

impl EmailAddress {
    /// The longest address, in characters.
    pub const MAX_CHARS: usize = 254;

    /// Trims `raw` and converts it to lower case.
    ///
    /// # Errors
    /// [`InvalidEmail`] when it is too long or not the address of one mailbox.
    pub fn parse(raw: &str) -> Result<Self, InvalidEmail> {
        let address = Self(raw.trim().to_lowercase());
        if address.mailbox().is_some() && address.0.chars().count() <= Self::MAX_CHARS {
            Ok(address)
        } else {
            Err(InvalidEmail)
        }
    }

    /// An address as stored: earlier versions stored some that are none.
    pub const fn from_stored(address: String) -> Self {
        Self(address)
    }

    /// Deserializes what [`Self::from_stored`] takes.
    ///
    /// # Errors
    /// When it is neither a text nor null.
    pub fn deserialize_stored<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Self>, D::Error> {
        Ok(Option::<String>::deserialize(from)?.map(Self::from_stored))
    }

    /// The local part, and the domain as DNS knows it; `None` if it is not the address of one mailbox.
    pub fn mailbox(&self) -> Option<(&str, String)> {
        let (user, domain) = self.0.split_once('@')?;
        is_local_part(user).then_some(())?;
        Some((user, dns_name(domain)?))
    }

    /// Whether the domain has several parts. `anna@localhost` is an address, but rarely what somebody means.
    pub fn has_dotted_domain(&self) -> bool {
        self.0.rsplit_once('@').is_some_and(|(_, domain)| domain.contains('.') && !domain.starts_with('['))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// In bytes (RFC 5321, 4.5.3.1.1).
const MAX_LOCAL_PART: usize = 64;
/// In bytes, as of DNS.
const MAX_DOMAIN: usize = 253;
const MAX_LABEL: usize = 63;
/// Letters of Unicode that nobody sees: the fillers of Hangul.
const INVISIBLE: [char; 4] = ['\u{115f}', '\u{1160}', '\u{3164}', '\u{ffa0}'];

/// A `Dot-string` of RFC 5321, with the letters of RFC 6531; never quoted.
fn is_local_part(user: &str) -> bool {
    let is_text = |letter: char| {
        (letter.is_alphanumeric() && !INVISIBLE.contains(&letter)) || "!#$%&'*+-/=?^_`{|}~".contains(letter)
    };
    user.len() <= MAX_LOCAL_PART && user.split('.').all(|atom| !atom.is_empty() && atom.chars().all(is_text))
}

/// A host name, or an IPv4 address in brackets. Letters beyond ASCII have one spelling, so that none is invisible.
fn dns_name(domain: &str) -> Option<String> {
    let literal = domain.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    if literal.is_some_and(|address| address.parse::<Ipv4Addr>().is_ok()) {
        return Some(domain.to_owned());
    }
    let ascii = idna::domain_to_ascii(domain).ok()?;
    let is_one_spelling = ascii == domain || idna::domain_to_unicode(&ascii).0 == domain;
    (is_one_spelling && ascii.len() <= MAX_DOMAIN && ascii.split('.').all(is_label)).then_some(ascii)
}

fn is_label(label: &str) -> bool {
    (1..=MAX_LABEL).contains(&label.len())
        && !label.starts_with('-')
        && !label.ends_with('-')
        && label.bytes().all(|letter| letter.is_ascii_alphanumeric() || letter == b'-')
}

impl fmt::Display for EmailAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

string_value! { EmailAddress, InvalidEmail, |raw| Self::parse(&raw), |address| address.0 }

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(raw: &str) -> Option<String> {
        EmailAddress::parse(raw).ok().map(String::from)
    }

    #[test]
    fn address_of_one_mailbox_is_trimmed_and_in_lower_case() {
        for (raw, expected) in [
            (" Anna@Example.IT\n", "anna@example.it"),
            ("name+tag@sub.example.co.uk", "name+tag@sub.example.co.uk"),
            ("o'neil@x.it", "o'neil@x.it"),
            ("a.b-c_d@x-y.it", "a.b-c_d@x-y.it"),
            ("!#$%&'*+-/=?^_`{|}~@x.it", "!#$%&'*+-/=?^_`{|}~@x.it"),
            ("jörg@example.de", "jörg@example.de"),
            ("Anna@SOCIETÀ.it", "anna@società.it"),
            ("anna@xn--societ-hta.it", "anna@xn--societ-hta.it"),
            ("anna@straße.de", "anna@straße.de"),
            ("用户@例子.广告", "用户@例子.广告"),
            ("anna@مثال.إختبار", "anna@مثال.إختبار"),
            ("anna@उदाहरण.परीक्षा", "anna@उदाहरण.परीक्षा"),
            ("anna@localhost", "anna@localhost"),
            ("anna@[192.0.2.1]", "anna@[192.0.2.1]"),
        ] {
            assert_eq!(parse(raw).as_deref(), Some(expected), "{raw}");
        }
    }

    #[test]
    fn what_is_not_one_mailbox_is_refused() {
        for raw in [
            "", "anna", "anna@", "@x.it", "a@x.it,evil@x.it", "a@x.it;evil@x.it", "a@x.it evil@x.it", "a@x.it@y.it",
            "a,b@x.it", "<a@x.it>", "anna <a@x.it>", "mailto:a@x.it", "\"anna verdi\"@x.it", "a b@x.it", ".a@x.it",
            "a.@x.it", "a..b@x.it", "a@x..it", "a@.it", "a@x.it.", "a@-x.it", "a@x-.it", "a@x_y.it", "a@x,y.it",
            "a@x.it>", "a@xn--a.it", "a@[192.0.2.999]", "a@[192.0.2.1", "a@x.it\0", "a@x.it\r\nBcc: b@x.it",
            "a\u{202e}@x.it", "a\u{200b}@x.it", "a\u{3164}@x.it", "a@x\u{202e}.it", "a@x\u{200b}.it", "a@x\u{ad}.it",
            "a@x\u{fe0f}.it", "a@ｘ.it", "a@x。it", "a@אa.it",
        ] {
            assert_eq!(parse(raw), None, "{raw:?}");
        }
    }

    #[test]
    fn length_of_each_part_is_limited() {
        let labels = |last: usize| format!("{0}.{0}.{0}.{1}", "x".repeat(63), "y".repeat(last));
        for (address, is_valid) in [
            (format!("{}@x.it", "a".repeat(64)), true),
            (format!("{}@x.it", "a".repeat(65)), false),
            (format!("{}@x.it", "è".repeat(33)), false),
            (format!("a@{}.it", "x".repeat(63)), true),
            (format!("a@{}.it", "x".repeat(64)), false),
            (format!("a@{}.it", "è".repeat(63)), false),
            (format!("a@{}", labels(60)), true),
            (format!("a@{}", labels(61)), false),
        ] {
            assert_eq!(parse(&address).is_some(), is_valid, "{address}");
        }
    }

    #[test]
    fn domain_of_mailbox_is_in_ascii() {
        let address = EmailAddress::parse("anna@caffè.example").expect("an address");
        assert_eq!(address.mailbox(), Some(("anna", "xn--caff-8oa.example".to_owned())));
        assert_eq!(EmailAddress::from_stored("a@x.it,b@x.it".to_owned()).mailbox(), None);
    }

    #[test]
    fn dotted_domain_is_a_name_of_several_parts() {
        for (address, expected) in [("a@b.it", true), ("a@localhost", false), ("a@[192.0.2.1]", false)] {
            let address = EmailAddress::parse(address).expect("an address");
            assert_eq!(address.has_dotted_domain(), expected, "{address}");
        }
    }
}
