//! Tally: a list of fields, each with label, type and value. Choices are ids of options.

use std::collections::{HashMap, HashSet};

use super::{Sender, generic};
use crate::WebhookEvent;
use crate::body::Body;
use crate::body::node::Node;
use crate::fields::FieldExtractor;
use crate::signature::{Signature, from_base64};
use crate::{labels, members, walk};
use domain::leads::{LeadField, SourceKind, json_path};

pub(super) const SENDER: Sender = Sender {
    kind: SourceKind::Tally,
    name: ("Tally", "Tally"),
    steps: (include_str!("steps.it.txt"), include_str!("steps.en.txt")),
    sample: include_str!("sample.json"),
    signature: Some(Signature {
        check: |request| request.check_mac(from_base64(request.header("tally-signature")?), &[request.body]),
        sign: |sample| vec![("tally-signature", sample.base64_mac(&[sample.body]))],
        secret: (
            "Tally firma se nel webhook accendi «Signing secret»: copialo da lì e incollalo in Atrio.",
            "Tally signs if you switch on “Signing secret” in the webhook: copy it from there and paste it into Atrio.",
        ),
    }),
    fits,
    parse,
    delivery_id,
    ..generic::SENDER
};

/// The longest table heading to repeat with each cell, in characters.
const MAX_HEADING_CHARS: usize = 200;

fn fits(body: &Body<'_>) -> bool {
    let is_field = |field: &Node| ["key", "label", "type"].iter().all(|name| field.get(name).is_some());
    let fields = body.root().at(&["data", "fields"]).map(Node::items).unwrap_or_default();
    fields.iter().any(is_field)
}

fn delivery_id(body: &Body<'_>) -> Option<String> {
    body.root().at(&["eventId"]).map(Node::text)
}

fn parse(body: &Body<'_>, mut out: FieldExtractor<'_>) -> WebhookEvent {
    let root = body.root();
    let mut with_options = HashSet::new();
    members::each_record(&mut out, "Fields", root.at(&["data", "fields"]), |out, field| {
        let key = field.get("key").and_then(Node::as_str).unwrap_or_default();
        if field.get("options").is_some() {
            with_options.insert(key);
        }
        if !is_box(field, key, &with_options) {
            extract_field(out, field);
        }
    });
    out.add_context("Form", &root.text_at(&["data", "formName"]));
    if let Some(form) = root.get("data") {
        members::extract_rest(&mut out, "", form, &["fields", "formName"]);
    }
    members::extract_rest(&mut out, "", root, &["data"]);
    WebhookEvent::Enquiry(out.into_lead())
}

/// Whether a field is a single checkbox of a group that was already extracted. Its key is the group's key
/// with the id of an option.
fn is_box(field: &Node, key: &str, with_options: &HashSet<&str>) -> bool {
    let is_switch = matches!(field.get("value"), Some(Node::Bool(_) | Node::Null) | None);
    is_switch && key.rsplit_once('_').is_some_and(|(group, _)| with_options.contains(group))
}

fn extract_field(out: &mut FieldExtractor<'_>, field: &Node) {
    let [label, key, kind] = ["label", "key", "type"].map(|name| field.text_at(&[name]));
    let is_labelled = !label.is_empty();
    let question = if is_labelled { label } else { members::sentence_case(&key) };
    members::extract_rest(out, &question, field, &["label", "key", "type", "value", "options", "rows", "columns"]);
    let Some(value) = field.get("value") else { return };
    if kind == "MATRIX" && extract_table(out, &question, field, value) {
        return;
    }
    let Some(text) = value_text(field, value) else { return walk::extract_context(out, &question, value) };
    match kind.as_str() {
        "INPUT_EMAIL" => out.add_field(LeadField::Email, &question, &text),
        "INPUT_PHONE_NUMBER" => out.add_field(LeadField::Phone, &question, &text),
        "CALCULATED_FIELDS" => out.add_context(&question, &text),
        "FILE_UPLOAD" | "SIGNATURE" | "PAYMENT" => out.add_other(&question, &text),
        _ if matches!(value, Node::Bool(_)) => out.add_other(&question, &text),
        "HIDDEN_FIELDS" => members::extract_named(out, &question, &Node::Text(text)),
        "TEXTAREA" if !is_labelled => out.add_likely(LeadField::Message, &question, &text),
        "TEXTAREA" if labels::match_label(&question).is_none() => out.add_long_text(&question, &text),
        // A generated key such as `question_1` is no label.
        _ if !is_labelled => out.add_other(&question, &text),
        _ if field.get("options").is_some() => members::extract_choice(out, &question, "", &Node::Text(text)),
        _ => out.add_labelled(&question, &text),
    }
}

/// Texts of options, rows or columns by id.
struct Headings<'a>(HashMap<String, &'a Node>);

impl<'a> Headings<'a> {
    fn of(field: &'a Node, part: &str) -> Self {
        let items = field.get(part).map(Node::items).unwrap_or_default();
        Self(items.iter().filter_map(|item| Some((item.text_at(&["id"]), item.get("text")?))).collect())
    }

    /// The text of an id; any other value is free text and is returned as is.
    fn resolve(&self, id: String) -> String {
        self.0.get(&id).map(|text| text.text()).filter(|text| !text.is_empty()).unwrap_or(id)
    }
}

/// A value as text: option texts, or file links, without duplicates. `None` if it has another shape.
fn value_text(field: &Node, value: &Node) -> Option<String> {
    let options = Headings::of(field, "options");
    let text = |item: &Node| if item.is_plain() { Some(options.resolve(item.text())) } else { link(item) };
    let texts: Option<Vec<_>> = distinct_items(value).map(text).collect();
    texts.map(joined)
}

/// The distinct items of an array, or a single value. This bounds the output when a body repeats the id of a
/// long option.
fn distinct_items(value: &Node) -> impl Iterator<Item = &Node> {
    let items = if let Node::List(items) = value { items } else { std::slice::from_ref(value) };
    let mut extracted = HashSet::new();
    items.iter().filter(move |item| !item.is_plain() || extracted.insert(item.text()))
}

fn joined(texts: Vec<String>) -> String {
    texts.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(", ")
}

/// A file as name and URL.
fn link(file: &Node) -> Option<String> {
    let [name, url] = ["name", "url"].map(|part| file.text_at(&[part]));
    match (name.as_str(), url.as_str()) {
        ("", "") => None,
        ("", one) | (one, "") => Some(one.to_owned()),
        (name, url) => Some(format!("{name} ({url})")),
    }
}

/// Extracts a table: for each row the chosen columns. Returns whether the value is a table.
fn extract_table(out: &mut FieldExtractor<'_>, question: &str, field: &Node, value: &Node) -> bool {
    let [rows, columns] = ["rows", "columns"].map(|part| Headings::of(field, part));
    let short = |heading: String| heading.chars().take(MAX_HEADING_CHARS).collect::<String>();
    for (row, chosen) in value.members() {
        let path = json_path::step(question, &short(rows.resolve(row.clone())));
        out.add_other(
            &path,
            &joined(distinct_items(chosen).map(|column| short(columns.resolve(column.text()))).collect()),
        );
    }
    !value.members().is_empty()
}
