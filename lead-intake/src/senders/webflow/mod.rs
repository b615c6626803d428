//! Webflow: `data` holds the submission keyed by field name; `name` is the form's.

use super::{HeaderSample, Sender, generic};
use crate::WebhookEvent;
use crate::body::Body;
use crate::body::node::Node;
use crate::fields::FieldExtractor;
use crate::signature::{BadSignature, Signature, SignedRequest, from_hex};
use crate::{members, walk};
use domain::leads::SourceKind;

pub(super) const SENDER: Sender = Sender {
    kind: SourceKind::Webflow,
    name: ("Webflow", "Webflow"),
    steps: (include_str!("steps.it.txt"), include_str!("steps.en.txt")),
    sample: include_str!("sample.json"),
    signature: Some(Signature {
        check: check_signature,
        sign: |sample| {
            let timestamp = sample.now.as_millis().to_string();
            let signature = sample.hex_mac(&[timestamp.as_bytes(), b":", sample.body]);
            vec![("x-webflow-timestamp", timestamp), ("x-webflow-signature", signature)]
        },
        secret: (
            "I webhook creati dal pannello di Webflow non firmano: il segreto non serve. Firma solo chi li crea con l’API: il segreto è quello dato alla creazione, o il «Client secret» dell’app.",
            "Webhooks made in Webflow’s dashboard do not sign: no secret is needed. Only those made by the API do: the secret is the one given when it was made, or the app’s “Client secret”.",
        ),
    }),
    headers: &[("x-webflow-timestamp", HeaderSample::Absent)],
    fits,
    parse,
    delivery_id,
    ..generic::SENDER
};

/// The timestamp is in a header of its own, joined to the body by a colon.
fn check_signature(request: &SignedRequest<'_>) -> Result<(), BadSignature> {
    let signature = request.header("x-webflow-signature")?;
    let timestamp = request.header("x-webflow-timestamp")?;
    request.check_mac(from_hex(signature), &[timestamp.as_bytes(), b":", request.body])?;
    request.check_timestamp(timestamp)
}

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
        return WebhookEvent::Irrelevant;
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
