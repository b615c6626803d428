//! Signatures under `AUTH_SECRET`: each purpose has its own derived key, the first secret signs and all
//! of them verify, so that secrets can be rotated (docs/REFERENCE.md#configuration).

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use subtle::ConstantTimeEq;
use tower_cookies::Key;

use crate::config::Secret;

/// A signature made for one purpose is invalid for another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// The `csrfToken` of the forms posting to `/api/auth`.
    CsrfToken,
    /// The cookie of a browser that has signed in before.
    KnownDevice,
    /// The e-mail and password of the environment's account at the start of a session.
    Account,
    /// A member and their password at the start of a session.
    Member,
    /// Whose password was right while their code is missing.
    CodeStep,
    /// The address that stops the e-mails to somebody.
    Unsubscribe,
    /// What a push service knows of a thread.
    PushTopic,
    /// The admin's e-mail and password when a device was registered.
    AgencyDevice,
    /// A person whose code was entered, with the time until which it opens their portal, and the stamp.
    CodeSession,
    /// An address that opens a file without a cookie, and until when.
    FileAddress,
    /// A browser that asks for a person's codes.
    CodeBrowser,
    /// What `atrio doctor` asks the server, and the answer.
    Doctor,
}

impl Purpose {
    const fn label(self) -> &'static str {
        match self {
            Self::CsrfToken => "atrio csrf token",
            Self::KnownDevice => "atrio device",
            Self::Account => "atrio account",
            Self::Member => "atrio member",
            Self::CodeStep => "atrio code step",
            Self::Unsubscribe => "atrio unsubscribe",
            Self::PushTopic => "atrio push topic",
            Self::AgencyDevice => "atrio agency device",
            Self::CodeSession => "atrio code session",
            Self::FileAddress => "atrio file address",
            Self::CodeBrowser => "atrio code browser",
            Self::Doctor => "atrio doctor",
        }
    }
}

/// The newest secret first.
#[derive(Clone)]
pub struct Keys(Arc<[Secret]>);

impl Keys {
    pub fn new(secrets: &[Secret]) -> Self {
        Self(secrets.into())
    }

    /// 43 characters of base64url.
    pub fn sign(&self, purpose: Purpose, message: &str) -> String {
        let secret = self.0.first().map_or("", Secret::reveal);
        URL_SAFE_NO_PAD.encode(mac(secret, purpose.label(), message))
    }

    pub fn verify(&self, purpose: Purpose, message: &str, signature: &str) -> bool {
        let Ok(given) = URL_SAFE_NO_PAD.decode(signature) else { return false };
        self.0.iter().any(|secret| bool::from(mac(secret.reveal(), purpose.label(), message).as_slice().ct_eq(&given)))
    }

    pub fn session_cookie_keys(&self) -> Vec<Key> {
        let half = |secret: &Secret, part: &str| mac(secret.reveal(), "atrio session cookie", part);
        self.0.iter().map(|secret| Key::from(&[half(secret, "1"), half(secret, "2")].concat())).collect()
    }
}

fn mac(secret: &str, label: &str, message: &str) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("HMAC takes a key of any length");
    mac.update(label.as_bytes());
    mac.update(&[0]); // no label contains NUL, so label and message cannot be confused
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
    fn first_secret_signs_and_all_verify() {
        let (old, new) = ("o".repeat(32), "n".repeat(32));
        let signature = keys(&[&old]).sign(Purpose::KnownDevice, "x");
        assert!(keys(&[&new, &old]).verify(Purpose::KnownDevice, "x", &signature));
        assert!(!keys(&[&new]).verify(Purpose::KnownDevice, "x", &signature));
        assert_eq!(keys(&[&new, &old]).sign(Purpose::KnownDevice, "x"), keys(&[&new]).sign(Purpose::KnownDevice, "x"));
    }

    #[test]
    fn signature_is_bound_to_message_and_purpose() {
        let keys = keys(&[&"k".repeat(32)]);
        let signature = keys.sign(Purpose::CsrfToken, "x");
        assert_eq!(signature.len(), 43);
        assert!(keys.verify(Purpose::CsrfToken, "x", &signature));
        assert!(!keys.verify(Purpose::CsrfToken, "y", &signature));
        assert!(!keys.verify(Purpose::KnownDevice, "x", &signature));
        assert!(!keys.verify(Purpose::CsrfToken, "x", ""));
        assert!(!keys.verify(Purpose::CsrfToken, "x", "è"));
    }
}
