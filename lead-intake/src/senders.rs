//! The senders: one file each, with how a body of theirs is recognised, parsed and called.

mod cal_com;
mod calendly;
mod contact_form_7;
mod elementor;
mod framer;
mod generic;
mod google_ads;
mod gravity_forms;
pub(crate) mod main_address;
mod meta;
mod standard_webhooks;
mod tally;
mod typeform;
mod webflow;
mod wpforms;

use domain::leads::SourceKind;

use crate::WebhookEvent;
use crate::body::Body;
use crate::fields::FieldExtractor;

/// How a sender is read.
pub(crate) struct Preset {
    kind: SourceKind,
    /// Whether a body has the shape of this sender's.
    fits: fn(&Body<'_>) -> bool,
    /// Parses a body of that shape.
    pub(crate) parse: fn(&Body<'_>, FieldExtractor<'_>) -> WebhookEvent,
    /// What the sender calls this delivery: the same when it is sent again, and never the same for two, not of
    /// two forms, sites or accounts either. Where two are called alike, the second is lost.
    pub(crate) delivery_id: fn(&Body<'_>) -> Option<String>,
}

/// In the order in which their shapes are tried. The last fits everything.
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

/// The kind, or whoever sends bodies of this shape.
pub(crate) fn sender(kind: SourceKind, body: &Body<'_>) -> SourceKind {
    if kind != SourceKind::Auto {
        return kind;
    }
    PRESETS.iter().find(|preset| (preset.fits)(body)).map_or(SourceKind::Generic, |preset| preset.kind)
}

/// How `kind` is read, if `body` has its shape; else how anybody is.
pub(crate) fn preset(kind: SourceKind, body: &Body<'_>) -> &'static Preset {
    let of_kind = PRESETS.iter().find(|preset| preset.kind == kind);
    of_kind.filter(|preset| (preset.fits)(body)).unwrap_or(&generic::PRESET)
}
