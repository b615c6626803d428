//! Standard Webhooks: id, timestamp and body are signed, and a header may contain several signatures.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::signature::{
    BadSignature, Header, SampleRequest, SignedRequest, constant_time_eq, ensure, from_base64, mac,
};

/// The prefix of secrets.
const PREFIX: &str = "whsec_";

/// One signature of version 1 must be valid. There are several, separated by white space, while the sender
/// rotates its secret. Other versions are ignored.
pub(super) fn check(request: &SignedRequest<'_>) -> Result<(), BadSignature> {
    let header = request.header("webhook-signature")?;
    let (id, timestamp) = (request.header("webhook-id")?, request.header("webhook-timestamp")?);
    let expected = keys(request.secret).map(|key| signature(&key, id, timestamp, request.body));
    let expected: Vec<_> = expected.collect();
    let mut received = header.split_whitespace().filter_map(|one| from_base64(one.strip_prefix("v1,")?));
    ensure(received.any(|received| expected.iter().any(|expected| constant_time_eq(expected, &received))))?;
    request.check_timestamp(timestamp)
}

pub(crate) fn sign(sample: &SampleRequest<'_>) -> Vec<Header> {
    let key = keys(sample.secret).next().unwrap_or_default();
    let signature = STANDARD.encode(signature(&key, sample.id, &sample.seconds(), sample.body));
    vec![("webhook-signature", format!("v1,{signature}"))]
}

/// The message of version 1: id, timestamp and body, separated by full stops.
fn signature(key: &[u8], id: &str, timestamp: &str, body: &[u8]) -> [u8; 32] {
    mac(key, &[id.as_bytes(), b".", timestamp.as_bytes(), b".", body])
}

/// The keys a secret may mean: its base64-decoded bytes, with or without the prefix, and its own characters,
/// because some senders do not decode it.
fn keys(secret: &str) -> impl Iterator<Item = Vec<u8>> {
    let decoded = from_base64(secret.strip_prefix(PREFIX).unwrap_or(secret)).filter(|key| !key.is_empty());
    decoded.into_iter().chain([secret.as_bytes().to_vec()])
}
