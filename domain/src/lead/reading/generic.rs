//! Anybody: flat or not, JSON or a form, with or without questions of its own.

use super::body::Body;
use super::gathered::Gathered;
use super::preset::Preset;
use super::walk;
use crate::lead::{Notice, SourceKind};

pub(super) const PRESET: Preset = Preset { kind: SourceKind::Generic, fits: |_| true, read, delivery_id };

/// Whatever it says.
pub(super) fn read(body: &Body<'_>, mut heard: Gathered<'_>) -> Notice {
    walk::tell(&mut heard, body.root());
    Notice::Enquiry(heard.into_enquiry())
}

/// What Standard Webhooks call it, or the draft of the IETF.
fn delivery_id(body: &Body<'_>) -> Option<String> {
    let id = body.header("webhook-id").or_else(|| body.header("idempotency-key"));
    id.map(str::to_owned)
}
