//! Calendly: bookings and cancellations. A reschedule is a new booking that refers to the old one, and a
//! cancellation of the old one.

use super::{Command, Sender, generic};
use crate::WebhookEvent;
use crate::body::Body;
use crate::body::node::Node;
use crate::fields::FieldExtractor;
use crate::signature::Signature;
use crate::{labels, members, walk};
use domain::leads::{LeadField, SourceKind};

pub(super) const SENDER: Sender = Sender {
    kind: SourceKind::Calendly,
    name: ("Calendly", "Calendly"),
    steps: (include_str!("steps.it.txt"), include_str!("steps.en.txt")),
    commands: COMMANDS,
    books_meetings: true,
    moves_by_booking_again: true,
    sample: include_str!("sample.json"),
    signature: Some(Signature {
        check: |request| request.check_stamped("calendly-webhook-signature", "v1"),
        sign: |sample| sample.sign_stamped("calendly-webhook-signature", "v1"),
        secret: (
            "Calendly firma con la «signing_key» che dai nel secondo comando: incolla la stessa in Atrio.",
            "Calendly signs with the “signing_key” you give in the second command: paste the same into Atrio.",
        ),
    }),
    fits,
    parse,
    delivery_id,
    ..generic::SENDER
};

/// Calendly has no page for webhooks. Any shell runs these unchanged.
const COMMANDS: &[Command] = &[
    Command {
        label: ("Primo comando: chiede a Calendly i tuoi dati", "First command: asks Calendly for your data"),
        text: (USER_COMMAND, USER_COMMAND),
    },
    Command {
        label: ("Secondo comando: crea il webhook", "Second command: creates the webhook"),
        text: (include_str!("subscribe.it.txt"), include_str!("subscribe.en.txt")),
    },
];

const USER_COMMAND: &str = "curl -H 'authorization: Bearer TOKEN' https://api.calendly.com/users/me";

/// Prefixes of event names that only Calendly uses.
const EVENTS: [&str; 5] = ["invitee.", "invitee_no_show.", "routing_form_submission.", "event_type.", "meeting_recap."];

/// Whether a node is, or links to, a URL of Calendly's API.
fn is_own(node: &Node) -> bool {
    let address = node.get("uri").unwrap_or(node);
    address.as_str().is_some_and(|address| address.starts_with("https://api.calendly.com/"))
}

fn fits(body: &Body<'_>) -> bool {
    let root = body.root();
    let event = root.text_at(&["event"]);
    let is_calendlys = ["created_by", "payload"].iter().filter_map(|name| root.get(name)).any(is_own);
    let has_payload = root.get("payload").is_some_and(|payload| !payload.members().is_empty());
    has_payload && (EVENTS.iter().any(|begin| event.starts_with(begin)) || is_calendlys && event.contains('.'))
}

/// The invitee URI is the same for booking and cancellation, so the id includes the event.
fn delivery_id(body: &Body<'_>) -> Option<String> {
    let uri = body.root().text_at(&["payload", "uri"]);
    (!uri.is_empty()).then(|| format!("{} {uri}", body.root().text_at(&["event"])))
}

fn parse(body: &Body<'_>, mut out: FieldExtractor<'_>) -> WebhookEvent {
    let root = body.root();
    let payload = root.get("payload").unwrap_or(&Node::Null);
    let event = root.text_at(&["event"]);
    if !matches!(event.as_str(), "invitee.created" | "invitee.canceled" | "routing_form_submission.created") {
        return WebhookEvent::Irrelevant;
    }
    extract_invitee(&mut out, payload);
    members::extract_rest(&mut out, "", root, &["event", "payload"]);
    let mut lead = out.into_lead();
    if event == "invitee.canceled" {
        if payload.get("rescheduled") == Some(&Node::Bool(true)) {
            lead.was_at = lead.fields.starts_at;
        }
        return WebhookEvent::Cancelled(lead);
    }
    let replaces = !payload.text_at(&["old_invitee"]).is_empty();
    if replaces { WebhookEvent::Moved(lead) } else { WebhookEvent::Enquiry(lead) }
}

/// `{"question": …, "answer": …, "position": …}`
fn extract_answer(out: &mut FieldExtractor<'_>, entry: &Node) {
    let question = entry.text_at(&["question"]);
    match entry.get("answer").unwrap_or(&Node::Null) {
        answer if answer.is_plain() && asks_to_prepare(&question) => {
            out.add_likely(LeadField::Message, &question, &answer.text());
        }
        answer => walk::extract_node(out, &question, "", answer, true),
    }
    members::extract_rest(out, &question, entry, &["question", "answer", "position"]);
}

/// Whether this is the default question of every event, in any translation: anything that will help prepare
/// for our meeting.
fn asks_to_prepare(question: &str) -> bool {
    const MEETING: [&str; 5] = ["meeting", "incontro", "riunione", "appuntamento", "evento"];
    let question = labels::normalize(question);
    let mut words = question.split(' ');
    words.any(|word| word.starts_with("prepar")) && words.any(|word| MEETING.contains(&word))
}

fn extract_invitee(out: &mut FieldExtractor<'_>, payload: &Node) {
    const FIELDS: [(LeadField, &str); 5] = [
        (LeadField::Name, "name"),
        (LeadField::GivenName, "first_name"),
        (LeadField::FamilyName, "last_name"),
        (LeadField::Email, "email"),
        (LeadField::Phone, "text_reminder_number"),
    ];
    for (field, name) in FIELDS {
        members::extract_as(out, field, &members::sentence_case(name), payload.get(name));
    }
    let event = payload.get("scheduled_event").unwrap_or(&Node::Null);
    members::extract_as(out, LeadField::StartsAt, "Start time", event.get("start_time"));
    // An outbound call has the invitee's number; an inbound call has the host's.
    let is_called = event.text_at(&["location", "type"]) == "outbound_call";
    let number = event.at(&["location", "location"]).filter(|_| is_called);
    members::extract_as(out, LeadField::Phone, "Phone", number);
    members::extract_as(out, LeadField::Message, "Cancellation reason", payload.at(&["cancellation", "reason"]));
    members::each_record(out, "", payload.get("questions_and_answers"), extract_answer);
    let extracted = ["name", "first_name", "last_name", "email", "text_reminder_number", "questions_and_answers"];
    let apart = ["scheduled_event", "cancellation", "event", "old_invitee", "new_invitee"];
    members::extract_context(out, "Event", event.get("name"));
    let place = if number.is_some() { "location" } else { "" };
    members::extract_rest(out, "Event", event, &["name", "start_time", place]);
    let cancellation = payload.get("cancellation").unwrap_or(&Node::Null);
    members::extract_rest(out, "Cancellation", cancellation, &["reason"]);
    members::extract_rest(out, "", payload, &[&extracted[..], &apart[..]].concat());
}
