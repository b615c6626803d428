//! Google Ads: columns with ids that are the same in every language. The key that was agreed on is a secret,
//! and never stands in an activity's text.

use super::body::Body;
use super::gathered::Gathered;
use super::node::Node;
use super::preset::Preset;
use super::{known, walk};
use crate::lead::{LeadField, Notice, SourceKind};

pub(super) const PRESET: Preset = Preset { kind: SourceKind::GoogleAds, fits, read, delivery_id };

fn fits(body: &Body<'_>) -> bool {
    body.root().get("user_column_data").is_some_and(|columns| matches!(columns, Node::List(_)))
}

fn delivery_id(body: &Body<'_>) -> Option<String> {
    body.root().at(&["lead_id"]).map(Node::text)
}

fn read(body: &Body<'_>, mut heard: Gathered<'_>) -> Notice {
    let root = body.root();
    known::each_record(&mut heard, "", root.get("user_column_data"), tell_column);
    known::aside_rest(&mut heard, "", root, &["user_column_data", "google_key", "lead_id", "api_version"]);
    Notice::Enquiry(heard.into_enquiry())
}

fn tell_column(heard: &mut Gathered<'_>, column: &Node) {
    let [name, id] = ["column_name", "column_id"].map(|part| column.text_at(&[part]));
    let question = if name.is_empty() { known::spoken(&id) } else { name };
    known::aside_rest(heard, &question, column, &["column_name", "column_id", "string_value"]);
    let said = column.get("string_value").unwrap_or(&Node::Null);
    match field(&id) {
        Some(field) => known::hear_as(heard, field, &question, Some(said)),
        None => walk::tell_node(heard, &question, &id, said, true),
    }
}

/// The field that a column is, whatever it is called in the language of the form.
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
