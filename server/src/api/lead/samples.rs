//! The samples of a source's test button: one body per kind of sender, from an obviously fictitious person,
//! signed as that sender signs.

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use domain::Timestamp;
use domain::leads::SourceKind;

use super::signature;

/// The meeting of a sample begins in two days, in milliseconds.
const MEETING_DELAY: i64 = 2 * 24 * HOUR;
const HOUR: i64 = 3_600_000;

#[derive(Debug, Clone)]
pub(crate) struct Sample {
    /// All headers the sender would send, including the content type.
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
}

/// A sample of `kind`. `nonce` (letters, digits, `-` and `_`) makes each delivery unique. With a `secret` it
/// is signed at `now`. Meetings begin on the hour, two days after `now`.
pub(crate) fn of(kind: SourceKind, secret: Option<&str>, nonce: &str, now: Timestamp) -> Sample {
    let (content_type, template) = template(kind);
    let starts_at = Timestamp::from_millis((now.as_millis() + MEETING_DELAY).div_euclid(HOUR) * HOUR);
    let body = template
        .trim_end()
        .replace("{nonce}", nonce)
        .replace("{starts_at}", &starts_at.to_string())
        .replace("{created_at}", &now.to_string())
        .replace("{google_key}", &escape_json(secret.unwrap_or_default()));
    let mut headers = match secret {
        Some(secret) => signature::sign(kind, secret, nonce, body.as_bytes(), now),
        None => unsigned(kind, nonce, now),
    };
    headers.push(("content-type", content_type.to_owned()));
    Sample { headers: headers.into_iter().filter_map(header).collect(), body }
}

/// The headers with the id of a delivery, without a signature.
fn unsigned(kind: SourceKind, nonce: &str, now: Timestamp) -> Vec<(&'static str, String)> {
    let seconds = now.as_millis().div_euclid(1_000).to_string();
    match kind {
        SourceKind::StandardWebhooks => {
            vec![("webhook-id", nonce.to_owned()), ("webhook-timestamp", seconds)]
        }
        SourceKind::Framer => vec![("framer-webhook-submission-id", nonce.to_owned())],
        _ => Vec::new(),
    }
}

fn header((name, value): (&'static str, String)) -> Option<(HeaderName, HeaderValue)> {
    Some((HeaderName::from_static(name), HeaderValue::try_from(value).ok()?))
}

/// The text escaped for use inside a JSON string.
fn escape_json(text: &str) -> String {
    let quoted = serde_json::Value::from(text).to_string();
    quoted.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or_default().to_owned()
}

const JSON: &str = "application/json";
const FORM: &str = "application/x-www-form-urlencoded";

const fn template(kind: SourceKind) -> (&'static str, &'static str) {
    match kind {
        SourceKind::Auto | SourceKind::Generic => (JSON, include_str!("samples/bodies/generic.json")),
        SourceKind::AtrioForm => (JSON, include_str!("samples/bodies/atrio_form.json")),
        SourceKind::Elementor => (FORM, include_str!("samples/bodies/elementor.txt")),
        SourceKind::ContactForm7 => (JSON, include_str!("samples/bodies/contact_form_7.json")),
        SourceKind::GravityForms => (JSON, include_str!("samples/bodies/gravity_forms.json")),
        SourceKind::WpForms => (JSON, include_str!("samples/bodies/wpforms.json")),
        SourceKind::Typeform => (JSON, include_str!("samples/bodies/typeform.json")),
        SourceKind::Tally => (JSON, include_str!("samples/bodies/tally.json")),
        SourceKind::Webflow => (JSON, include_str!("samples/bodies/webflow.json")),
        SourceKind::CalCom => (JSON, include_str!("samples/bodies/cal_com.json")),
        SourceKind::Calendly => (JSON, include_str!("samples/bodies/calendly.json")),
        SourceKind::Framer => (JSON, include_str!("samples/bodies/framer.json")),
        SourceKind::GoogleAds => (JSON, include_str!("samples/bodies/google_ads.json")),
        SourceKind::Meta => (JSON, include_str!("samples/bodies/meta.json")),
        SourceKind::StandardWebhooks => (JSON, include_str!("samples/bodies/standard_webhooks.json")),
    }
}

#[cfg(test)]
mod tests;
