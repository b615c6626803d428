//! Checks the signatures of deliveries, and signs samples. The scheme of a sender is in its folder.
//!
//! Every [`BadSignature`] gets the same response, so the sender does not learn which part was wrong.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD};
use domain::Timestamp;
use hmac::{Hmac, KeyInit, Mac};
use http::HeaderMap;
use sha2::Sha256;
use subtle::ConstantTimeEq;

use crate::Translated;

/// The greatest difference between the sender's clock and the server's, in milliseconds.
const TOLERANCE: u64 = 5 * 60 * 1_000;
/// A timestamp from here on is in milliseconds: in seconds it would be in the year 5138.
const MILLISECONDS: i64 = 100_000_000_000;

/// How a sender signs.
pub struct Signature {
    pub(crate) check: fn(&SignedRequest<'_>) -> Result<(), BadSignature>,
    /// The headers with which the sender signs a sample.
    pub(crate) sign: fn(&SampleRequest<'_>) -> Vec<Header>,
    /// Where its secret is found.
    pub secret: Translated,
}

pub(crate) type Header = (&'static str, String);

/// Why a delivery does not count as signed, in ascending order of significance: where several schemes are
/// tried, the greatest is returned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum BadSignature {
    /// There is no signature.
    Missing,
    /// The signature is wrong, or repeated.
    Wrong,
    /// The signature is right, but its timestamp is more than five minutes off.
    Stale,
}

/// A request whose signature is checked.
pub(crate) struct SignedRequest<'a> {
    pub(crate) secret: &'a str,
    pub(crate) headers: &'a HeaderMap,
    pub(crate) body: &'a [u8],
    pub(crate) now: Timestamp,
}

impl<'a> SignedRequest<'a> {
    /// The value of a header that must occur exactly once.
    pub(crate) fn header(&self, name: &str) -> Result<&'a str, BadSignature> {
        let mut values = self.headers.get_all(name).iter();
        let value = values.next().ok_or(BadSignature::Missing)?;
        let is_single = values.next().is_none();
        value.to_str().ok().filter(|_| is_single).map(str::trim).ok_or(BadSignature::Wrong)
    }

    /// Checks that `signature` is the MAC of the concatenated `message` under the secret.
    pub(crate) fn check_mac(&self, signature: Option<Vec<u8>>, message: &[&[u8]]) -> Result<(), BadSignature> {
        let expected = mac(self.secret.as_bytes(), message);
        ensure(signature.is_some_and(|signature| constant_time_eq(&expected, &signature)))
    }

    /// Checks that a Unix timestamp, in seconds or milliseconds, is within the tolerance.
    pub(crate) fn check_timestamp(&self, timestamp: &str) -> Result<(), BadSignature> {
        let digits = !timestamp.is_empty() && timestamp.bytes().all(|byte| byte.is_ascii_digit());
        let number: i64 = timestamp.parse().ok().filter(|_| digits).ok_or(BadSignature::Wrong)?;
        let millis = if number < MILLISECONDS { number * 1_000 } else { number };
        let is_fresh = self.now.as_millis().abs_diff(millis) <= TOLERANCE;
        if is_fresh { Ok(()) } else { Err(BadSignature::Stale) }
    }

    /// Checks timestamp `t` and signature `version` in one header, in any order. Both are signed, joined to
    /// the body by a full stop.
    pub(crate) fn check_stamped(&self, header: &str, version: &str) -> Result<(), BadSignature> {
        let signature = self.header(header)?;
        let (timestamp, signature) = (part(signature, "t")?, part(signature, version)?);
        self.check_mac(from_hex(signature), &[timestamp.as_bytes(), b".", self.body])?;
        self.check_timestamp(timestamp)
    }
}

/// The value of `name=value` in a comma-separated list; it must occur once.
fn part<'a>(header: &'a str, name: &str) -> Result<&'a str, BadSignature> {
    let parts = header.split(',').filter_map(|part| part.trim().split_once('='));
    let mut values = parts.filter(|(part, _)| *part == name).map(|(_, value)| value);
    match (values.next(), values.next()) {
        (Some(value), None) => Ok(value),
        _ => Err(BadSignature::Wrong),
    }
}

/// A sample that is signed as its sender would sign it.
pub(crate) struct SampleRequest<'a> {
    pub(crate) secret: &'a str,
    /// The id of the delivery, for schemes that sign it too.
    pub(crate) id: &'a str,
    pub(crate) body: &'a [u8],
    pub(crate) now: Timestamp,
}

impl SampleRequest<'_> {
    pub(crate) fn seconds(&self) -> String {
        self.now.as_millis().div_euclid(1_000).to_string()
    }

    pub(crate) fn hex_mac(&self, message: &[&[u8]]) -> String {
        let mac = mac(self.secret.as_bytes(), message);
        mac.iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))
    }

    pub(crate) fn base64_mac(&self, message: &[&[u8]]) -> String {
        STANDARD.encode(mac(self.secret.as_bytes(), message))
    }

    /// The header that [`SignedRequest::check_stamped`] checks.
    pub(crate) fn sign_stamped(&self, header: &'static str, version: &str) -> Vec<Header> {
        let seconds = self.seconds();
        let signature = self.hex_mac(&[seconds.as_bytes(), b".", self.body]);
        vec![(header, format!("t={seconds},{version}={signature}"))]
    }
}

/// [`BadSignature::Wrong`] unless `is_valid`.
pub(crate) const fn ensure(is_valid: bool) -> Result<(), BadSignature> {
    if is_valid { Ok(()) } else { Err(BadSignature::Wrong) }
}

pub(crate) fn constant_time_eq(one: &[u8], other: &[u8]) -> bool {
    one.ct_eq(other).into()
}

/// HMAC-SHA256 of the concatenated parts.
pub(crate) fn mac(key: &[u8], message: &[&[u8]]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes a key of any length");
    for part in message {
        mac.update(part);
    }
    mac.finalize().into_bytes().into()
}

/// Decodes hexadecimal digits in either case.
pub(crate) fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let (pairs, odd) = text.as_bytes().as_chunks::<2>();
    if !odd.is_empty() {
        return None;
    }
    pairs.iter().map(|[high, low]| Some(digit(*high)? << 4 | digit(*low)?)).collect()
}

/// Decodes base64 with or without padding.
pub(crate) fn from_base64(text: &str) -> Option<Vec<u8>> {
    STANDARD_NO_PAD.decode(text.trim_end_matches('=')).ok()
}

#[cfg(test)]
mod tests;
