//! Shared by all schemes: HMAC-SHA256, constant-time comparison, single headers, timestamps.

use axum::http::HeaderMap;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use domain::Timestamp;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use subtle::ConstantTimeEq;

use super::BadSignature;

/// The greatest difference between the sender's clock and the server's, in milliseconds.
const TOLERANCE: i64 = 5 * 60 * 1_000;
/// A timestamp from here on is in milliseconds: in seconds it would be in the year 5138.
const MILLISECONDS: i64 = 100_000_000_000;

pub(super) struct SignedRequest<'a> {
    pub(super) secret: &'a str,
    pub(super) headers: &'a HeaderMap,
    pub(super) body: &'a [u8],
    pub(super) now: Timestamp,
}

impl<'a> SignedRequest<'a> {
    /// The value of a header that must occur exactly once.
    pub(super) fn header(&self, name: &str) -> Result<&'a str, BadSignature> {
        let mut values = self.headers.get_all(name).iter();
        let value = values.next().ok_or(BadSignature::Missing)?;
        let is_single = values.next().is_none();
        value.to_str().ok().filter(|_| is_single).map(str::trim).ok_or(BadSignature::Wrong)
    }

    /// Checks that `given` is the MAC of the concatenated `message` under the secret.
    pub(super) fn check_mac(
        &self,
        signature: Option<Vec<u8>>,
        message: &[&[u8]],
    ) -> Result<(), BadSignature> {
        ensure(
            signature
                .is_some_and(|signature| constant_time_eq(&mac(self.secret.as_bytes(), message), &signature)),
        )
    }

    /// Checks that a Unix timestamp, in seconds or milliseconds, is within the tolerance.
    pub(super) fn check_timestamp(&self, timestamp: &str) -> Result<(), BadSignature> {
        let digits = !timestamp.is_empty() && timestamp.bytes().all(|byte| byte.is_ascii_digit());
        let number: i64 = timestamp.parse().ok().filter(|_| digits).ok_or(BadSignature::Wrong)?;
        let millis = if number < MILLISECONDS { number * 1_000 } else { number };
        let difference = self.now.as_millis().abs_diff(millis);
        if difference <= TOLERANCE.unsigned_abs() { Ok(()) } else { Err(BadSignature::Stale) }
    }
}

/// [`BadSignature::Wrong`] unless `is_right`.
pub(super) const fn ensure(is_valid: bool) -> Result<(), BadSignature> {
    if is_valid { Ok(()) } else { Err(BadSignature::Wrong) }
}

/// Compares in constant time.
pub(super) fn constant_time_eq(one: &[u8], other: &[u8]) -> bool {
    one.ct_eq(other).into()
}

/// HMAC-SHA256 of the concatenated parts.
pub(super) fn mac(key: &[u8], message: &[&[u8]]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes a key of any length");
    for part in message {
        mac.update(part);
    }
    mac.finalize().into_bytes().into()
}

/// Decodes hexadecimal digits in either case.
pub(super) fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let (pairs, odd) = text.as_bytes().as_chunks::<2>();
    if !odd.is_empty() {
        return None;
    }
    pairs.iter().map(|[high, low]| Some(digit(*high)? << 4 | digit(*low)?)).collect()
}

/// Decodes base64 with or without padding.
pub(super) fn from_base64(text: &str) -> Option<Vec<u8>> {
    STANDARD_NO_PAD.decode(text.trim_end_matches('=')).ok()
}
