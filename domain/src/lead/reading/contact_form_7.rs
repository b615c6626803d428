//! Contact Form 7 with a webhook plugin. Its tags are called `your-name`, or by type and number (`tel-123`);
//! a custom body is often broken JSON, which the body mends. It has no name for a delivery.

use super::body::Body;
use super::gathered::Gathered;
use super::preset::Preset;
use super::walk;
use crate::lead::{Notice, SourceKind, way};

pub(super) const PRESET: Preset =
    Preset { kind: SourceKind::ContactForm7, fits, read, delivery_id: |_| None };

const TAGS: [&str; 6] = ["your-name", "your-email", "your-message", "your-subject", "your-tel", "your-phone"];

fn fits(body: &Body<'_>) -> bool {
    body.root().members().iter().any(|(key, _)| TAGS.contains(&key.as_str()) || is_service(key))
}

fn is_service(key: &str) -> bool {
    key.starts_with("_wpcf7")
}

fn read(body: &Body<'_>, mut heard: Gathered<'_>) -> Notice {
    for (key, node) in body.root().members() {
        let question = way::legible(key);
        if is_service(key) {
            walk::aside(&mut heard, &question, node);
        } else {
            walk::tell_node(&mut heard, &question, key, node, true);
        }
    }
    Notice::Enquiry(heard.into_enquiry())
}
