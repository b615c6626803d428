//! Elementor forms, with and without "advanced data". The body is always a form; there is no delivery id.

use super::{Sender, generic};
use crate::WebhookEvent;
use crate::body::Body;
use crate::body::node::Node;
use crate::fields::FieldExtractor;
use crate::{labels, service, walk};
use domain::leads::{SourceKind, json_path};

pub(super) const SENDER: Sender = Sender {
    kind: SourceKind::Elementor,
    name: ("Elementor", "Elementor"),
    steps: (include_str!("steps.it.txt"), include_str!("steps.en.txt")),
    sample: include_str!("sample.txt"),
    fits,
    parse,
    delivery_id: |_| None,
    ..generic::SENDER
};

/// Labels, in the language of the site, of the date and time that Elementor adds when "advanced data" is off.
/// In other bodies these labels are answers.
const CLOCKS: [&[&str]; 2] = [&["date", "data"], &["time", "ora", "orario"]];

/// Prefix of the name of a field without label, in the language of the site.
const NO_LABEL: &str = "\
    no label, nessuna etichetta, senza etichetta, etichetta assente, sans etiquette, sin etiqueta, \
    kein label, keine beschriftung";

/// The default field names of a new form.
const NEW_FORM: [&str; 3] = ["name", "email", "message"];

fn fits(body: &Body<'_>) -> bool {
    let root = body.root();
    let has = |path: &[&str]| root.at(path).is_some();
    let is_advanced = has(&["form", "id"]) && root.get("fields").is_some_and(|fields| !fields.members().is_empty());
    body.is_form() && (is_advanced || has(&["form_id"]) && has(&["form_name"]))
}

fn parse(body: &Body<'_>, mut out: FieldExtractor<'_>) -> WebhookEvent {
    let members = body.root().members();
    if body.root().get("form").is_none() {
        extract_labelled(&mut out, members);
        return WebhookEvent::Enquiry(out.into_lead());
    }
    for (key, node) in members {
        if key != "fields" {
            // Context, because the form's name is no lead field.
            walk::extract_context(&mut out, &json_path::humanize(key), node);
            continue;
        }
        for (key, field) in node.members() {
            walk::extract_node(&mut out, &json_path::humanize(key), key, field, true);
        }
    }
    WebhookEvent::Enquiry(out.into_lead())
}

/// Extracts the labelled fields, then the data that Elementor adds.
fn extract_labelled(out: &mut FieldExtractor<'_>, members: &[(String, Node)]) {
    for (place, (label, node)) in members.iter().enumerate() {
        // A form may ask for a date as well: of two equal labels the last is Elementor's.
        let is_last = || members[place + 1..].iter().all(|(later, _)| clock(later) != clock(label));
        if service::is_service(label) || clock(label).is_some() && is_last() {
            out.add_technical(&json_path::humanize(label), &node.text());
        } else {
            extract_field(out, label, node);
        }
    }
}

/// The index in [`CLOCKS`] of this label.
fn clock(label: &str) -> Option<usize> {
    let label = labels::normalize(label);
    CLOCKS.iter().position(|names| names.contains(&label.as_str()))
}

fn extract_field(out: &mut FieldExtractor<'_>, label: &str, node: &Node) {
    let words = label.trim().rsplit_once(' ');
    let unlabelled = words.filter(|(words, _)| labels::is_listed(NO_LABEL, &labels::normalize(words)));
    let key = unlabelled.map_or(label, |(_, key)| key);
    let question = json_path::humanize(key);
    // For a site in another language: the field name is still the last word.
    let named = words.filter(|(_, name)| NEW_FORM.contains(name) && labels::match_label(label).is_none());
    match (node, named.and_then(|(_, name)| labels::match_label(name))) {
        // Fields with the same label arrive as one repeated key. Each value is an answer of its own.
        (Node::List(answers), _) => {
            for answer in answers {
                out.add_labelled(&question, &answer.text());
            }
        }
        (answer, Some(named)) if unlabelled.is_none() && answer.is_plain() => {
            out.add_likely(named.field, &question, &answer.text());
        }
        (answer, _) => walk::extract_node(out, &question, key, answer, true),
    }
}
