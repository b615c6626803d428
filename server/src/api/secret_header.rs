//! Shared secrets in request headers.

use axum::http::HeaderMap;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::config::Secret;

/// Whether exactly one header `name` has the value `expected`; never if no secret is configured. Compares
/// digests in constant time, so that timing reveals nothing, not even the length
/// (docs/REFERENCE.md#shared-secrets).
pub fn matches(headers: &HeaderMap, name: &str, expected: Option<&Secret>) -> bool {
    let Some(expected) = expected.filter(|secret| !secret.reveal().is_empty()) else { return false };
    let mut given = headers.get_all(name).iter();
    let (Some(given), None) = (given.next(), given.next()) else { return false };
    Sha256::digest(given.as_bytes()).ct_eq(&Sha256::digest(expected.reveal())).into()
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn secret_must_match_exactly_once() {
        let configured = Secret::new("segreto");
        let is_match = |values: &[&'static str], expected: Option<&Secret>| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append("x-webhook-secret", HeaderValue::from_static(value));
            }
            matches(&headers, "x-webhook-secret", expected)
        };
        assert!(is_match(&["segreto"], Some(&configured)));
        for wrong in [&[][..], &[""], &["Segreto"], &["segreto "], &["segret"], &["segreto", "segreto"]] {
            assert!(!is_match(wrong, Some(&configured)), "{wrong:?}");
        }
        for unset in [None, Some(&Secret::new(""))] {
            assert!(!is_match(&[""], unset));
            assert!(!is_match(&["segreto"], unset));
        }
    }
}
