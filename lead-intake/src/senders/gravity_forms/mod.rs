//! Gravity Forms: an entry whose answers are keyed by field number. The questions are only known from a
//! mapping; name and e-mail are detected.

use std::collections::HashSet;

use super::{Sender, generic};
use crate::WebhookEvent;
use crate::body::Body;
use crate::fields::FieldExtractor;
use crate::{members, walk};
use domain::leads::{LeadField, SourceKind};

pub(super) const SENDER: Sender = Sender {
    kind: SourceKind::GravityForms,
    name: ("Gravity Forms", "Gravity Forms"),
    steps: (include_str!("steps.it.txt"), include_str!("steps.en.txt")),
    sample: include_str!("sample.json"),
    fits,
    parse,
    delivery_id,
    ..generic::SENDER
};

/// Metadata of an entry, some of which is always present.
const ENTRY: [&str; 5] = ["form_id", "source_url", "date_created", "is_starred", "is_fulfilled"];

fn fits(body: &Body<'_>) -> bool {
    let members = body.root().members();
    let has = |is: fn(&str) -> bool| members.iter().any(|(key, _)| is(key));
    has(is_number) && has(|key| ENTRY.contains(&key)) || has(|key| parts(key).is_some())
}

fn parse(body: &Body<'_>, mut out: FieldExtractor<'_>) -> WebhookEvent {
    let members = body.root().members();
    // A name has parts 2 to 8. Addresses and choices also have parts 3 and 6, but start at 1.
    let others: HashSet<&str> = members
        .iter()
        .filter_map(|(key, _)| parts(key))
        .filter(|(_, part)| matches!(*part, "1" | "5"))
        .map(|(field, _)| field)
        .collect();
    for (key, node) in members {
        let part = parts(key).filter(|(field, _)| !others.contains(field)).map(|(_, part)| part);
        match part {
            Some("3") if node.is_plain() => out.add_field(LeadField::GivenName, key, &node.text()),
            Some("6") if node.is_plain() => out.add_field(LeadField::FamilyName, key, &node.text()),
            _ if is_number(key) || parts(key).is_some() => walk::extract_node(&mut out, key, key, node, true),
            // Metadata of the entry, or a field with a custom name.
            _ => members::extract_named(&mut out, key, node),
        }
    }
    WebhookEvent::Enquiry(out.into_lead())
}

/// The entry's id. Sites count their own entries and forms from 1, so the site and the creation time are
/// included; the update time too, because an edited entry is sent again. `None` if neither the site nor the
/// creation time is known.
fn delivery_id(body: &Body<'_>) -> Option<String> {
    let text = |name| body.root().text_at(&[name]);
    let site = site(&text("source_url"));
    let [created, updated] = ["date_created", "date_updated"].map(text);
    let id = text("id");
    let is_of_one_site = !(site.is_empty() && created.is_empty());
    (is_of_one_site && !id.is_empty()).then(|| [text("form_id"), site, id, created, updated].join(" "))
}

/// The host in a web address.
fn site(address: &str) -> String {
    let host = address.split_once("://").map_or(address, |(_, rest)| rest);
    host.split(['/', '?', '#']).next().unwrap_or_default().to_lowercase()
}

fn is_number(key: &str) -> bool {
    !key.is_empty() && key.bytes().all(|digit| digit.is_ascii_digit())
}

/// `1.3` as field and part.
fn parts(key: &str) -> Option<(&str, &str)> {
    key.split_once('.').filter(|(field, part)| is_number(field) && is_number(part))
}
