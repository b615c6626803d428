//! Webflow: what was filled in stands in `data`, by the names of the boxes; `name` is the form's.

use super::body::Body;
use super::gathered::Gathered;
use super::node::Node;
use super::preset::Preset;
use super::{known, walk};
use crate::lead::{Notice, SourceKind};

pub(super) const PRESET: Preset = Preset { kind: SourceKind::Webflow, fits, read, delivery_id };

/// What Webflow calls the submission of a form, of all that it can tell of.
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

fn read(body: &Body<'_>, mut heard: Gathered<'_>) -> Notice {
    let root = body.root();
    if root.get("triggerType").is_some_and(|node| node.text() != SUBMITTED) {
        return Notice::Aside;
    }
    // The first version of Webflow's webhooks had no `payload` around it.
    let submission = root.get("payload").unwrap_or(root);
    walk::tell(&mut heard, submission.get("data").unwrap_or(&Node::Null));
    walk::aside(&mut heard, "Form", submission.get("name").unwrap_or(&Node::Null));
    known::aside_rest(&mut heard, "", submission, &["data", "name", "schema", "site", "d", "_id"]);
    if root.get("payload").is_some() {
        known::aside_rest(&mut heard, "", root, &["payload", "triggerType"]);
    }
    Notice::Enquiry(heard.into_enquiry())
}
