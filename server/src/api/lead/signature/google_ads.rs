//! Google Ads signs nothing: it sends the key that was agreed on, in the body.

use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::BadSignature;
use super::core::{Delivered, right, same};

#[derive(Deserialize)]
struct Keyed {
    google_key: Option<String>,
}

/// The member `google_key`, once. Digests are compared, so that not even the length of the key shows.
pub(super) fn check(delivered: &Delivered) -> Result<(), BadSignature> {
    let json = delivered.body.strip_prefix("\u{feff}".as_bytes()).unwrap_or(delivered.body);
    // What is no JSON has no key; a key that is no text, or is there twice, is wrong.
    let no_key =
        |error: serde_json::Error| if error.is_data() { BadSignature::Wrong } else { BadSignature::Missing };
    let keyed: Keyed = serde_json::from_slice(json).map_err(no_key)?;
    let key = keyed.google_key.ok_or(BadSignature::Missing)?;
    right(same(&Sha256::digest(key.as_bytes()), &Sha256::digest(delivered.secret.as_bytes())))
}
