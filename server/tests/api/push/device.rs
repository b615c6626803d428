//! A browser that decrypts one message (RFC 8291).

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::hkdf::{HKDF_SHA256, KeyType, Salt};
use ring::rand::SystemRandom;
use serde_json::{Value, json};

pub(super) struct Device {
    private: EphemeralPrivateKey,
    public: Vec<u8>,
    auth: [u8; 16],
}

impl Device {
    pub(super) fn new() -> Self {
        let private = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).expect("a key");
        let public = private.compute_public_key().expect("a key").as_ref().to_vec();
        Self { private, public, auth: rand::random() }
    }

    /// As `PushSubscription.toJSON()`.
    pub(super) fn subscription(&self, endpoint: &str) -> Value {
        let keys = json!({ "p256dh": encode(&self.public), "auth": encode(&self.auth) });
        json!({ "endpoint": endpoint, "expirationTime": null, "keys": keys })
    }

    pub(super) fn decrypt(self, body: &[u8]) -> Value {
        let (salt, rest) = body.split_at(16);
        let (header, rest) = rest.split_at(5);
        assert_eq!(header, [0, 0, 16, 0, 65], "records of 4096 bytes, a key of 65");
        let (sender, record) = rest.split_at(65);
        let info = [b"WebPush: info\0", &self.public[..], sender];
        let sender = UnparsedPublicKey::new(&ECDH_P256, sender);
        let key: [u8; 32] =
            agree_ephemeral(self.private, &sender, |secret| derive(&self.auth, secret, &info)).expect("a point");
        let content_key: [u8; 16] = derive(salt, &key, &[b"Content-Encoding: aes128gcm\0"]);
        let nonce = Nonce::assume_unique_for_key(derive(salt, &key, &[b"Content-Encoding: nonce\0"]));
        let mut record = record.to_vec();
        let opening = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &content_key).expect("a key"));
        let text = opening.open_in_place(nonce, Aad::empty(), &mut record).expect("for this device");
        let (delimiter, text) = text.split_last().expect("a delimiter");
        assert_eq!(*delimiter, 2);
        serde_json::from_slice(text).expect("JSON")
    }
}

pub(super) fn decode(text: &str) -> Vec<u8> {
    URL_SAFE_NO_PAD.decode(text).expect("base64url")
}

fn encode(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

fn derive<const LENGTH: usize>(salt: &[u8], secret: &[u8], info: &[&[u8]]) -> [u8; LENGTH] {
    struct Length(usize);
    impl KeyType for Length {
        fn len(&self) -> usize {
            self.0
        }
    }
    let mut derived = [0; LENGTH];
    let key = Salt::new(HKDF_SHA256, salt).extract(secret);
    key.expand(info, Length(LENGTH)).and_then(|okm| okm.fill(&mut derived)).expect("derived");
    derived
}
