//! Formbricks and other senders that follow Standard Webhooks: `data` holds the submission, a header holds
//! the delivery id.

mod signature;

use super::{HeaderSample, Sender, generic};
use crate::WebhookEvent;
use crate::body::Body;
use crate::body::node::Node;
use crate::fields::{FieldExtractor, email};
use crate::signature::Signature;
use crate::{members, walk};
use domain::leads::{LeadField, SourceKind, json_path};

pub(super) use signature::sign;

pub(super) const SENDER: Sender = Sender {
    kind: SourceKind::StandardWebhooks,
    name: ("Formbricks e chi usa Standard Webhooks", "Formbricks and other Standard Webhooks senders"),
    steps: (include_str!("steps.it.txt"), include_str!("steps.en.txt")),
    sample: include_str!("sample.json"),
    signature: Some(Signature {
        check: signature::check,
        sign,
        secret: (
            "Dopo aver creato il webhook, Formbricks mostra un segreto che comincia con whsec_: incollalo in Atrio, intero.",
            "Once the webhook is made, Formbricks shows a secret that begins with whsec_: paste it into Atrio, whole.",
        ),
    }),
    headers: &[("webhook-id", HeaderSample::DeliveryId), ("webhook-timestamp", HeaderSample::Seconds)],
    fits,
    parse,
    delivery_id,
    ..generic::SENDER
};

/// The event of Formbricks' test button.
const TEST: &str = "testEndpoint";

fn fits(body: &Body<'_>) -> bool {
    let root = body.root();
    let is_signed = body.header("webhook-id").is_some() && body.header("webhook-timestamp").is_some();
    let is_of_formbricks = root.text_at(&["event"]) == TEST || answers(root).is_some();
    is_of_formbricks || is_signed && root.get("data").is_some_and(|data| !data.members().is_empty())
}

/// The answers of a Formbricks survey response.
fn answers(root: &Node) -> Option<&Node> {
    let is_response = root.text_at(&["event"]).starts_with("response");
    root.at(&["data", "data"]).filter(|answers| is_response && !answers.members().is_empty())
}

/// The header; for a finished response its id and update time instead. Formbricks sends it once as updated
/// and once as finished, with different headers.
fn delivery_id(body: &Body<'_>) -> Option<String> {
    let response = body.root().get("data").filter(|_| answers(body.root()).is_some());
    let finished = response.filter(|response| response.get("finished") == Some(&Node::Bool(true)));
    let [id, updated] = ["id", "updatedAt"].map(|name| finished.map(|of| of.text_at(&[name])));
    match id.filter(|id| !id.is_empty()) {
        Some(id) => Some(format!("response {id} {}", updated.unwrap_or_default())),
        None => body.header("webhook-id").map(str::to_owned),
    }
}

fn parse(body: &Body<'_>, mut out: FieldExtractor<'_>) -> WebhookEvent {
    let root = body.root();
    if root.text_at(&["event"]) == TEST {
        return WebhookEvent::Test;
    }
    let data = root.get("data").unwrap_or(&Node::Null);
    match answers(root) {
        // The survey is incomplete; the finished response contains these answers again.
        Some(_) if data.get("finished") == Some(&Node::Bool(false)) => return WebhookEvent::Irrelevant,
        Some(answers) => {
            extract_answers(&mut out, answers);
            members::extract_rest(&mut out, "", data, &["data"]);
        }
        None => walk::extract(&mut out, data),
    }
    members::extract_rest(&mut out, "", root, &["data", "event"]);
    WebhookEvent::Enquiry(out.into_lead())
}

fn extract_answers(out: &mut FieldExtractor<'_>, answers: &Node) {
    for (name, answer) in answers.members() {
        let question = json_path::humanize(name);
        match contact(answer) {
            Some(parts) => {
                for (field, part) in CONTACT.into_iter().zip(parts) {
                    out.add_field(field, &question, &part.text());
                }
            }
            None => walk::extract_node(out, &question, name, answer, true),
        }
    }
}

/// The parts of Formbricks' contact block, in its order.
const CONTACT: [LeadField; 5] =
    [LeadField::GivenName, LeadField::FamilyName, LeadField::Email, LeadField::Phone, LeadField::Company];

/// The five parts of a contact block: a list of strings. A multiple choice is excluded: the third item must
/// be an e-mail address, or one must be empty.
fn contact(answer: &Node) -> Option<&[Node]> {
    let parts = answer.items();
    let is_address = |part: &Node| email::parse_decorated(&part.text()).is_some();
    let is_text = |part: &Node| part.as_str().is_some();
    let is_contact = parts.len() == CONTACT.len()
        && parts.iter().all(is_text)
        && (is_address(&parts[2]) || parts.iter().any(|part| part.text().is_empty()));
    is_contact.then_some(parts)
}
