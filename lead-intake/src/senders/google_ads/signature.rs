//! Google Ads does not sign: it sends a shared key in the body.

use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::signature::{BadSignature, SignedRequest, constant_time_eq, ensure};

#[derive(Deserialize)]
struct KeyedBody {
    google_key: Option<String>,
}

/// Checks the member `google_key`. Digests are compared, so that timing does not reveal the length of the
/// key.
pub(super) fn check(request: &SignedRequest<'_>) -> Result<(), BadSignature> {
    let json = request.body.strip_prefix("\u{feff}".as_bytes()).unwrap_or(request.body);
    // A body that is not JSON has no key. A key that is not a string, or is repeated, is wrong.
    let no_key = |error: serde_json::Error| if error.is_data() { BadSignature::Wrong } else { BadSignature::Missing };
    let body: KeyedBody = serde_json::from_slice(json).map_err(no_key)?;
    let key = body.google_key.ok_or(BadSignature::Missing)?;
    ensure(constant_time_eq(&Sha256::digest(key.as_bytes()), &Sha256::digest(request.secret.as_bytes())))
}
