//! Anybody: flat or not, JSON or a form, with or without questions of its own.

mod nested_contact;

use super::Preset;
use crate::WebhookEvent;
use crate::body::Body;
use crate::fields::FieldExtractor;
use crate::walk;
use domain::leads::SourceKind;
use nested_contact::nested_contact;

pub(super) const PRESET: Preset = Preset { kind: SourceKind::Generic, fits: |_| true, parse, delivery_id };

/// Whatever it says. Where that is about nobody, somebody may lie in a member of a name that says nothing: they
/// do if one address is all that is there.
pub(super) fn parse(body: &Body<'_>, mut out: FieldExtractor<'_>) -> WebhookEvent {
    let mut again = out.clone();
    walk::extract(&mut out, body.root());
    let lead = out.into_lead();
    if !lead.fields.is_anonymous() {
        return WebhookEvent::Enquiry(lead);
    }
    let deeper = nested_contact(body.root()).map(|root| {
        walk::extract(&mut again, &root);
        again.into_lead()
    });
    WebhookEvent::Enquiry(deeper.filter(|deeper| deeper.fields.email.is_some()).unwrap_or(lead))
}

/// What Standard Webhooks call it, or the draft of the IETF.
fn delivery_id(body: &Body<'_>) -> Option<String> {
    let id = body.header("webhook-id").or_else(|| body.header("idempotency-key"));
    id.map(str::to_owned)
}

#[cfg(test)]
mod tests;
