//! Random ids, tokens, slugs and secrets, and digests.

use std::fmt::Write as _;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::people::second_factor::RECOVERY_CODE_CHARS;
use domain::typed_code::ALPHABET;
use domain::{Slug, Token};
use sha2::{Digest as _, Sha256};

/// In lower-case hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut hex, byte| {
        write!(hex, "{byte:02x}").expect("writing to a string cannot fail");
        hex
    })
}

/// The SHA-256 of `bytes`, in hex.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// A string of 43 characters of base64url: 32 random bytes.
pub(crate) fn secret() -> String {
    URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>())
}

/// A new portal token (docs/REFERENCE.md#client).
pub(crate) fn token() -> Token {
    Token::parse(secret()).expect("43 characters of base64url are a token")
}

/// A new slug for `name`. The caller checks that it is not taken.
pub(crate) fn slug(name: &str) -> Slug {
    const LETTERS: &[u8; 36] = b"abcdefghijklmnopqrstuvwxyz0123456789";
    let suffix: String =
        (0..Slug::SUFFIX_CHARS).map(|_| char::from(LETTERS[rand::random_range(0..LETTERS.len())])).collect();
    Slug::from_name(name, &suffix)
}

/// A code that replaces a member's phone once, without its hyphen.
pub(crate) fn recovery_code() -> String {
    let char = || char::from(ALPHABET[rand::random_range(0..ALPHABET.len())]);
    (0..RECOVERY_CODE_CHARS).map(|_| char()).collect()
}

/// A new id that sorts by age (docs/REFERENCE.md#ids).
pub fn id() -> String {
    uuid::Uuid::now_v7().to_string()
}

/// An id that is the same whenever `parts` are.
pub(crate) fn id_of(parts: &[&str]) -> String {
    let mut digest = Sha256::new();
    for part in parts {
        digest.update(part.len().to_be_bytes());
        digest.update(part);
    }
    let digest: [u8; 32] = digest.finalize().into();
    let (bytes, _) = digest.split_first_chunk().expect("a digest has more than 16 bytes");
    uuid::Builder::from_custom_bytes(*bytes).into_uuid().to_string()
}
