//! Signs samples as senders do.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use domain::Timestamp;
use domain::leads::SourceKind;

use super::core::mac;
use super::standard_webhooks;

/// The headers with which a sender of this kind signs `body`. `id` is the id of the delivery, for schemes
/// that sign it too. Kind `auto` is signed by Standard Webhooks. There are none for Google Ads, which has its
/// secret in the body, and for senders that do not sign.
pub(crate) fn sign(
    kind: SourceKind,
    secret: &str,
    id: &str,
    body: &[u8],
    now: Timestamp,
) -> Vec<(&'static str, String)> {
    let seconds = now.as_millis().div_euclid(1_000).to_string();
    let millis = now.as_millis().to_string();
    let hex = |message: &[&[u8]]| to_hex(&mac(secret.as_bytes(), message));
    let base64 = |message: &[&[u8]]| STANDARD.encode(mac(secret.as_bytes(), message));
    match kind {
        SourceKind::WpForms => {
            let signature = hex(&[seconds.as_bytes(), b".", body]);
            vec![("x-wpforms-webhook-signature", format!("t={seconds},v={signature}"))]
        }
        SourceKind::Calendly => {
            let signature = hex(&[seconds.as_bytes(), b".", body]);
            vec![("calendly-webhook-signature", format!("t={seconds},v1={signature}"))]
        }
        SourceKind::Webflow => {
            let signature = hex(&[millis.as_bytes(), b":", body]);
            vec![("x-webflow-timestamp", millis), ("x-webflow-signature", signature)]
        }
        SourceKind::Typeform => vec![("typeform-signature", format!("sha256={}", base64(&[body])))],
        SourceKind::Tally => vec![("tally-signature", base64(&[body]))],
        SourceKind::CalCom => vec![("x-cal-signature-256", hex(&[body]))],
        SourceKind::Framer => {
            let signature = format!("sha256={}", hex(&[body, id.as_bytes()]));
            vec![("framer-webhook-submission-id", id.to_owned()), ("framer-signature", signature)]
        }
        SourceKind::Auto | SourceKind::StandardWebhooks => {
            let key = standard_webhooks::keys(secret).next().unwrap_or_default();
            let signature = STANDARD.encode(standard_webhooks::signature(&key, id, &seconds, body));
            vec![
                ("webhook-id", id.to_owned()),
                ("webhook-timestamp", seconds),
                ("webhook-signature", format!("v1,{signature}")),
            ]
        }
        SourceKind::AtrioForm
        | SourceKind::Elementor
        | SourceKind::ContactForm7
        | SourceKind::GravityForms
        | SourceKind::GoogleAds
        | SourceKind::Meta
        | SourceKind::Generic => Vec::new(),
    }
}

pub(super) fn to_hex(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.filter_map(|digit| char::from_digit(digit.into(), 16)).collect()
}
