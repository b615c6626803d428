//! The samples of a source's test button: what its sender would post, signed as that sender signs.

use domain::Timestamp;
use domain::leads::SourceKind;
use http::{HeaderMap, HeaderName, HeaderValue};

use crate::senders::{self, HeaderSample, Sender};
use crate::signature::{Header, SampleRequest};

/// The meeting of a sample begins in two days, in milliseconds.
const MEETING_DELAY: i64 = 2 * 24 * HOUR;
const HOUR: i64 = 3_600_000;

#[derive(Debug, Clone)]
pub struct Sample {
    /// All headers the sender would send, including the content type.
    pub headers: HeaderMap,
    pub body: String,
}

/// A sample of `kind`. `nonce` (letters, digits, `-` and `_`) makes each delivery unique. With a `secret` it
/// is signed at `now`. Meetings begin on the hour, two days after `now`.
pub fn sample(kind: SourceKind, secret: Option<&str>, nonce: &str, now: Timestamp) -> Sample {
    let sender = senders::sender(kind);
    let starts_at = Timestamp::from_millis((now.as_millis() + MEETING_DELAY).div_euclid(HOUR) * HOUR);
    let body = sender
        .sample
        .trim_end()
        .replace("{nonce}", nonce)
        .replace("{starts_at}", &starts_at.to_string())
        .replace("{created_at}", &now.to_string())
        .replace("{google_key}", &escape_json(secret.unwrap_or_default()));
    let request = SampleRequest { secret: secret.unwrap_or_default(), id: nonce, body: body.as_bytes(), now };
    let is_json = body.starts_with('{');
    let content_type = if is_json { "application/json" } else { "application/x-www-form-urlencoded" };
    let mut headers = vec![("content-type", content_type.to_owned())];
    headers.extend(stored(sender, &request));
    if let (Some(signature), Some(_)) = (&sender.signature, secret) {
        headers.extend((signature.sign)(&request));
    }
    let header = |(name, value)| Some((HeaderName::from_static(name), HeaderValue::try_from(value).ok()?));
    Sample { headers: headers.into_iter().filter_map(header).collect(), body }
}

/// The headers of a sample that are stored with a delivery.
pub(crate) fn stored(sender: &Sender, request: &SampleRequest<'_>) -> Vec<Header> {
    let header = |(name, value): &(&'static str, HeaderSample)| match value {
        HeaderSample::DeliveryId => Some((*name, request.id.to_owned())),
        HeaderSample::Seconds => Some((*name, request.seconds())),
        HeaderSample::Absent => None,
    };
    sender.headers.iter().filter_map(header).collect()
}

/// The text escaped for use inside a JSON string.
fn escape_json(text: &str) -> String {
    let quoted = serde_json::Value::from(text).to_string();
    quoted[1..quoted.len() - 1].to_owned()
}

#[cfg(test)]
mod tests;
