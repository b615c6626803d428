//! Whether a delivery was signed by its source: each sender's own scheme over one core (`core.rs`).
//!
//! Nothing here tells the sender which part was wrong: the door answers every [`BadSignature`] alike.

mod core;
mod google_ads;
mod plain;
mod sign;
mod stamped;
mod standard_webhooks;

use axum::http::HeaderMap;
use domain::Timestamp;
use domain::leads::SourceKind;

use self::core::Delivered;
pub(crate) use sign::sign;

/// Why a delivery does not count as signed. The order says which reason is worth more, where several
/// schemes were tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum BadSignature {
    /// Nothing of the kind is there.
    Missing,
    /// It is there and not right, or there twice.
    Wrong,
    /// It is right, and from more than five minutes ago or ahead.
    Stale,
}

/// Whether `body`, which came with `headers`, was signed with `secret` as senders of this kind do. A kind
/// that does not sign is not looked at; of kind `auto` one of the known signatures must be there and right.
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
    let delivered = Delivered { secret, headers, body, now };
    match kind {
        kind if !kind.signs() => Ok(()),
        _ if secret.is_empty() => Err(BadSignature::Wrong),
        SourceKind::Auto => by_any(&delivered),
        kind => scheme(kind).map_or(Ok(()), |check| check(&delivered)),
    }
}

type Check = fn(&Delivered) -> Result<(), BadSignature>;

/// How senders of a kind sign.
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
        | SourceKind::Elementor
        | SourceKind::ContactForm7
        | SourceKind::GravityForms
        | SourceKind::Meta
        | SourceKind::Generic => return None,
    })
}

/// Right as soon as one scheme says so; else the best reason of all.
fn by_any(delivered: &Delivered) -> Result<(), BadSignature> {
    let mut bad = BadSignature::Missing;
    for check in SourceKind::ALL.iter().filter_map(|kind| scheme(*kind)) {
        match check(delivered) {
            Ok(()) => return Ok(()),
            Err(reason) => bad = bad.max(reason),
        }
    }
    Err(bad)
}

#[cfg(test)]
mod tests;
