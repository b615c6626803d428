//! Framer: a flat body keyed by input names. Only a header distinguishes it from the generic sender.

use super::{HeaderSample, Sender, generic};
use crate::body::Body;
use crate::signature::{BadSignature, Signature, SignedRequest, from_hex};
use domain::leads::SourceKind;

pub(super) const SENDER: Sender = Sender {
    kind: SourceKind::Framer,
    name: ("Framer", "Framer"),
    steps: (include_str!("steps.it.txt"), include_str!("steps.en.txt")),
    sample: include_str!("sample.json"),
    signature: Some(Signature {
        check: check_signature,
        sign: |sample| {
            let signature = sample.hex_mac(&[sample.body, sample.id.as_bytes()]);
            vec![("framer-signature", format!("sha256={signature}"))]
        },
        secret: (
            "Framer firma se imposti un segreto di almeno 32 caratteri accanto all’indirizzo. Poi non si rivede più: incollalo subito anche in Atrio.",
            "Framer signs if you set a secret of at least 32 characters beside the address. It cannot be seen again: paste it into Atrio at once.",
        ),
    }),
    headers: &[(SUBMISSION_ID, HeaderSample::DeliveryId)],
    fits: |body| submission(body).is_some(),
    delivery_id: |body| submission(body).map(str::to_owned),
    ..generic::SENDER
};

const SUBMISSION_ID: &str = "framer-webhook-submission-id";

fn submission<'a>(body: &'a Body<'_>) -> Option<&'a str> {
    body.header(SUBMISSION_ID)
}

/// The body is signed, followed by the id of the submission.
fn check_signature(request: &SignedRequest<'_>) -> Result<(), BadSignature> {
    let signature = request.header("framer-signature")?;
    let submission = request.header(SUBMISSION_ID)?;
    let signature = signature.strip_prefix("sha256=").and_then(from_hex);
    request.check_mac(signature, &[request.body, submission.as_bytes()])
}
