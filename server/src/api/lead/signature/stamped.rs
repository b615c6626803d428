//! Schemes that sign a clock with the body, so that a signature grows stale: WPForms, Calendly, Webflow.

use super::BadSignature;
use super::core::{Delivered, from_hex};

/// `t=…,v=…`
pub(super) fn wpforms(delivered: &Delivered) -> Result<(), BadSignature> {
    parts(delivered, "x-wpforms-webhook-signature", "v")
}

/// `t=…,v1=…`
pub(super) fn calendly(delivered: &Delivered) -> Result<(), BadSignature> {
    parts(delivered, "calendly-webhook-signature", "v1")
}

/// The clock in a header of its own; a colon between it and the body.
pub(super) fn webflow(delivered: &Delivered) -> Result<(), BadSignature> {
    let given = delivered.header("x-webflow-signature")?;
    let clock = delivered.header("x-webflow-timestamp")?;
    delivered.is_mac(from_hex(given), &[clock.as_bytes(), b":", delivered.body])?;
    delivered.is_fresh(clock)
}

/// Clock `t` and signature `version` in one header, in any order; a full stop between clock and body.
fn parts(delivered: &Delivered, header: &str, version: &str) -> Result<(), BadSignature> {
    let given = delivered.header(header)?;
    let (clock, signature) = (part(given, "t")?, part(given, version)?);
    delivered.is_mac(from_hex(signature), &[clock.as_bytes(), b".", delivered.body])?;
    delivered.is_fresh(clock)
}

/// The value of `name=value` among parts with commas between them, which must be there once.
fn part<'a>(header: &'a str, name: &str) -> Result<&'a str, BadSignature> {
    let parts = header.split(',').filter_map(|part| part.trim().split_once('='));
    let mut values = parts.filter(|(part, _)| *part == name).map(|(_, value)| value);
    match (values.next(), values.next()) {
        (Some(value), None) => Ok(value),
        _ => Err(BadSignature::Wrong),
    }
}
