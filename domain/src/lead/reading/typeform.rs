//! Typeform: an answer names the field it belongs to, and the question stands in the definition of the form.

mod recall;

use std::collections::HashMap;

use super::body::Body;
use super::gathered::Gathered;
use super::node::Node;
use super::preset::Preset;
use super::{known, labels, walk};
use crate::lead::{LeadField, Notice, SourceKind, way};
use recall::Said;

pub(super) const PRESET: Preset = Preset { kind: SourceKind::Typeform, fits, read, delivery_id };

fn fits(body: &Body<'_>) -> bool {
    body.root().get("form_response").is_some_and(|response| !response.members().is_empty())
}

fn delivery_id(body: &Body<'_>) -> Option<String> {
    body.root().at(&["event_id"]).map(Node::text)
}

fn read(body: &Body<'_>, mut heard: Gathered<'_>) -> Notice {
    let root = body.root();
    let response = root.get("form_response").unwrap_or(root);
    let mut form = Form { said: Said::of(response), ..Form::default() };
    form.add(response.at(&["definition", "fields"]));
    known::each_record(&mut heard, "Answers", response.get("answers"), |heard, answer| {
        tell_answer(heard, &mut form, answer);
    });
    // What the link to the form carried along may well say who followed it.
    known::each_member(&mut heard, "Hidden", response.get("hidden"), known::hear_named);
    known::each_record(&mut heard, "Variables", response.get("variables"), tell_variable);
    heard.aside("Form", &response.text_at(&["definition", "title"]));
    known::aside_rest(&mut heard, "", response, &["definition", "answers", "hidden", "variables"]);
    known::aside_rest(&mut heard, "", root, &["form_response"]);
    Notice::Enquiry(heard.into_enquiry())
}

/// What the form has reckoned: `{"key": …, "type": "number", "number": …}`.
fn tell_variable(heard: &mut Gathered<'_>, variable: &Node) {
    let name = variable.text_at(&["key"]);
    for (_, value) in variable.members().iter().filter(|(member, _)| member != "key" && member != "type") {
        walk::aside(heard, &name, value);
    }
}

/// The fields of a form that were not answered yet, by id and by ref; and all that was answered.
#[derive(Default)]
struct Form<'a> {
    by_id: HashMap<&'a str, &'a Node>,
    by_ref: HashMap<&'a str, &'a Node>,
    said: Said<'a>,
}

impl<'a> Form<'a> {
    /// Adds fields, and those within groups of fields.
    fn add(&mut self, fields: Option<&'a Node>) {
        for field in fields.map(Node::items).unwrap_or_default() {
            if let Some(id) = field.get("id").and_then(Node::as_str) {
                self.by_id.insert(id, field);
            }
            if let Some(name) = field.get("ref").and_then(Node::as_str) {
                self.by_ref.insert(name, field);
            }
            self.add(field.at(&["properties", "fields"]));
            self.add(field.get("fields"));
            self.add(field.get("subfields"));
        }
    }

    /// The field that an answer belongs to. Each is answered once: a body that refers to one long question
    /// again and again does not repeat it.
    fn take(&mut self, answered: &Node) -> Option<&'a Node> {
        let id = answered.get("id").and_then(Node::as_str).and_then(|id| self.by_id.remove(id));
        id.or_else(|| self.by_ref.remove(answered.get("ref")?.as_str()?))
    }
}

fn tell_answer(heard: &mut Gathered<'_>, form: &mut Form<'_>, answer: &Node) {
    let field = answer.get("field").and_then(|answered| form.take(answered));
    let kind = answer.text_at(&["type"]);
    let question = question(answer, field).map(|question| form.said.recalled_in(&question));
    let question = question.unwrap_or_else(|| way::legible(&kind));
    let Some((member, said)) = said(answer, &kind) else { return };
    known::aside_rest(heard, &question, answer, &["type", "field", member]);
    let text = worded(said);
    if text.is_empty() {
        return walk::aside(heard, &question, said);
    }
    if !said.is_plain() {
        known::aside_rest(heard, &question, said, &["label", "labels", "other", "id", "ids", "ref", "refs"]);
    }
    let part = field.map(|field| field.text_at(&["subfield_key"])).unwrap_or_default();
    // Who makes a form may give its fields names of their own.
    let name = answer.text_at(&["field", "ref"]);
    let says = |label: &str| labels::asked(label).is_some();
    let is_long = answer.text_at(&["field", "type"]) == "long_text";
    match (kind.as_str(), part.as_str()) {
        ("email", _) => heard.hear_as(LeadField::Email, &question, &text),
        ("phone_number", _) => heard.hear_as(LeadField::Phone, &question, &text),
        (_, "first_name") => heard.hear_as(LeadField::GivenName, &question, &text),
        (_, "last_name") => heard.hear_as(LeadField::FamilyName, &question, &text),
        (_, "company") => heard.hear_as(LeadField::Company, &question, &text),
        ("boolean" | "date" | "url" | "file_url" | "payment", _) => heard.tell(&question, &text),
        ("choice" | "choices", _) => known::hear_chosen(heard, &question, &name, &Node::Text(text)),
        _ if is_long && !says(&question) && !says(&name) => heard.guess(&question, &text),
        _ => walk::tell_node(heard, &question, &name, &Node::Text(text), true),
    }
}

/// What was asked: the title of the field, else what the form calls it.
fn question(answer: &Node, field: Option<&Node>) -> Option<String> {
    // Titles may be in bold.
    let title = field.map(|field| field.text_at(&["title"]).replace('*', ""));
    let names = ["ref", "id"].map(|name| answer.text_at(&["field", name]));
    title.into_iter().chain(names).find(|name| !name.trim().is_empty())
}

/// What was answered: the member called like the type, else the first that says nothing about the field.
fn said<'a>(answer: &'a Node, kind: &str) -> Option<(&'a str, &'a Node)> {
    let members = answer.members().iter().map(|(name, node)| (name.as_str(), node));
    let mut said = members.filter(|(name, _)| *name != "type" && *name != "field");
    said.clone().find(|(name, _)| *name == kind).or_else(|| said.next())
}

/// What was written; of choices their labels, and what was written beside them.
fn worded(said: &Node) -> String {
    if said.is_plain() {
        return said.text();
    }
    let labels = ["label", "labels", "other"].map(|name| said.text_at(&[name]));
    labels.into_iter().filter(|label| !label.is_empty()).collect::<Vec<_>>().join(", ")
}
