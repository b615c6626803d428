//! Elementor forms, with and without "advanced data". Always a form; it has no name for a delivery.

use super::body::Body;
use super::gathered::Gathered;
use super::node::Node;
use super::preset::Preset;
use super::{labels, walk};
use crate::lead::{Notice, SourceKind, way};

pub(super) const PRESET: Preset = Preset { kind: SourceKind::Elementor, fits, read, delivery_id: |_| None };

/// What Elementor says about the form and the page when "advanced data" is off, under keys in the language
/// of the site.
const SERVICE: [&str; 24] = [
    "date",
    "time",
    "page url",
    "page title",
    "user agent",
    "remote ip",
    "powered by",
    "referrer",
    "form id",
    "form name",
    "data",
    "ora",
    "orario",
    "url pagina",
    "url della pagina",
    "pagina url",
    "titolo pagina",
    "titolo della pagina",
    "agente utente",
    "ip remoto",
    "indirizzo ip remoto",
    "ip",
    "offerto da",
    "credits",
];

fn fits(body: &Body<'_>) -> bool {
    let root = body.root();
    let has = |path: &[&str]| root.at(path).is_some();
    let is_advanced =
        has(&["form", "id"]) && root.get("fields").is_some_and(|fields| !fields.members().is_empty());
    body.is_form() && (is_advanced || has(&["form_id"]) && has(&["form_name"]))
}

fn read(body: &Body<'_>, mut heard: Gathered<'_>) -> Notice {
    let is_advanced = body.root().get("form").is_some();
    for (key, node) in body.root().members() {
        match key.as_str() {
            "fields" if is_advanced => {
                for (key, field) in node.members() {
                    walk::tell_node(&mut heard, &way::legible(key), key, field, true);
                }
            }
            // The form's own name is nobody's.
            _ if is_advanced => walk::aside(&mut heard, &way::legible(key), node),
            _ => tell_labelled(&mut heard, key, node),
        }
    }
    Notice::Enquiry(heard.into_enquiry())
}

/// A field under its label; `No Label email` is one without, whose key follows.
fn tell_labelled(heard: &mut Gathered<'_>, label: &str, node: &Node) {
    let question = way::legible(label.trim().strip_prefix("No Label ").unwrap_or(label));
    if SERVICE.contains(&labels::folded(label).as_str()) {
        return walk::aside(heard, &question, node);
    }
    // Fields with one label come as one key that repeats: each is an answer of its own.
    match node {
        Node::List(answers) => answers.iter().for_each(|answer| heard.hear(&question, &answer.text())),
        answer => walk::tell_node(heard, &question, label, answer, true),
    }
}
