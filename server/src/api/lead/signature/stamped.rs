//! Schemes that sign a timestamp with the body, so that signatures expire: WPForms, Calendly, Webflow.

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

/// The timestamp is in a header of its own, joined to the body by a colon.
pub(super) fn webflow(delivered: &Delivered) -> Result<(), BadSignature> {
    let given = delivered.header("x-webflow-signature")?;
    let clock = delivered.header("x-webflow-timestamp")?;
    delivered.is_mac(from_hex(given), &[clock.as_bytes(), b":", delivered.body])?;
    delivered.is_fresh(clock)
}

/// Timestamp `t` and signature `version` in one header, in any order; joined to the body by a full stop.
fn parts(delivered: &Delivered, header: &str, version: &str) -> Result<(), BadSignature> {
    let given = delivered.header(header)?;
    let (clock, signature) = (part(given, "t")?, part(given, version)?);
    delivered.is_mac(from_hex(signature), &[clock.as_bytes(), b".", delivered.body])?;
    delivered.is_fresh(clock)
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
