//! Who sends: a signed token for each push service (RFC 8292).

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::Timestamp;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::json;

/// How long a token is valid, in seconds; a push service accepts at most a day.
const VALID_FOR: i64 = 12 * 60 * 60;

pub(super) struct VapidKey {
    pair: EcdsaKeyPair,
    /// The uncompressed point in base64url.
    public: String,
}

impl VapidKey {
    /// A new one, as it is stored: PKCS #8 in base64url.
    pub(super) fn generate() -> String {
        let key = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new());
        URL_SAFE_NO_PAD.encode(key.expect("the system has randomness"))
    }

    pub(super) fn parse(stored: &str) -> Option<Self> {
        let pkcs8 = URL_SAFE_NO_PAD.decode(stored).ok()?;
        let algorithm = &ECDSA_P256_SHA256_FIXED_SIGNING;
        let pair = EcdsaKeyPair::from_pkcs8(algorithm, &pkcs8, &SystemRandom::new()).ok()?;
        let public = URL_SAFE_NO_PAD.encode(pair.public_key());
        Some(Self { pair, public })
    }

    pub(super) fn public(&self) -> &str {
        &self.public
    }

    /// The header `Authorization` for the push service at `origin`.
    pub(super) fn authorization(&self, origin: &str, contact: &str, now: Timestamp) -> Option<String> {
        let header = json!({ "typ": "JWT", "alg": "ES256" });
        let claims = json!({ "aud": origin, "exp": now.as_millis() / 1000 + VALID_FOR, "sub": contact });
        let [header, claims] = [header, claims].map(|part| URL_SAFE_NO_PAD.encode(part.to_string()));
        let message = format!("{header}.{claims}");
        let signature = self.pair.sign(&SystemRandom::new(), message.as_bytes()).ok()?;
        let signature = URL_SAFE_NO_PAD.encode(signature);
        Some(format!("vapid t={message}.{signature}, k={}", self.public))
    }
}

#[cfg(test)]
mod tests {
    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
    use serde_json::Value;

    use super::*;

    #[test]
    fn token_is_for_one_service_and_half_a_day() {
        let key = VapidKey::parse(&VapidKey::generate()).expect("a key");
        let now = Timestamp::from_millis(1_700_000_000_999);
        let header = key.authorization("https://push.example.com", "mailto:studio@example.com", now).expect("signed");
        let (token, public) = header.strip_prefix("vapid t=").and_then(|rest| rest.split_once(", k=")).expect("two");
        assert_eq!(public, key.public());
        let (message, signature) = token.rsplit_once('.').expect("a signature");
        let decode = |text: &str| URL_SAFE_NO_PAD.decode(text).expect("base64url");
        UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, decode(public))
            .verify(message.as_bytes(), &decode(signature))
            .expect("signed with the key");
        let part = |index| -> Value {
            serde_json::from_slice(&decode(message.split('.').nth(index).expect("a part"))).expect("JSON")
        };
        assert_eq!(part(0), json!({ "typ": "JWT", "alg": "ES256" }));
        let expected = json!({
            "aud": "https://push.example.com", "exp": 1_700_043_200, "sub": "mailto:studio@example.com",
        });
        assert_eq!(part(1), expected);
    }
}
