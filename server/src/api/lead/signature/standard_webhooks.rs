//! Standard Webhooks: id, clock and body are signed, and a header may carry several signatures.

use super::BadSignature;
use super::core::{Delivered, from_base64, mac, right, same};

/// What secrets of Standard Webhooks begin with.
const PREFIX: &str = "whsec_";

/// Of the signatures, which white space separates, one of version 1 must be right: the sender is
/// changing its secret when there are several. Other versions are passed over.
pub(super) fn check(delivered: &Delivered) -> Result<(), BadSignature> {
    let given = delivered.header("webhook-signature")?;
    let (id, clock) = (delivered.header("webhook-id")?, delivered.header("webhook-timestamp")?);
    let expected = keys(delivered.secret).map(|key| signature(&key, id, clock, delivered.body));
    let expected: Vec<_> = expected.collect();
    let mut given = given.split_whitespace().filter_map(|one| from_base64(one.strip_prefix("v1,")?));
    right(given.any(|given| expected.iter().any(|expected| same(expected, &given))))?;
    delivered.is_fresh(clock)
}

/// What version 1 signs: id, clock and body with full stops between them.
pub(super) fn signature(key: &[u8], id: &str, clock: &str, body: &[u8]) -> [u8; 32] {
    mac(key, &[id.as_bytes(), b".", clock.as_bytes(), b".", body])
}

/// What a secret may stand for: the bytes that its base64 says, with the prefix or without, and its own
/// characters, as senders sign that take the secret as it is.
pub(super) fn keys(secret: &str) -> impl Iterator<Item = Vec<u8>> {
    let decoded = from_base64(secret.strip_prefix(PREFIX).unwrap_or(secret)).filter(|key| !key.is_empty());
    decoded.into_iter().chain([secret.as_bytes().to_vec()])
}
