//! Tally: a list of fields, each with its label, its type and its value; what was chosen are ids of options.

use std::collections::{HashMap, HashSet};

use super::body::Body;
use super::gathered::Gathered;
use super::node::Node;
use super::preset::Preset;
use super::{known, labels, walk};
use crate::lead::{LeadField, Notice, SourceKind, way};

pub(super) const PRESET: Preset = Preset { kind: SourceKind::Tally, fits, read, delivery_id };

/// The longest heading of a table that is said again with each of its cells, in characters.
const HEADING: usize = 200;

fn fits(body: &Body<'_>) -> bool {
    let is_field = |field: &Node| ["key", "label", "type"].iter().all(|name| field.get(name).is_some());
    let fields = body.root().at(&["data", "fields"]).map(Node::items).unwrap_or_default();
    fields.iter().any(is_field)
}

fn delivery_id(body: &Body<'_>) -> Option<String> {
    body.root().at(&["eventId"]).map(Node::text)
}

fn read(body: &Body<'_>, mut heard: Gathered<'_>) -> Notice {
    let root = body.root();
    let mut with_options = HashSet::new();
    known::each_record(&mut heard, "Fields", root.at(&["data", "fields"]), |heard, field| {
        let key = field.get("key").and_then(Node::as_str).unwrap_or_default();
        if field.get("options").is_some() {
            with_options.insert(key);
        }
        if !is_box(field, key, &with_options) {
            tell_field(heard, field);
        }
    });
    heard.aside("Form", &root.text_at(&["data", "formName"]));
    if let Some(form) = root.get("data") {
        known::aside_rest(&mut heard, "", form, &["fields", "formName"]);
    }
    known::aside_rest(&mut heard, "", root, &["data"]);
    Notice::Enquiry(heard.into_enquiry())
}

/// Whether a field is one box of checkboxes that were told as one field before: its key is theirs with the id
/// of an option behind it.
fn is_box(field: &Node, key: &str, with_options: &HashSet<&str>) -> bool {
    let is_switch = matches!(field.get("value"), Some(Node::Bool(_) | Node::Null) | None);
    is_switch && key.rsplit_once('_').is_some_and(|(whole, _)| with_options.contains(whole))
}

fn tell_field(heard: &mut Gathered<'_>, field: &Node) {
    let [label, key, kind] = ["label", "key", "type"].map(|name| field.text_at(&[name]));
    let is_labelled = !label.is_empty();
    let question = if is_labelled { label } else { known::spoken(&key) };
    known::aside_rest(
        heard,
        &question,
        field,
        &["label", "key", "type", "value", "options", "rows", "columns"],
    );
    let Some(value) = field.get("value") else { return };
    if kind == "MATRIX" && tell_table(heard, &question, field, value) {
        return;
    }
    let Some(text) = worded(field, value) else { return walk::aside(heard, &question, value) };
    match kind.as_str() {
        "INPUT_EMAIL" => heard.hear_as(LeadField::Email, &question, &text),
        "INPUT_PHONE_NUMBER" => heard.hear_as(LeadField::Phone, &question, &text),
        "CALCULATED_FIELDS" => heard.aside(&question, &text),
        "FILE_UPLOAD" | "SIGNATURE" | "PAYMENT" => heard.tell(&question, &text),
        _ if matches!(value, Node::Bool(_)) => heard.tell(&question, &text),
        "HIDDEN_FIELDS" => known::hear_named(heard, &question, &Node::Text(text)),
        "TEXTAREA" if !is_labelled => heard.hint(LeadField::Message, &question, &text),
        "TEXTAREA" if labels::asked(&question).is_none() => heard.guess(&question, &text),
        // A key such as `question_1` asks for nothing.
        _ if !is_labelled => heard.tell(&question, &text),
        _ if field.get("options").is_some() => known::hear_chosen(heard, &question, "", &Node::Text(text)),
        _ => heard.hear(&question, &text),
    }
}

/// The texts of options, rows or columns by their ids.
struct Headings<'a>(HashMap<String, &'a Node>);

impl<'a> Headings<'a> {
    fn of(field: &'a Node, part: &str) -> Self {
        let items = field.get(part).map(Node::items).unwrap_or_default();
        Self(items.iter().filter_map(|item| Some((item.text_at(&["id"]), item.get("text")?))).collect())
    }

    /// The text that belongs to an id; anything else is what somebody wrote.
    fn named(&self, id: String) -> String {
        self.0.get(&id).map(|text| text.text()).filter(|text| !text.is_empty()).unwrap_or(id)
    }
}

/// A value as text: options by their texts, files as links; nothing twice. `None`: it is neither.
fn worded(field: &Node, value: &Node) -> Option<String> {
    let options = Headings::of(field, "options");
    let word = |item: &Node| if item.is_plain() { Some(options.named(item.text())) } else { link(item) };
    let words: Option<Vec<_>> = once(value).map(word).collect();
    words.map(joined)
}

/// The items of an array without those that say the same again; anything else is one. A body that names one
/// long option again and again does not repeat it.
fn once(value: &Node) -> impl Iterator<Item = &Node> {
    let items = if let Node::List(items) = value { items } else { std::slice::from_ref(value) };
    let mut told = HashSet::new();
    items.iter().filter(move |item| !item.is_plain() || told.insert(item.text()))
}

fn joined(words: Vec<String>) -> String {
    words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(", ")
}

/// A file: its name and where it lies.
fn link(file: &Node) -> Option<String> {
    let [name, url] = ["name", "url"].map(|part| file.text_at(&[part]));
    match (name.as_str(), url.as_str()) {
        ("", "") => None,
        ("", one) | (one, "") => Some(one.to_owned()),
        (name, url) => Some(format!("{name} ({url})")),
    }
}

/// A table: for each row the columns that were chosen. Whether it is one.
fn tell_table(heard: &mut Gathered<'_>, question: &str, field: &Node, value: &Node) -> bool {
    let [rows, columns] = ["rows", "columns"].map(|part| Headings::of(field, part));
    let short = |heading: String| heading.chars().take(HEADING).collect::<String>();
    for (row, chosen) in value.members() {
        let way = way::step(question, &short(rows.named(row.clone())));
        heard.tell(&way, &joined(once(chosen).map(|column| short(columns.named(column.text()))).collect()));
    }
    !value.members().is_empty()
}
