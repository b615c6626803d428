//! Schemes that sign the body without a timestamp: Typeform, Tally, Cal.com and Framer.

use super::BadSignature;
use super::core::{SignedRequest, from_base64, from_hex};

/// `sha256=` and base64.
pub(super) fn typeform(request: &SignedRequest) -> Result<(), BadSignature> {
    let signature = request.header("typeform-signature")?;
    request.check_mac(signature.strip_prefix("sha256=").and_then(from_base64), &[request.body])
}

/// Base64.
pub(super) fn tally(request: &SignedRequest) -> Result<(), BadSignature> {
    let signature = request.header("tally-signature")?;
    request.check_mac(from_base64(signature), &[request.body])
}

/// Hexadecimal. A webhook without a secret sends `no-secret-provided`, which is not a signature.
pub(super) fn cal_com(request: &SignedRequest) -> Result<(), BadSignature> {
    let signature = request.header("x-cal-signature-256")?;
    request.check_mac(from_hex(signature), &[request.body])
}

/// `sha256=` and hexadecimal, over the body followed by the id of the submission.
pub(super) fn framer(request: &SignedRequest) -> Result<(), BadSignature> {
    let signature = request.header("framer-signature")?;
    let submission = request.header("framer-webhook-submission-id")?;
    let signature = signature.strip_prefix("sha256=").and_then(from_hex);
    request.check_mac(signature, &[request.body, submission.as_bytes()])
}
