//! Calendly: somebody books, or cancels. Whoever moves a meeting books anew and cancels what was booked: the
//! new booking names the old one.

use super::body::Body;
use super::gathered::Gathered;
use super::node::Node;
use super::preset::Preset;
use super::{known, labels, walk};
use crate::lead::{LeadField, Notice, SourceKind};

pub(super) const PRESET: Preset = Preset { kind: SourceKind::Calendly, fits, read, delivery_id };

/// How the names of events begin that nobody else has.
const EVENTS: [&str; 5] =
    ["invitee.", "invitee_no_show.", "routing_form_submission.", "event_type.", "meeting_recap."];

/// Whether an address, or what lies at it, is Calendly's.
fn is_own(node: &Node) -> bool {
    let address = node.get("uri").unwrap_or(node);
    address.as_str().is_some_and(|address| address.starts_with("https://api.calendly.com/"))
}

fn fits(body: &Body<'_>) -> bool {
    let root = body.root();
    let event = root.text_at(&["event"]);
    let is_calendlys = ["created_by", "payload"].iter().filter_map(|name| root.get(name)).any(is_own);
    let has_payload = root.get("payload").is_some_and(|payload| !payload.members().is_empty());
    has_payload
        && (EVENTS.iter().any(|begin| event.starts_with(begin)) || is_calendlys && event.contains('.'))
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
    match entry.get("answer").unwrap_or(&Node::Null) {
        answer if answer.is_plain() && asks_to_prepare(&question) => {
            heard.hint(LeadField::Message, &question, &answer.text());
        }
        answer => walk::tell_node(heard, &question, "", answer, true),
    }
    known::aside_rest(heard, &question, entry, &["question", "answer", "position"]);
}

/// Whether this is the question that every event begins with, in whatever words: what will help prepare for
/// our meeting.
fn asks_to_prepare(question: &str) -> bool {
    const MEETING: [&str; 5] = ["meeting", "incontro", "riunione", "appuntamento", "evento"];
    let question = labels::folded(question);
    let mut words = question.split(' ');
    words.any(|word| word.starts_with("prepar")) && words.any(|word| MEETING.contains(&word))
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
    let event = payload.get("scheduled_event").unwrap_or(&Node::Null);
    known::hear_as(heard, LeadField::StartsAt, "Start time", event.get("start_time"));
    // The number to call them at; one that they call is the host's.
    let is_called = event.text_at(&["location", "type"]) == "outbound_call";
    let number = event.at(&["location", "location"]).filter(|_| is_called);
    known::hear_as(heard, LeadField::Phone, "Phone", number);
    known::hear_as(heard, LeadField::Message, "Cancellation reason", payload.at(&["cancellation", "reason"]));
    known::each_record(heard, "", payload.get("questions_and_answers"), tell_answer);
    let told = ["name", "first_name", "last_name", "email", "text_reminder_number", "questions_and_answers"];
    let apart = ["scheduled_event", "cancellation", "event", "old_invitee", "new_invitee"];
    known::hear_aside(heard, "Event", event.get("name"));
    let place = if number.is_some() { "location" } else { "" };
    known::aside_rest(heard, "Event", event, &["name", "start_time", place]);
    let cancellation = payload.get("cancellation").unwrap_or(&Node::Null);
    known::aside_rest(heard, "Cancellation", cancellation, &["reason"]);
    known::aside_rest(heard, "", payload, &[&told[..], &apart[..]].concat());
}
