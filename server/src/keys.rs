//! What `AUTH_SECRET` signs: each use under a key of its own, the first secret signing, all of them
//! verifying, so that secrets can be changed one after the other (CONTRACT §1).

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use subtle::ConstantTimeEq;
use tower_cookies::Key;

use crate::config::Secret;

/// What a signature is for; one made for one use proves nothing in another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// The `csrfToken` of the forms posting to `/api/auth`.
    CsrfToken,
    /// The cookie of a browser that has signed in before.
    Device,
    /// The admin's e-mail and password a session was begun with.
    Account,
}

impl Purpose {
    const fn label(self) -> &'static str {
        match self {
            Self::CsrfToken => "atrio csrf token",
            Self::Device => "atrio device",
            Self::Account => "atrio account",
        }
    }
}

/// The signing keys, the newest first.
#[derive(Clone)]
pub struct Keys(Vec<Secret>);

impl Keys {
    /// Keys made from every `AUTH_SECRET`, in their order.
    pub fn new(secrets: &[Secret]) -> Self {
        Self(secrets.to_vec())
    }

    /// Signs `message` under the first secret: 43 characters of base64url.
    pub fn sign(&self, purpose: Purpose, message: &str) -> String {
        let secret = self.0.first().map_or("", Secret::reveal);
        URL_SAFE_NO_PAD.encode(mac(secret, purpose.label(), message))
    }

    /// Whether `signature` is one of `message` under any of the secrets.
    pub fn verify(&self, purpose: Purpose, message: &str, signature: &str) -> bool {
        let Ok(given) = URL_SAFE_NO_PAD.decode(signature) else { return false };
        self.0
            .iter()
            .any(|secret| bool::from(mac(secret.reveal(), purpose.label(), message).as_slice().ct_eq(&given)))
    }

    /// The keys of the session cookie, in the order of the secrets.
    pub fn of_the_session_cookie(&self) -> Vec<Key> {
        let half = |secret: &Secret, part: &str| mac(secret.reveal(), "atrio session cookie", part);
        self.0.iter().map(|secret| Key::from(&[half(secret, "1"), half(secret, "2")].concat())).collect()
    }
}

fn mac(secret: &str, label: &str, message: &str) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("HMAC takes a key of any length");
    mac.update(label.as_bytes());
    mac.update(&[0]); // no label has a NUL: label and message cannot run into each other
    mac.update(message.as_bytes());
    mac.finalize().into_bytes().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(secrets: &[&str]) -> Keys {
        Keys::new(&secrets.iter().map(|secret| Secret::new(*secret)).collect::<Vec<_>>())
    }

    #[test]
    fn the_first_secret_signs_and_all_verify() {
        let (old, new) = ("o".repeat(32), "n".repeat(32));
        let signature = keys(&[&old]).sign(Purpose::Device, "x");
        assert!(keys(&[&new, &old]).verify(Purpose::Device, "x", &signature));
        assert!(!keys(&[&new]).verify(Purpose::Device, "x", &signature));
        assert_eq!(keys(&[&new, &old]).sign(Purpose::Device, "x"), keys(&[&new]).sign(Purpose::Device, "x"));
    }

    #[test]
    fn a_signature_is_for_one_message_and_one_use() {
        let keys = keys(&[&"k".repeat(32)]);
        let signature = keys.sign(Purpose::CsrfToken, "x");
        assert_eq!(signature.len(), 43);
        assert!(keys.verify(Purpose::CsrfToken, "x", &signature));
        assert!(!keys.verify(Purpose::CsrfToken, "y", &signature));
        assert!(!keys.verify(Purpose::Device, "x", &signature));
        assert!(!keys.verify(Purpose::CsrfToken, "x", ""));
        assert!(!keys.verify(Purpose::CsrfToken, "x", "è"));
    }
}
