//! What a delivery says, whoever sent it: pure reading, without clock and without I/O.
//!
//! One file per sender over one reader of labels. Whatever is not understood is kept as question and answer;
//! nothing is lost, and nothing panics whatever is posted.

mod address;
mod body;
mod brackets;
mod cal_com;
mod calendly;
mod contact_form_7;
mod elementor;
mod framer;
mod gathered;
mod generic;
mod google_ads;
mod gravity_forms;
mod honeypot;
mod known;
mod labels;
mod mend;
mod meta;
mod moment;
mod node;
mod places;
mod preset;
mod service;
mod standard_webhooks;
mod tally;
mod text;
mod trial;
mod typeform;
mod walk;
mod webflow;
mod wpforms;

use super::delivery::Understood;
use super::{DeliveryError, DeliveryReason, LeadField, Mapping, Notice, RawDelivery, SourceKind};
use crate::Zone;
use gathered::Gathered;
use preset::Preset;

pub use body::Body;
pub use places::{Place, Sample};

/// Every sender, in the order in which their shapes are tried. The last fits everything.
const PRESETS: &[Preset] = &[
    typeform::PRESET,
    tally::PRESET,
    cal_com::PRESET,
    calendly::PRESET,
    google_ads::PRESET,
    meta::PRESET,
    webflow::PRESET,
    standard_webhooks::PRESET,
    elementor::PRESET,
    contact_form_7::PRESET,
    gravity_forms::PRESET,
    framer::PRESET,
    wpforms::PRESET,
    generic::PRESET,
];

/// A delivery that was understood.
#[derive(Debug, Clone, PartialEq)]
pub struct Read {
    /// Who is taken to have sent it.
    pub sender: SourceKind,
    /// What it says.
    pub notice: Notice,
}

impl Read {
    /// What it says about somebody.
    ///
    /// # Errors
    /// [`DeliveryReason::Test`], [`DeliveryReason::Aside`] and [`DeliveryReason::Spam`]: it is about nobody.
    pub fn understood(self) -> Result<Understood, DeliveryError> {
        match self.notice {
            Notice::Enquiry(enquiry) | Notice::Moved(enquiry) | Notice::Cancelled(enquiry) => {
                Ok(Understood { sender: self.sender, enquiry })
            }
            Notice::Test => Err(DeliveryReason::Test.into()),
            Notice::Aside => Err(DeliveryReason::Aside.into()),
            Notice::Spam => Err(DeliveryReason::Spam.into()),
        }
    }
}

/// Reads a delivery to a source. What `mapping` finds comes before what the kind reads; a body that has not
/// the shape of its kind is read as anybody's; a filled `honeypot` is [`Notice::Spam`].
///
/// # Errors
/// [`DeliveryReason::Unreadable`] when it is neither text nor JSON nor a form, and
/// [`DeliveryReason::Nobody`] when there is no name, no e-mail and no telephone number in it.
pub fn read(
    kind: SourceKind,
    mapping: &Mapping,
    honeypot: Option<&str>,
    raw: &RawDelivery,
    zone: &Zone,
) -> Result<Read, DeliveryError> {
    let body = Body::read(raw)?;
    let sender = if kind == SourceKind::Auto { recognise(&body) } else { kind };
    if honeypot.is_some_and(|name| honeypot::is_filled(body.root(), name)) {
        return Ok(Read { sender, notice: Notice::Spam });
    }
    if trial::is_one(body.root()) {
        return Ok(Read { sender, notice: Notice::Test });
    }
    let heard = Gathered::new(zone, body.payload(), mapped(mapping, &body));
    let notice = (preset(sender, &body).read)(&body, heard);
    match &notice {
        Notice::Enquiry(enquiry) | Notice::Moved(enquiry) | Notice::Cancelled(enquiry)
            if enquiry.name.is_none() && enquiry.email.is_none() && enquiry.phone.is_none() =>
        {
            Err(DeliveryReason::Nobody.into())
        }
        _ => Ok(Read { sender, notice }),
    }
}

/// What the sender calls this delivery, so that the same one sent again is known; none if it has no name for
/// it, or cannot be read.
pub fn delivery_id(kind: SourceKind, raw: &RawDelivery) -> Option<String> {
    let body = Body::read(raw).ok()?;
    let sender = if kind == SourceKind::Auto { recognise(&body) } else { kind };
    let id = (preset(sender, &body).delivery_id)(&body)?;
    let id = id.trim();
    (!id.is_empty()).then(|| id.to_owned())
}

/// Who sends bodies of this shape; [`SourceKind::Generic`] when nobody in particular does.
pub fn recognise(body: &Body<'_>) -> SourceKind {
    PRESETS.iter().find(|preset| (preset.fits)(body)).map_or(SourceKind::Generic, |preset| preset.kind)
}

/// The places of a body that a mapping can name, in the order received; none of what cannot be read.
pub fn places(raw: &RawDelivery) -> Vec<Place> {
    Body::read(raw).map(|body| places::of(body.plain())).unwrap_or_default()
}

/// The fields for which `mapping` finds a text that is no address, no number or no moment. It counts for
/// nothing then: they are read as if they were not mapped.
pub fn unfit(mapping: &Mapping, raw: &RawDelivery, zone: &Zone) -> Vec<LeadField> {
    let found = Body::read(raw).map(|body| mapped(mapping, &body)).unwrap_or_default();
    let is_unfit = |(field, text): &(LeadField, String)| match field {
        LeadField::Email => address::plausible(text).is_none(),
        LeadField::Phone => !text.contains(char::is_numeric),
        LeadField::StartsAt => moment::read(text, zone).is_none(),
        _ => false,
    };
    found.into_iter().filter(is_unfit).map(|(field, _)| field).collect()
}

/// How `kind` is read, if `body` has its shape; else how anybody is.
fn preset(kind: SourceKind, body: &Body<'_>) -> &'static Preset {
    let of_kind = PRESETS.iter().find(|preset| preset.kind == kind);
    of_kind.filter(|preset| (preset.fits)(body)).unwrap_or(&generic::PRESET)
}

/// What the places of `mapping` say in this body.
fn mapped(mapping: &Mapping, body: &Body<'_>) -> Vec<(LeadField, String)> {
    let said = |place: &str| body.said_at(place).map(|said| gathered::clean(&said));
    let found = mapping.iter().filter_map(|(field, place)| Some((field, said(place)?)));
    found.filter(|(_, text)| !text.is_empty()).collect()
}

#[cfg(test)]
mod pace;
#[cfg(test)]
mod tests;
