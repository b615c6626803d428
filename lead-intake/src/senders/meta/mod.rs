//! Lead ads of Meta, forwarded by bridges: `field_data` at the top level, or in Meta's own `entry` ›
//! `changes` › `value`.

use super::{Sender, generic};
use crate::WebhookEvent;
use crate::body::Body;
use crate::body::node::Node;
use crate::fields::FieldExtractor;
use crate::{members, walk};
use domain::leads::{LeadField, SourceKind};

pub(super) const SENDER: Sender = Sender {
    kind: SourceKind::Meta,
    name: ("Facebook e Instagram (Meta)", "Facebook and Instagram (Meta)"),
    steps: (include_str!("steps.it.txt"), include_str!("steps.en.txt")),
    sample: include_str!("sample.json"),
    fits,
    parse,
    delivery_id,
    ..generic::SENDER
};

fn fits(body: &Body<'_>) -> bool {
    !leads(body.root()).is_empty()
}

/// The leads in a body: the body itself, or those in its changes.
fn leads(root: &Node) -> Vec<&Node> {
    if matches!(root.get("field_data"), Some(Node::List(_))) {
        return vec![root];
    }
    let changes = root.get("entry").map(Node::items).unwrap_or_default().iter();
    let changes = changes.flat_map(|entry| entry.get("changes").map(Node::items).unwrap_or_default());
    let is_lead = |value: &&Node| value.get("field_data").or_else(|| value.get("leadgen_id")).is_some();
    changes.filter_map(|change| change.get("value")).filter(is_lead).collect()
}

fn delivery_id(body: &Body<'_>) -> Option<String> {
    let leads = leads(body.root());
    let id = |lead: &Node| ["leadgen_id", "id"].map(|name| lead.text_at(&[name])).into_iter().find(|id| !id.is_empty());
    let ids: Option<Vec<String>> = leads.into_iter().map(id).collect();
    ids.map(|ids| ids.join(" "))
}

fn parse(body: &Body<'_>, mut out: FieldExtractor<'_>) -> WebhookEvent {
    let root = body.root();
    let mut leads = leads(root).into_iter();
    for lead in leads.by_ref().take(1) {
        members::each_record(&mut out, "", lead.get("field_data"), extract_field);
        members::extract_rest(&mut out, "", lead, &["field_data"]);
    }
    // A delivery creates one lead. Further leads become context, for an admin to handle.
    for (place, lead) in leads.enumerate() {
        walk::extract_context(&mut out, &format!("Lead {}", place + 2), lead);
    }
    members::extract_rest(&mut out, "", root, &["entry", "field_data"]);
    WebhookEvent::Enquiry(out.into_lead())
}

fn extract_field(out: &mut FieldExtractor<'_>, field: &Node) {
    let name = field.text_at(&["name"]);
    // `di_che_cosa_hai_bisogno?`: spaces in questions are replaced by underscores.
    let question = members::sentence_case(&name);
    // Some bridges send a single `value`.
    let (member, answer) = ["values", "value"]
        .into_iter()
        .find_map(|member| Some((member, field.get(member)?)))
        .unwrap_or(("values", &Node::Null));
    members::extract_rest(out, &question, field, &["name", member]);
    let field = match name.as_str() {
        "full_name" => LeadField::Name,
        "first_name" => LeadField::GivenName,
        "last_name" => LeadField::FamilyName,
        "email" | "work_email" => LeadField::Email,
        "phone_number" | "work_phone_number" => LeadField::Phone,
        "company_name" => LeadField::Company,
        _ => return walk::extract_node(out, &question, &name, answer, true),
    };
    members::extract_as(out, field, &question, Some(answer));
}
