//! Any sender without a preset: flat or nested, JSON or form, with or without labels.

mod nested_contact;

use super::Sender;
use crate::WebhookEvent;
use crate::body::Body;
use crate::fields::FieldExtractor;
use crate::walk;
use domain::leads::SourceKind;
use nested_contact::nested_contact;

pub(super) const SENDER: Sender = Sender {
    kind: SourceKind::Generic,
    name: ("Zapier, Make, n8n o altro", "Zapier, Make, n8n or other"),
    steps: (include_str!("steps.it.txt"), include_str!("steps.en.txt")),
    commands: &[],
    books_meetings: false,
    moves_by_booking_again: false,
    sample: include_str!("sample.json"),
    signature: None,
    headers: &[],
    fits: |_| true,
    parse,
    delivery_id,
};

/// Extracts all answers. If they identify nobody, looks for a contact nested in members with unknown names;
/// it counts if the body has only one e-mail address.
fn parse(body: &Body<'_>, mut out: FieldExtractor<'_>) -> WebhookEvent {
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

/// The header of Standard Webhooks, or of the IETF draft on idempotency keys.
fn delivery_id(body: &Body<'_>) -> Option<String> {
    let id = body.header("webhook-id").or_else(|| body.header("idempotency-key"));
    id.map(str::to_owned)
}

#[cfg(test)]
mod tests;
