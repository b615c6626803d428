//! The supported senders, one file each: how their bodies are detected and parsed.

mod atrio_form;
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

/// How the bodies of a sender are handled.
pub(crate) struct Preset {
    kind: SourceKind,
    /// Whether a body has the shape of this sender.
    fits: fn(&Body<'_>) -> bool,
    pub(crate) parse: fn(&Body<'_>, FieldExtractor<'_>) -> WebhookEvent,
    /// The sender's id of a delivery: the same when it is sent again, and unique across forms, sites and
    /// accounts. Of two deliveries with the same id the second is dropped.
    pub(crate) delivery_id: fn(&Body<'_>) -> Option<String>,
}

/// In the order of detection. The last one matches every body.
const PRESETS: &[Preset] = &[
    atrio_form::PRESET,
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

/// The configured kind, or the detected one for [`SourceKind::Auto`].
pub(crate) fn sender(kind: SourceKind, body: &Body<'_>) -> SourceKind {
    if kind != SourceKind::Auto {
        return kind;
    }
    PRESETS.iter().find(|preset| (preset.fits)(body)).map_or(SourceKind::Generic, |preset| preset.kind)
}

/// The preset of `kind` if `body` has its shape, else the generic one.
pub(crate) fn preset(kind: SourceKind, body: &Body<'_>) -> &'static Preset {
    let of_kind = PRESETS.iter().find(|preset| preset.kind == kind);
    of_kind.filter(|preset| (preset.fits)(body)).unwrap_or(&generic::PRESET)
}
