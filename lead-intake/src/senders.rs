//! The supported senders. Everything about one is in its folder: how its bodies are recognised, parsed and
//! signed, how it is connected, and in `bodies` what it posts with the expected results.

mod atrio_form;
mod auto;
mod cal_com;
mod calendly;
mod contact_form_7;
mod elementor;
mod framer;
mod generic;
pub(crate) mod google_ads;
mod gravity_forms;
pub(crate) mod main_address;
mod meta;
mod standard_webhooks;
mod tally;
mod typeform;
mod webflow;
mod wpforms;

use domain::leads::SourceKind;

use crate::body::Body;
use crate::fields::FieldExtractor;
use crate::signature::Signature;
use crate::{Translated, WebhookEvent};

/// What a sender does not say is as in the generic one.
pub struct Sender {
    pub kind: SourceKind,
    pub name: Translated,
    /// What to do at the sender, one step a line.
    pub steps: Translated,
    /// Shell commands that do what the sender has no page for.
    pub commands: &'static [Command],
    /// Whether it sends booked meetings rather than forms.
    pub books_meetings: bool,
    /// Whether it sends a rescheduled booking as a new one, which creates its lead if there is none.
    pub moves_by_booking_again: bool,
    /// The body that [`crate::sample`] fills in, of an obviously fictitious person.
    pub(crate) sample: &'static str,
    /// `None` if it does not sign.
    pub signature: Option<Signature>,
    /// Its headers that are stored with a delivery, in lower case and without secrets.
    pub(crate) headers: &'static [(&'static str, HeaderSample)],
    /// Whether a body has the shape of this sender.
    pub(crate) fits: fn(&Body<'_>) -> bool,
    pub(crate) parse: fn(&Body<'_>, FieldExtractor<'_>) -> WebhookEvent,
    /// The sender's id of a delivery: the same when it is sent again, and unique across forms, sites and
    /// accounts. Of two deliveries with the same id the second is dropped.
    pub(crate) delivery_id: fn(&Body<'_>) -> Option<String>,
}

/// What a sample has in a header that is stored.
pub(crate) enum HeaderSample {
    DeliveryId,
    /// The time in Unix seconds.
    Seconds,
    Absent,
}

/// A shell command to copy.
pub struct Command {
    pub label: Translated,
    /// `{address}` stands for the address of the source.
    pub text: Translated,
}

/// In the order of detection. The last one matches every body.
pub(crate) const SENDERS: &[Sender] = &[
    auto::SENDER,
    atrio_form::SENDER,
    typeform::SENDER,
    tally::SENDER,
    cal_com::SENDER,
    calendly::SENDER,
    google_ads::SENDER,
    meta::SENDER,
    webflow::SENDER,
    standard_webhooks::SENDER,
    elementor::SENDER,
    contact_form_7::SENDER,
    gravity_forms::SENDER,
    framer::SENDER,
    wpforms::SENDER,
    generic::SENDER,
];

/// The sender of sources of this kind.
pub fn sender(kind: SourceKind) -> &'static Sender {
    SENDERS.iter().find(|sender| sender.kind == kind).unwrap_or(&generic::SENDER)
}

/// The configured sender, or the detected one for [`SourceKind::Auto`].
pub(crate) fn sender_of(kind: SourceKind, body: &Body<'_>) -> &'static Sender {
    match kind {
        SourceKind::Auto => SENDERS.iter().find(|sender| (sender.fits)(body)).unwrap_or(&generic::SENDER),
        kind => sender(kind),
    }
}

impl Sender {
    /// This sender if `body` has its shape, else the generic one.
    pub(crate) fn parser_of(&'static self, body: &Body<'_>) -> &'static Self {
        if (self.fits)(body) { self } else { &generic::SENDER }
    }
}

#[cfg(test)]
mod tests;
