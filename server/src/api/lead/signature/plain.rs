//! Schemes that sign the body without a timestamp: Typeform, Tally, Cal.com and Framer.

use super::BadSignature;
use super::core::{Delivered, from_base64, from_hex};

/// `sha256=` and base64.
pub(super) fn typeform(delivered: &Delivered) -> Result<(), BadSignature> {
    let given = delivered.header("typeform-signature")?;
    delivered.is_mac(given.strip_prefix("sha256=").and_then(from_base64), &[delivered.body])
}

/// Base64.
pub(super) fn tally(delivered: &Delivered) -> Result<(), BadSignature> {
    let given = delivered.header("tally-signature")?;
    delivered.is_mac(from_base64(given), &[delivered.body])
}

/// Hexadecimal. A webhook without a secret sends `no-secret-provided`, which is not a signature.
pub(super) fn cal_com(delivered: &Delivered) -> Result<(), BadSignature> {
    let given = delivered.header("x-cal-signature-256")?;
    delivered.is_mac(from_hex(given), &[delivered.body])
}

/// `sha256=` and hexadecimal, over the body followed by the id of the submission.
pub(super) fn framer(delivered: &Delivered) -> Result<(), BadSignature> {
    let given = delivered.header("framer-signature")?;
    let submission = delivered.header("framer-webhook-submission-id")?;
    let given = given.strip_prefix("sha256=").and_then(from_hex);
    delivered.is_mac(given, &[delivered.body, submission.as_bytes()])
}
