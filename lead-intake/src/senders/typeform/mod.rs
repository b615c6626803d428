//! Typeform: an answer refers to its field, and the form's definition holds the question.

mod recall;

use std::collections::HashMap;

use super::{Sender, generic};
use crate::WebhookEvent;
use crate::body::Body;
use crate::body::node::Node;
use crate::fields::FieldExtractor;
use crate::signature::{Signature, from_base64};
use crate::{labels, members, walk};
use domain::leads::{LeadField, SourceKind, json_path};
use recall::Recall;

pub(super) const SENDER: Sender = Sender {
    kind: SourceKind::Typeform,
    name: ("Typeform", "Typeform"),
    steps: (include_str!("steps.it.txt"), include_str!("steps.en.txt")),
    sample: include_str!("sample.json"),
    signature: Some(Signature {
        check: |request| {
            let signature = request.header("typeform-signature")?;
            request.check_mac(signature.strip_prefix("sha256=").and_then(from_base64), &[request.body])
        },
        sign: |sample| vec![("typeform-signature", format!("sha256={}", sample.base64_mac(&[sample.body])))],
        secret: (
            "Typeform firma se modifichi il webhook («Edit») e scrivi qualcosa in «Secret»: incolla lo stesso in Atrio.",
            "Typeform signs if you edit the webhook and write something under “Secret”: paste the same into Atrio.",
        ),
    }),
    fits,
    parse,
    delivery_id,
    ..generic::SENDER
};

fn fits(body: &Body<'_>) -> bool {
    body.root().get("form_response").is_some_and(|response| !response.members().is_empty())
}

fn delivery_id(body: &Body<'_>) -> Option<String> {
    body.root().at(&["event_id"]).map(Node::text)
}

fn parse(body: &Body<'_>, mut out: FieldExtractor<'_>) -> WebhookEvent {
    let root = body.root();
    let response = root.get("form_response").unwrap_or(root);
    let mut form = Form { recall: Recall::new(response), ..Form::default() };
    form.add(response.at(&["definition", "fields"]));
    members::each_record(&mut out, "Answers", response.get("answers"), |out, answer| {
        extract_answer(out, &mut form, answer);
    });
    // Hidden fields come from the link to the form and may identify the person.
    members::each_member(&mut out, "Hidden", response.get("hidden"), members::extract_named);
    members::each_record(&mut out, "Variables", response.get("variables"), extract_variable);
    out.add_context("Form", &response.text_at(&["definition", "title"]));
    members::extract_rest(&mut out, "", response, &["definition", "answers", "hidden", "variables"]);
    members::extract_rest(&mut out, "", root, &["form_response"]);
    WebhookEvent::Enquiry(out.into_lead())
}

/// A calculated variable: `{"key": …, "type": "number", "number": …}`.
fn extract_variable(out: &mut FieldExtractor<'_>, variable: &Node) {
    let name = variable.text_at(&["key"]);
    for (_, value) in variable.members().iter().filter(|(member, _)| member != "key" && member != "type") {
        walk::extract_context(out, &name, value);
    }
}

/// The fields of a form without an answer yet, by id and by ref, and the values that questions can recall.
#[derive(Default)]
struct Form<'a> {
    by_id: HashMap<&'a str, &'a Node>,
    by_ref: HashMap<&'a str, &'a Node>,
    recall: Recall<'a>,
}

impl<'a> Form<'a> {
    /// Adds fields, including nested ones.
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

    /// Removes and returns the field of an answer. Each field is used once, which bounds the output when a
    /// body repeats a reference to a long question.
    fn take(&mut self, answered: &Node) -> Option<&'a Node> {
        let id = answered.get("id").and_then(Node::as_str).and_then(|id| self.by_id.remove(id));
        id.or_else(|| self.by_ref.remove(answered.get("ref")?.as_str()?))
    }
}

fn extract_answer(out: &mut FieldExtractor<'_>, form: &mut Form<'_>, answer: &Node) {
    let field = answer.get("field").and_then(|answered| form.take(answered));
    let kind = answer.text_at(&["type"]);
    let question = question(answer, field).map(|question| form.recall.expand(&question));
    let question = question.unwrap_or_else(|| json_path::humanize(&kind));
    let Some((member, value)) = answer_member(answer, &kind) else { return };
    members::extract_rest(out, &question, answer, &["type", "field", member]);
    let text = value_text(value);
    if text.is_empty() {
        return walk::extract_context(out, &question, value);
    }
    if !value.is_plain() {
        members::extract_rest(out, &question, value, &["label", "labels", "other", "id", "ids", "ref", "refs"]);
    }
    let part = field.map(|field| field.text_at(&["subfield_key"])).unwrap_or_default();
    // Authors of a form can choose the refs of its fields.
    let name = answer.text_at(&["field", "ref"]);
    let has_label = |label: &str| labels::match_label(label).is_some();
    let is_long = answer.text_at(&["field", "type"]) == "long_text";
    match (kind.as_str(), part.as_str()) {
        ("email", _) => out.add_field(LeadField::Email, &question, &text),
        ("phone_number", _) => out.add_field(LeadField::Phone, &question, &text),
        (_, "first_name") => out.add_field(LeadField::GivenName, &question, &text),
        (_, "last_name") => out.add_field(LeadField::FamilyName, &question, &text),
        (_, "company") => out.add_field(LeadField::Company, &question, &text),
        ("boolean" | "date" | "url" | "file_url" | "payment", _) => out.add_other(&question, &text),
        ("choice" | "choices", _) => members::extract_choice(out, &question, &name, &Node::Text(text)),
        _ if is_long && !has_label(&question) && !has_label(&name) => out.add_long_text(&question, &text),
        _ => walk::extract_node(out, &question, &name, &Node::Text(text), true),
    }
}

/// The question: the title of the field, else its ref or id.
fn question(answer: &Node, field: Option<&Node>) -> Option<String> {
    // Titles may contain Markdown bold.
    let title = field.map(|field| field.text_at(&["title"]).replace('*', ""));
    let names = ["ref", "id"].map(|name| answer.text_at(&["field", name]));
    title.into_iter().chain(names).find(|name| !name.trim().is_empty())
}

/// The value of an answer: the member named like its type, else the first other one.
fn answer_member<'a>(answer: &'a Node, kind: &str) -> Option<(&'a str, &'a Node)> {
    let members = answer.members().iter().map(|(name, node)| (name.as_str(), node));
    let mut values = members.filter(|(name, _)| *name != "type" && *name != "field");
    values.clone().find(|(name, _)| *name == kind).or_else(|| values.next())
}

/// The text of a value; for choices their labels and the free text of "other".
fn value_text(value: &Node) -> String {
    if value.is_plain() {
        return value.text();
    }
    let labels = ["label", "labels", "other"].map(|name| value.text_at(&[name]));
    labels.into_iter().filter(|label| !label.is_empty()).collect::<Vec<_>>().join(", ")
}
