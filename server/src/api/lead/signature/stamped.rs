//! Schemes that sign a timestamp with the body, so that signatures expire: WPForms, Calendly, Webflow.

use super::BadSignature;
use super::core::{SignedRequest, from_hex};

/// `t=…,v=…`
pub(super) fn wpforms(request: &SignedRequest) -> Result<(), BadSignature> {
    parts(request, "x-wpforms-webhook-signature", "v")
}

/// `t=…,v1=…`
pub(super) fn calendly(request: &SignedRequest) -> Result<(), BadSignature> {
    parts(request, "calendly-webhook-signature", "v1")
}

/// The timestamp is in a header of its own, joined to the body by a colon.
pub(super) fn webflow(request: &SignedRequest) -> Result<(), BadSignature> {
    let signature = request.header("x-webflow-signature")?;
    let timestamp = request.header("x-webflow-timestamp")?;
    request.check_mac(from_hex(signature), &[timestamp.as_bytes(), b":", request.body])?;
    request.check_timestamp(timestamp)
}

/// Timestamp `t` and signature `version` in one header, in any order; joined to the body by a full stop.
fn parts(request: &SignedRequest, header: &str, version: &str) -> Result<(), BadSignature> {
    let signature = request.header(header)?;
    let (timestamp, signature) = (part(signature, "t")?, part(signature, version)?);
    request.check_mac(from_hex(signature), &[timestamp.as_bytes(), b".", request.body])?;
    request.check_timestamp(timestamp)
}

/// The value of `name=value` in a comma-separated list; it must occur once.
fn part<'a>(header: &'a str, name: &str) -> Result<&'a str, BadSignature> {
    let parts = header.split(',').filter_map(|part| part.trim().split_once('='));
    let mut values = parts.filter(|(part, _)| *part == name).map(|(_, value)| value);
    match (values.next(), values.next()) {
        (Some(value), None) => Ok(value),
        _ => Err(BadSignature::Wrong),
    }
}
