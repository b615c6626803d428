//! Checks the signatures of deliveries: one scheme per sender over shared functions (`core.rs`).
//!
//! Every [`BadSignature`] gets the same response, so the sender does not learn which part was wrong.

mod core;
mod google_ads;
mod plain;
mod sign;
mod stamped;
mod standard_webhooks;

use axum::http::HeaderMap;
use domain::Timestamp;
use domain::leads::SourceKind;

use self::core::SignedRequest;
pub(crate) use sign::sign;

/// Why a delivery does not count as signed, in ascending order of significance: where several schemes are
/// tried, the greatest is returned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum BadSignature {
    /// There is no signature.
    Missing,
    /// The signature is wrong, or repeated.
    Wrong,
    /// The signature is right, but its timestamp is more than five minutes off.
    Stale,
}

/// Checks that `body` with `headers` was signed with `secret` by the scheme of this kind. A kind that does
/// not sign is not checked; for kind `auto` one of the supported signatures must be valid.
///
/// # Errors
/// [`BadSignature`]. An empty secret signs nothing.
pub(crate) fn check(
    kind: SourceKind,
    secret: &str,
    headers: &HeaderMap,
    body: &[u8],
    now: Timestamp,
) -> Result<(), BadSignature> {
    let request = SignedRequest { secret, headers, body, now };
    match kind {
        kind if !kind.signs() => Ok(()),
        _ if secret.is_empty() => Err(BadSignature::Wrong),
        SourceKind::Auto => check_any(&request),
        kind => scheme(kind).map_or(Ok(()), |check| check(&request)),
    }
}

type Check = fn(&SignedRequest) -> Result<(), BadSignature>;

/// The scheme of a kind.
const fn scheme(kind: SourceKind) -> Option<Check> {
    Some(match kind {
        SourceKind::WpForms => stamped::wpforms,
        SourceKind::Calendly => stamped::calendly,
        SourceKind::Webflow => stamped::webflow,
        SourceKind::Typeform => plain::typeform,
        SourceKind::Tally => plain::tally,
        SourceKind::CalCom => plain::cal_com,
        SourceKind::Framer => plain::framer,
        SourceKind::GoogleAds => google_ads::check,
        SourceKind::StandardWebhooks => standard_webhooks::check,
        SourceKind::Auto
        | SourceKind::AtrioForm
        | SourceKind::Elementor
        | SourceKind::ContactForm7
        | SourceKind::GravityForms
        | SourceKind::Meta
        | SourceKind::Generic => return None,
    })
}

/// Succeeds as soon as one scheme does; else returns the greatest error.
fn check_any(request: &SignedRequest) -> Result<(), BadSignature> {
    let mut bad = BadSignature::Missing;
    for check in SourceKind::ALL.iter().filter_map(|kind| scheme(*kind)) {
        match check(request) {
            Ok(()) => return Ok(()),
            Err(reason) => bad = bad.max(reason),
        }
    }
    Err(bad)
}

#[cfg(test)]
mod tests;
