//! Any of the senders, recognised by the shape of each body.

use super::{SENDERS, Sender, generic, standard_webhooks};
use crate::signature::{BadSignature, Signature, SignedRequest};
use domain::leads::SourceKind;

pub(super) const SENDER: Sender = Sender {
    kind: SourceKind::Auto,
    name: ("Lo riconosce Atrio", "Recognised by Atrio"),
    steps: (include_str!("steps.it.txt"), include_str!("steps.en.txt")),
    signature: Some(Signature {
        check: check_any,
        sign: |sample| {
            let headers = [("webhook-id", sample.id.to_owned()), ("webhook-timestamp", sample.seconds())];
            headers.into_iter().chain(standard_webhooks::sign(sample)).collect()
        },
        secret: (
            "Serve solo se chi spedisce firma, come Typeform, Tally, Cal.com, Calendly, Framer, Google Ads o Formbricks. Se lo imposti, chi non firma viene respinto.",
            "Only needed if the sender signs, as Typeform, Tally, Cal.com, Calendly, Framer, Google Ads and Formbricks do. Once set, whoever does not sign is turned away.",
        ),
    }),
    fits: |_| false,
    ..generic::SENDER
};

/// Succeeds as soon as the scheme of one sender does; else returns the greatest error.
fn check_any(request: &SignedRequest<'_>) -> Result<(), BadSignature> {
    let schemes = SENDERS.iter().filter(|sender| sender.kind != SourceKind::Auto);
    let mut bad = BadSignature::Missing;
    for signature in schemes.filter_map(|sender| sender.signature.as_ref()) {
        match (signature.check)(request) {
            Ok(()) => return Ok(()),
            Err(reason) => bad = bad.max(reason),
        }
    }
    Err(bad)
}
