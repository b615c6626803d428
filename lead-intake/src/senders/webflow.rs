//! Webflow: `data` holds the submission keyed by field name; `name` is the form's.

use super::Preset;
use crate::WebhookEvent;
use crate::body::Body;
use crate::body::node::Node;
use crate::fields::FieldExtractor;
use crate::{members, walk};
use domain::leads::SourceKind;

pub(super) const PRESET: Preset = Preset { kind: SourceKind::Webflow, fits, parse, delivery_id };

/// The event of a form submission.
const SUBMITTED: &str = "form_submission";

fn fits(body: &Body<'_>) -> bool {
    let root = body.root();
    let has = |name: &str| root.get(name).is_some();
    let is_older = has("site") && has("data") && (has("_id") || has("d"));
    root.get("triggerType").is_some_and(|node| node.as_str().is_some()) && has("payload") || is_older
}

fn delivery_id(body: &Body<'_>) -> Option<String> {
    let root = body.root();
    let ids = [root.text_at(&["payload", "id"]), root.text_at(&["_id"])];
    ids.into_iter().find(|id| !id.is_empty())
}

fn parse(body: &Body<'_>, mut out: FieldExtractor<'_>) -> WebhookEvent {
    let root = body.root();
    if root.get("triggerType").is_some_and(|node| node.text() != SUBMITTED) {
        return WebhookEvent::Unrelated;
    }
    // The first version of Webflow's webhooks had no `payload` around it.
    let submission = root.get("payload").unwrap_or(root);
    walk::extract(&mut out, submission.get("data").unwrap_or(&Node::Null));
    walk::extract_context(&mut out, "Form", submission.get("name").unwrap_or(&Node::Null));
    members::extract_rest(&mut out, "", submission, &["data", "name", "schema", "site", "d", "_id"]);
    if root.get("payload").is_some() {
        members::extract_rest(&mut out, "", root, &["payload", "triggerType"]);
    }
    WebhookEvent::Enquiry(out.into_lead())
}
