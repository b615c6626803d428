//! Atrio's own contact form: the JSON of `domain::leads::ContactMessage`.

use super::{Sender, generic};
use crate::WebhookEvent;
use crate::body::Body;
use crate::fields::FieldExtractor;
use crate::members;
use domain::leads::{ContactMessage, LeadField, SourceKind};

pub(super) const SENDER: Sender = Sender {
    kind: SourceKind::AtrioForm,
    name: ("Modulo di Atrio", "Atrio form"),
    steps: (include_str!("steps.it.txt"), include_str!("steps.en.txt")),
    sample: include_str!("sample.json"),
    fits: |body| body.root().text_at(&["form"]) == "atrio",
    parse,
    // The server takes it from the request, because the body does not have it.
    delivery_id: |_| None,
    ..generic::SENDER
};

const FIELDS: [(&str, LeadField, &str); 5] = [
    ("name", LeadField::Name, "Name"),
    ("email", LeadField::Email, "E-mail"),
    ("phone", LeadField::Phone, "Phone"),
    ("company", LeadField::Company, "Company"),
    ("message", LeadField::Message, "Message"),
];

/// The text that was agreed to, the page with the details, and when.
const CONSENT: [&str; 3] = ["text", "link", "given_at"];

fn parse(body: &Body<'_>, mut out: FieldExtractor<'_>) -> WebhookEvent {
    let root = body.root();
    if !root.text_at(&[ContactMessage::HONEYPOT]).trim().is_empty() {
        return WebhookEvent::Spam;
    }
    for (name, field, question) in FIELDS {
        members::extract_as(&mut out, field, question, root.get(name));
    }
    let [consent, link, given_at] = CONSENT.map(|part| root.text_at(&["consent", part]));
    if !consent.is_empty() {
        out.add_context("", &format!("✓ {consent}"));
    }
    out.add_technical("Consent link", &link);
    out.add_technical("Consent given", &given_at);
    if let Some(consent) = root.get("consent") {
        members::extract_rest(&mut out, "Consent", consent, &CONSENT);
    }
    let known = ["form", "consent", ContactMessage::HONEYPOT];
    let known: Vec<&str> = known.into_iter().chain(FIELDS.map(|(name, ..)| name)).collect();
    members::extract_rest(&mut out, "", root, &known);
    WebhookEvent::Enquiry(out.into_lead())
}
