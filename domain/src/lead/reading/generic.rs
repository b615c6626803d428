//! Anybody: flat or not, JSON or a form, with or without questions of its own.

mod raised;

use super::body::Body;
use super::gathered::Gathered;
use super::preset::Preset;
use super::walk;
use crate::lead::{Enquiry, Notice, SourceKind};
use raised::raised;

pub(super) const PRESET: Preset = Preset { kind: SourceKind::Generic, fits: |_| true, read, delivery_id };

/// Whatever it says. Where that is about nobody, somebody may lie in a member of a name that says nothing: they
/// do if one address is all that is there.
pub(super) fn read(body: &Body<'_>, mut heard: Gathered<'_>) -> Notice {
    let mut again = heard.clone();
    walk::tell(&mut heard, body.root());
    let enquiry = heard.into_enquiry();
    if !is_nobody(&enquiry) {
        return Notice::Enquiry(enquiry);
    }
    let deeper = raised(body.root()).map(|root| {
        walk::tell(&mut again, &root);
        again.into_enquiry()
    });
    Notice::Enquiry(deeper.filter(|deeper| deeper.email.is_some()).unwrap_or(enquiry))
}

fn is_nobody(enquiry: &Enquiry) -> bool {
    enquiry.name.is_none() && enquiry.email.is_none() && enquiry.phone.is_none()
}

/// What Standard Webhooks call it, or the draft of the IETF.
fn delivery_id(body: &Body<'_>) -> Option<String> {
    let id = body.header("webhook-id").or_else(|| body.header("idempotency-key"));
    id.map(str::to_owned)
}

#[cfg(test)]
mod tests;
