//! Reads what senders deliver: the bytes of a webhook in, a lead and its activity out. Pure: no clock, no I/O.
//!
//! One file per sender in `senders`, over one body parser (`body`), one reader of labels (`labels`) and one
//! choice of fields (`fields`). Whatever is not understood is kept as question and answer; nothing is lost,
//! and no body panics.

mod body;
mod body_fields;
mod event;
mod excerpt;
mod fields;
mod honeypot;
mod labels;
mod members;
mod senders;
mod service;
mod test_event;
mod walk;

use domain::Zone;
use domain::leads::delivery::DeliveryPreview;
use domain::leads::mapping::BodyField;
use domain::leads::{DeliveryError, DeliveryReason, LeadField, Mapping, RawDelivery, SourceKind};

use body::Body;
use fields::FieldExtractor;

pub use event::{NewActivity, WebhookEvent};
pub use excerpt::excerpt;
pub use senders::main_address::parse as parse_main_address;

/// A delivery that was understood.
#[derive(Debug, Clone, PartialEq)]
pub struct ParsedDelivery {
    /// Who is taken to have sent it.
    pub sender: SourceKind,
    /// What it says.
    pub event: WebhookEvent,
}

impl ParsedDelivery {
    /// The lead it is about.
    ///
    /// # Errors
    /// [`DeliveryReason::Test`], [`DeliveryReason::Aside`] and [`DeliveryReason::Spam`]: it is about nobody.
    pub fn preview(self) -> Result<DeliveryPreview, DeliveryError> {
        let sender = self.sender;
        self.event.into_lead().map(|lead| DeliveryPreview { sender, lead })
    }
}

/// Parses a delivery to a source. What `mapping` finds comes before what the kind reads; a body that has not
/// the shape of its kind is read as anybody's; a filled `honeypot` is [`WebhookEvent::Spam`]. A time without an
/// offset is meant in `zone`.
///
/// # Errors
/// [`DeliveryReason::Unreadable`] when it is neither text nor JSON nor a form, and
/// [`DeliveryReason::Nobody`] when there is no name, no e-mail and no telephone number in it.
pub fn parse(
    kind: SourceKind,
    mapping: &Mapping,
    honeypot: Option<&str>,
    raw: &RawDelivery,
    zone: &Zone,
) -> Result<ParsedDelivery, DeliveryError> {
    let body = Body::parse(raw)?;
    let sender = senders::sender(kind, &body);
    let event = if honeypot.is_some_and(|name| honeypot::is_filled(body.root(), name)) {
        WebhookEvent::Spam
    } else if test_event::is_test(body.root()) {
        WebhookEvent::Test
    } else {
        let out = FieldExtractor::new(zone, body.payload(), mapped(mapping, &body));
        (senders::preset(sender, &body).parse)(&body, out)
    };
    match event.lead() {
        Ok(lead) if lead.fields.is_anonymous() => Err(DeliveryReason::Nobody.into()),
        _ => Ok(ParsedDelivery { sender, event }),
    }
}

/// What the sender calls this delivery, so that the same one sent again is recognised; none if it has no name
/// for it, or cannot be read.
pub fn delivery_id(kind: SourceKind, raw: &RawDelivery) -> Option<String> {
    let body = Body::parse(raw).ok()?;
    let id = (senders::preset(senders::sender(kind, &body), &body).delivery_id)(&body)?;
    let id = id.trim();
    (!id.is_empty()).then(|| id.to_owned())
}

/// Who sends bodies of this shape; [`SourceKind::Generic`] when nobody in particular does.
///
/// # Errors
/// [`DeliveryReason::Unreadable`]
pub fn detect_sender(raw: &RawDelivery) -> Result<SourceKind, DeliveryError> {
    Ok(senders::sender(SourceKind::Auto, &Body::parse(raw)?))
}

/// The fields of a body that a mapping can name, in the order received; none of what cannot be read.
pub fn body_fields(raw: &RawDelivery) -> Vec<BodyField> {
    Body::parse(raw).map(|body| body_fields::of(body.flat())).unwrap_or_default()
}

/// The fields for which `mapping` finds a text that is no address, no number or no moment. It counts for
/// nothing then: they are read as if they were not mapped.
pub fn unfit(mapping: &Mapping, raw: &RawDelivery, zone: &Zone) -> Vec<LeadField> {
    let found = Body::parse(raw).map(|body| mapped(mapping, &body)).unwrap_or_default();
    let is_unfit = |(field, text): &(LeadField, String)| !fields::fits(*field, text, zone);
    found.into_iter().filter(is_unfit).map(|(field, _)| field).collect()
}

/// What the pointers of `mapping` lead to in this body.
fn mapped(mapping: &Mapping, body: &Body<'_>) -> Vec<(LeadField, String)> {
    let value = |pointer: &str| body.value_at(pointer).map(|value| fields::clean(&value));
    let found = mapping.iter().filter_map(|(field, pointer)| Some((field, value(pointer)?)));
    found.filter(|(_, text)| !text.is_empty()).collect()
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod timing;
