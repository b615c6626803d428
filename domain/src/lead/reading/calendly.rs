//! Calendly: somebody books, or cancels. Whoever moves a meeting books anew and cancels what was booked: the
//! new booking names the old one.

use super::body::Body;
use super::gathered::Gathered;
use super::node::Node;
use super::preset::Preset;
use super::{known, walk};
use crate::lead::{LeadField, Notice, SourceKind};

pub(super) const PRESET: Preset = Preset { kind: SourceKind::Calendly, fits, read, delivery_id };

fn fits(body: &Body<'_>) -> bool {
    let event = body.root().text_at(&["event"]);
    let is_event = ["invitee.", "invitee_no_show.", "routing_form_submission."];
    let has_payload = body.root().get("payload").is_some_and(|payload| !payload.members().is_empty());
    has_payload && is_event.iter().any(|begin| event.starts_with(begin))
}

/// An invitee who books and cancels is called the same both times: the event belongs to it.
fn delivery_id(body: &Body<'_>) -> Option<String> {
    let uri = body.root().text_at(&["payload", "uri"]);
    (!uri.is_empty()).then(|| format!("{} {uri}", body.root().text_at(&["event"])))
}

fn read(body: &Body<'_>, mut heard: Gathered<'_>) -> Notice {
    let root = body.root();
    let payload = root.get("payload").unwrap_or(&Node::Null);
    let event = root.text_at(&["event"]);
    if !matches!(event.as_str(), "invitee.created" | "invitee.canceled" | "routing_form_submission.created") {
        return Notice::Aside;
    }
    tell_invitee(&mut heard, payload);
    known::aside_rest(&mut heard, "", root, &["event", "payload"]);
    let mut enquiry = heard.into_enquiry();
    if event == "invitee.canceled" {
        if payload.get("rescheduled") == Some(&Node::Bool(true)) {
            enquiry.was_at = enquiry.starts_at;
        }
        return Notice::Cancelled(enquiry);
    }
    let replaces = !payload.text_at(&["old_invitee"]).is_empty();
    if replaces { Notice::Moved(enquiry) } else { Notice::Enquiry(enquiry) }
}

/// `{"question": …, "answer": …, "position": …}`
fn tell_answer(heard: &mut Gathered<'_>, entry: &Node) {
    let question = entry.text_at(&["question"]);
    walk::tell_node(heard, &question, "", entry.get("answer").unwrap_or(&Node::Null), true);
    known::aside_rest(heard, &question, entry, &["question", "answer", "position"]);
}

fn tell_invitee(heard: &mut Gathered<'_>, payload: &Node) {
    const FIELDS: [(LeadField, &str); 5] = [
        (LeadField::Name, "name"),
        (LeadField::GivenName, "first_name"),
        (LeadField::FamilyName, "last_name"),
        (LeadField::Email, "email"),
        (LeadField::Phone, "text_reminder_number"),
    ];
    for (field, name) in FIELDS {
        known::hear_as(heard, field, &known::spoken(name), payload.get(name));
    }
    known::hear_as(heard, LeadField::StartsAt, "Start time", payload.at(&["scheduled_event", "start_time"]));
    known::hear_as(heard, LeadField::Message, "Cancellation reason", payload.at(&["cancellation", "reason"]));
    known::each_record(heard, "", payload.get("questions_and_answers"), tell_answer);
    let told = ["name", "first_name", "last_name", "email", "text_reminder_number", "questions_and_answers"];
    let apart = ["scheduled_event", "cancellation", "event", "old_invitee", "new_invitee"];
    let event = payload.get("scheduled_event").unwrap_or(&Node::Null);
    known::hear_aside(heard, "Event", event.get("name"));
    known::aside_rest(heard, "Event", event, &["name", "start_time"]);
    let cancellation = payload.get("cancellation").unwrap_or(&Node::Null);
    known::aside_rest(heard, "Cancellation", cancellation, &["reason"]);
    known::aside_rest(heard, "", payload, &[&told[..], &apart[..]].concat());
}
