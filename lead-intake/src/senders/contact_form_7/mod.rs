//! Contact Form 7 with a webhook plugin. Tags are named `your-name`, or by type and number (`tel-123`). A
//! custom body is often broken JSON, which the body parser repairs. There is no delivery id.

use super::{Sender, generic};
use crate::WebhookEvent;
use crate::body::Body;
use crate::fields::FieldExtractor;
use crate::walk;
use domain::leads::{SourceKind, json_path};

pub(super) const SENDER: Sender = Sender {
    kind: SourceKind::ContactForm7,
    name: ("Contact Form 7", "Contact Form 7"),
    steps: (include_str!("steps.it.txt"), include_str!("steps.en.txt")),
    sample: include_str!("sample.json"),
    fits,
    parse,
    delivery_id: |_| None,
    ..generic::SENDER
};

const TAGS: [&str; 6] = ["your-name", "your-email", "your-message", "your-subject", "your-tel", "your-phone"];

fn fits(body: &Body<'_>) -> bool {
    body.root().members().iter().any(|(key, _)| TAGS.contains(&key.as_str()) || is_service(key))
}

fn is_service(key: &str) -> bool {
    key.starts_with("_wpcf7")
}

fn parse(body: &Body<'_>, mut out: FieldExtractor<'_>) -> WebhookEvent {
    for (key, node) in body.root().members() {
        let question = json_path::humanize(key);
        if is_service(key) {
            out.add_technical(&question, &node.text());
        } else {
            walk::extract_node(&mut out, &question, key, node, true);
        }
    }
    WebhookEvent::Enquiry(out.into_lead())
}
