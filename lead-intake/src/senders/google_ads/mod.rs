//! Google Ads: columns with ids that are the same in every language. `google_key` is a shared secret and is
//! left out of the activity's text.

mod redact;
mod signature;

use super::{Sender, generic};
use crate::WebhookEvent;
use crate::body::Body;
use crate::body::node::Node;
use crate::fields::FieldExtractor;
use crate::signature::Signature;
use crate::{members, walk};
use domain::leads::{LeadField, SourceKind};

pub use redact::blank_google_key;

pub(super) const SENDER: Sender = Sender {
    kind: SourceKind::GoogleAds,
    name: ("Google Ads (moduli per i lead)", "Google Ads (lead forms)"),
    steps: (include_str!("steps.it.txt"), include_str!("steps.en.txt")),
    sample: include_str!("sample.json"),
    signature: Some(Signature {
        check: signature::check,
        // The key is in the body of the sample.
        sign: |_| Vec::new(),
        secret: (
            "Google manda con ogni lead la parola che scrivi in «Key»: incolla la stessa in Atrio.",
            "Google sends the word you write under “Key” with every lead: paste the same into Atrio.",
        ),
    }),
    fits,
    parse,
    delivery_id,
    ..generic::SENDER
};

fn fits(body: &Body<'_>) -> bool {
    body.root().get("user_column_data").is_some_and(|columns| matches!(columns, Node::List(_)))
}

fn delivery_id(body: &Body<'_>) -> Option<String> {
    body.root().at(&["lead_id"]).map(Node::text)
}

fn parse(body: &Body<'_>, mut out: FieldExtractor<'_>) -> WebhookEvent {
    let root = body.root();
    members::each_record(&mut out, "", root.get("user_column_data"), extract_column);
    members::extract_rest(&mut out, "", root, &["user_column_data", "google_key", "lead_id", "api_version"]);
    WebhookEvent::Enquiry(out.into_lead())
}

fn extract_column(out: &mut FieldExtractor<'_>, column: &Node) {
    let [name, id] = ["column_name", "column_id"].map(|part| column.text_at(&[part]));
    let question = if name.is_empty() { members::sentence_case(&id) } else { name };
    members::extract_rest(out, &question, column, &["column_name", "column_id", "string_value"]);
    let value = column.get("string_value").unwrap_or(&Node::Null);
    match field(&id) {
        Some(field) => members::extract_as(out, field, &question, Some(value)),
        None => walk::extract_node(out, &question, &id, value, true),
    }
}

/// The lead field of a column id. Column names depend on the form's language.
fn field(column_id: &str) -> Option<LeadField> {
    Some(match column_id {
        "FULL_NAME" => LeadField::Name,
        "FIRST_NAME" => LeadField::GivenName,
        "LAST_NAME" => LeadField::FamilyName,
        "EMAIL" | "WORK_EMAIL" => LeadField::Email,
        "PHONE_NUMBER" | "WORK_PHONE" => LeadField::Phone,
        "COMPANY_NAME" => LeadField::Company,
        _ => return None,
    })
}
