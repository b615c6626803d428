//! Shared secrets in headers.

use axum::http::HeaderMap;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::config::Secret;

/// Whether the request carries `expected` in exactly one header `name`; never when no secret is
/// configured. What is compared are digests, in constant time, so that the time taken tells
/// nothing of the secret, its length included (SPEC: Authentication).
pub fn carries(headers: &HeaderMap, name: &str, expected: Option<&Secret>) -> bool {
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
    fn only_the_secret_once_is_the_secret() {
        let configured = Secret::new("segreto");
        let carried = |values: &[&'static str], expected: Option<&Secret>| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append("x-webhook-secret", HeaderValue::from_static(value));
            }
            carries(&headers, "x-webhook-secret", expected)
        };
        assert!(carried(&["segreto"], Some(&configured)));
        for wrong in [&[][..], &[""], &["Segreto"], &["segreto "], &["segret"], &["segreto", "segreto"]] {
            assert!(!carried(wrong, Some(&configured)), "{wrong:?}");
        }
        for unset in [None, Some(&Secret::new(""))] {
            assert!(!carried(&[""], unset));
            assert!(!carried(&["segreto"], unset));
        }
    }
}
