//! Parses webhook deliveries: the bytes of a request in, a lead and its activity out. Pure: no clock, no I/O.
//!
//! One folder per sender in `senders`, on top of one body parser (`body`), one label matcher (`labels`) and one
//! field selection (`fields`). Unrecognised data is kept as question and answer, so that nothing is lost. No
//! body causes a panic.

mod body;
mod body_fields;
mod event;
mod excerpt;
mod fields;
mod honeypot;
mod labels;
mod members;
mod sample;
mod senders;
mod service;
mod signature;
mod test_event;
mod walk;

use domain::leads::delivery::DeliveryPreview;
use domain::leads::mapping::BodyField;
use domain::leads::{DeliveryError, DeliveryReason, LeadField, Mapping, RawDelivery, SourceKind};
use domain::{Timestamp, Zone};
use http::HeaderMap;

use body::Body;
use fields::FieldExtractor;
use signature::{SignedRequest, ensure};

pub use event::{NewActivity, WebhookEvent};
pub use excerpt::excerpt;
pub use sample::{Sample, sample};
pub use senders::google_ads::blank_google_key;
pub use senders::main_address::parse as parse_main_address;
pub use senders::{Command, Sender, sender};
pub use service::is_technical;
pub use signature::{BadSignature, Signature};

/// A text in Italian and in English.
pub type Translated = (&'static str, &'static str);

/// A successfully parsed delivery.
#[derive(Debug, Clone, PartialEq)]
pub struct ParsedDelivery {
    /// The configured or detected sender.
    pub sender: SourceKind,
    pub event: WebhookEvent,
}

impl ParsedDelivery {
    /// The sender and the lead.
    ///
    /// # Errors
    /// [`DeliveryReason::Test`], [`DeliveryReason::Irrelevant`] or [`DeliveryReason::Spam`] when the event has no
    /// lead.
    pub fn preview(self) -> Result<DeliveryPreview, DeliveryError> {
        Ok(DeliveryPreview { sender: self.sender, lead: self.event.lead()?.clone() })
    }
}

/// Parses a delivery to a source. Values found by `mapping` take precedence over those of the sender's
/// parser. A body without the shape of its kind is parsed as [`SourceKind::Generic`]. A filled `honeypot` is
/// [`WebhookEvent::Spam`]. Times without an offset are in `zone`.
///
/// # Errors
/// [`DeliveryReason::Unreadable`] when the body is neither text nor JSON nor a form, and
/// [`DeliveryReason::Nobody`] when it has no name, no e-mail and no phone number.
pub fn parse(
    kind: SourceKind,
    mapping: &Mapping,
    honeypot: Option<&str>,
    raw: &RawDelivery,
    zone: &Zone,
) -> Result<ParsedDelivery, DeliveryError> {
    let body = Body::parse(raw)?;
    let sender = senders::sender_of(kind, &body);
    let event = if honeypot.is_some_and(|name| honeypot::is_filled(body.root(), name)) {
        WebhookEvent::Spam
    } else if test_event::is_test(body.root()) {
        WebhookEvent::Test
    } else {
        let out = FieldExtractor::new(zone, body.payload(), mapped(mapping, &body));
        (sender.parser_of(&body).parse)(&body, out)
    };
    match event.lead() {
        Ok(lead) if lead.fields.is_anonymous() => Err(DeliveryReason::Nobody.into()),
        _ => Ok(ParsedDelivery { sender: sender.kind, event }),
    }
}

/// The sender's id of a delivery, used to detect repeats. `None` if the sender gives no id or the body cannot
/// be parsed.
pub fn delivery_id(kind: SourceKind, raw: &RawDelivery) -> Option<String> {
    let body = Body::parse(raw).ok()?;
    let id = (senders::sender_of(kind, &body).parser_of(&body).delivery_id)(&body)?;
    let id = id.trim();
    (!id.is_empty()).then(|| id.to_owned())
}

/// Checks that `body` with `headers` was signed with `secret` by the scheme of this kind. A kind that does
/// not sign is not checked; for kind `auto` one of the supported signatures must be valid.
///
/// # Errors
/// [`BadSignature`]. An empty secret signs nothing.
pub fn check_signature(
    kind: SourceKind,
    secret: &str,
    headers: &HeaderMap,
    body: &[u8],
    now: Timestamp,
) -> Result<(), BadSignature> {
    let Some(signature) = &senders::sender(kind).signature else { return Ok(()) };
    ensure(!secret.is_empty())?;
    (signature.check)(&SignedRequest { secret, headers, body, now })
}

/// Detects the sender by the shape of the body; [`SourceKind::Generic`] if none matches.
///
/// # Errors
/// [`DeliveryReason::Unreadable`] when the body cannot be parsed.
pub fn detect_sender(raw: &RawDelivery) -> Result<SourceKind, DeliveryError> {
    Ok(senders::sender_of(SourceKind::Auto, &Body::parse(raw)?).kind)
}

/// The names of the headers that are stored with a delivery, in lower case: no signatures, secrets, cookies or
/// IP addresses.
pub fn stored_headers() -> impl Iterator<Item = &'static str> {
    let of_senders = senders::SENDERS.iter().flat_map(|sender| sender.headers);
    ["user-agent", "idempotency-key"].into_iter().chain(of_senders.map(|(name, _)| *name))
}

/// The fields of a body that can be mapped, in the order received; empty if the body cannot be parsed.
pub fn body_fields(raw: &RawDelivery) -> Vec<BodyField> {
    Body::parse(raw).map(|body| body_fields::of(body.flat())).unwrap_or_default()
}

/// The mapped fields whose text is not a valid e-mail address, phone number or time. Such a mapping is
/// ignored.
pub fn invalid_mapped_fields(mapping: &Mapping, raw: &RawDelivery, zone: &Zone) -> Vec<LeadField> {
    let found = Body::parse(raw).map(|body| mapped(mapping, &body)).unwrap_or_default();
    let is_invalid = |(field, text): &(LeadField, String)| !fields::is_valid(*field, text, zone);
    found.into_iter().filter(is_invalid).map(|(field, _)| field).collect()
}

/// The non-empty texts at the pointers of `mapping`.
fn mapped(mapping: &Mapping, body: &Body<'_>) -> Vec<(LeadField, String)> {
    let value = |pointer: &str| body.value_at(pointer).map(|value| fields::clean(&value));
    let found = mapping.iter().filter_map(|(field, pointer)| Some((field, value(pointer)?)));
    found.filter(|(_, text)| !text.is_empty()).collect()
}

#[cfg(test)]
mod large_bodies;
#[cfg(test)]
mod tests;
