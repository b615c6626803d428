//! Encryption for one device: RFC 8291, with the content encoding of RFC 8188.

use base64::Engine as _;
use base64::engine::general_purpose::GeneralPurpose;
use base64::engine::{DecodePaddingMode, GeneralPurposeConfig};
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::error::Unspecified;
use ring::hkdf::{HKDF_SHA256, KeyType, Salt};
use ring::rand::SystemRandom;

/// Browsers leave the padding out, libraries may not.
const BASE64URL: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::URL_SAFE,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);
/// An uncompressed point of P-256.
const POINT: usize = 65;
const AUTH: usize = 16;
const SALT: usize = 16;
/// A push service takes at least this much: the message is one record.
const RECORD_SIZE: u32 = 4096;
/// The byte that ends the text of the last record.
const DELIMITER: u8 = 2;

/// The keys `p256dh` and `auth` of a device.
pub(super) struct DeviceKeys {
    public: [u8; POINT],
    auth: [u8; AUTH],
}

impl DeviceKeys {
    pub(super) fn parse(p256dh: &str, auth: &str) -> Option<Self> {
        let keys = Self { public: decode(p256dh)?, auth: decode(auth)? };
        // Only a point of the curve can be agreed with.
        keys.encrypt(b"")?;
        Some(keys)
    }

    /// The body of a request with `Content-Encoding: aes128gcm`.
    pub(super) fn encrypt(&self, payload: &[u8]) -> Option<Vec<u8>> {
        let own = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).ok()?;
        let own_public = own.compute_public_key().ok()?;
        let salt = rand::random::<[u8; SALT]>();
        let device = UnparsedPublicKey::new(&ECDH_P256, &self.public);
        let sealed = agree_ephemeral(own, &device, |secret| self.seal(secret, own_public.as_ref(), salt, payload));
        sealed.ok()?.ok()
    }

    fn seal(&self, secret: &[u8], own_public: &[u8], salt: [u8; SALT], payload: &[u8]) -> Result<Vec<u8>, Unspecified> {
        let info = [b"WebPush: info\0", &self.public[..], own_public];
        let key: [u8; 32] = derive(&self.auth, secret, &info)?;
        let content_key: [u8; 16] = derive(&salt, &key, &[b"Content-Encoding: aes128gcm\0"])?;
        let nonce: [u8; 12] = derive(&salt, &key, &[b"Content-Encoding: nonce\0"])?;
        let mut record = [payload, &[DELIMITER]].concat();
        LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &content_key)?).seal_in_place_append_tag(
            Nonce::assume_unique_for_key(nonce),
            Aad::empty(),
            &mut record,
        )?;
        let key_length = u8::try_from(own_public.len()).map_err(|_| Unspecified)?;
        Ok([&salt[..], &RECORD_SIZE.to_be_bytes(), &[key_length], own_public, &record].concat())
    }
}

fn decode<const LENGTH: usize>(text: &str) -> Option<[u8; LENGTH]> {
    // Longer texts are not decoded.
    (text.len() <= 2 * LENGTH).then_some(())?;
    BASE64URL.decode(text).ok()?.try_into().ok()
}

/// HKDF with SHA-256.
fn derive<const LENGTH: usize>(salt: &[u8], secret: &[u8], info: &[&[u8]]) -> Result<[u8; LENGTH], Unspecified> {
    struct Length(usize);
    impl KeyType for Length {
        fn len(&self) -> usize {
            self.0
        }
    }
    let mut derived = [0; LENGTH];
    Salt::new(HKDF_SHA256, salt).extract(secret).expand(info, Length(LENGTH))?.fill(&mut derived)?;
    Ok(derived)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(text: &str) -> Vec<u8> {
        BASE64URL.decode(text).expect("base64url")
    }

    const DEVICE: &str = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const SECRET: &str = "BTBZMqHH6r4Tts7J_aSIgg";

    /// RFC 8291, section 5 and appendix A.
    #[test]
    fn example_of_the_standard_is_encrypted_as_there() {
        let own = bytes("BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8");
        let salt = bytes("DGv6ra1nlYgDCS1FRnbzlw").try_into().expect("16 bytes");
        let agreed = bytes("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs");
        let device = DeviceKeys::parse(DEVICE, SECRET).expect("keys");
        let text = b"When I grow up, I want to be a watermelon";
        let sealed = device.seal(&agreed, &own, salt, text).expect("encrypted");
        let expected = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLoc\
             InmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4\
             a-fN";
        assert_eq!(sealed, bytes(expected));
    }

    #[test]
    fn keys_have_an_exact_length_and_are_on_the_curve() {
        assert!(DeviceKeys::parse(&format!("{DEVICE}="), &format!("{SECRET}==")).is_some());
        let off_the_curve = format!("B{}", "A".repeat(86));
        let compressed = format!("A{}", &DEVICE[1..44]);
        for public in ["", "é", &DEVICE[..86], &format!("{DEVICE}AA"), &off_the_curve, &compressed, &"B".repeat(9999)]
        {
            assert!(DeviceKeys::parse(public, SECRET).is_none(), "{public}");
        }
        for auth in ["", "a b", &SECRET[..21], &format!("{SECRET}AA"), DEVICE] {
            assert!(DeviceKeys::parse(DEVICE, auth).is_none(), "{auth}");
        }
    }
}
