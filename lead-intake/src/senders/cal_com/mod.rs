//! Cal.com: bookings, reschedules and cancellations. The lead is the person who answered the questions, else
//! the first attendee, never the organizer.

use std::collections::HashSet;

use super::{HeaderSample, Sender, generic};
use crate::WebhookEvent;
use crate::body::Body;
use crate::body::node::Node;
use crate::fields::FieldExtractor;
use crate::signature::{Signature, from_hex};
use crate::{members, walk};
use domain::leads::{LeadField, SourceKind, json_path};

pub(super) const SENDER: Sender = Sender {
    kind: SourceKind::CalCom,
    name: ("Cal.com", "Cal.com"),
    steps: (include_str!("steps.it.txt"), include_str!("steps.en.txt")),
    books_meetings: true,
    sample: include_str!("sample.json"),
    signature: Some(Signature {
        check: |request| request.check_mac(from_hex(request.header("x-cal-signature-256")?), &[request.body]),
        sign: |sample| vec![("x-cal-signature-256", sample.hex_mac(&[sample.body]))],
        secret: (
            "Cal.com firma se scrivi qualcosa in «Secret» quando crei il webhook: incolla lo stesso in Atrio.",
            "Cal.com signs if you write something under “Secret” when you make the webhook: paste the same into Atrio.",
        ),
    }),
    headers: &[("x-cal-webhook-version", HeaderSample::Absent)],
    fits,
    parse,
    delivery_id,
    ..generic::SENDER
};

/// The event of a rescheduled booking.
const MOVED: &str = "BOOKING_RESCHEDULED";

fn fits(body: &Body<'_>) -> bool {
    let trigger = body.root().text_at(&["triggerEvent"]);
    !trigger.is_empty() && trigger.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_')
}

/// The booking, if it is nested in `payload`. Meeting events have it at the top level.
fn wrapped<'a>(body: &'a Body<'_>) -> Option<&'a Node> {
    body.root().get("payload").filter(|payload| !payload.members().is_empty())
}

fn booking<'a>(body: &'a Body<'_>) -> &'a Node {
    wrapped(body).unwrap_or_else(|| body.root())
}

/// The `uid` stays the same for all events of a booking and for all its seats, so the id includes the event
/// and the seat.
fn delivery_id(body: &Body<'_>) -> Option<String> {
    let [uid, seat] = ["uid", "attendeeSeatId"].map(|name| booking(body).text_at(&[name]));
    let trigger = body.root().text_at(&["triggerEvent"]);
    // A seat keeps its uid when it is rescheduled again, also back to a time it had before.
    let moved = match trigger.as_str() {
        MOVED => [booking(body).text_at(&["startTime"]), body.root().text_at(&["createdAt"])].join(" "),
        _ => String::new(),
    };
    let id = [trigger, uid.clone(), seat, moved].join(" ");
    (!uid.is_empty()).then_some(id)
}

fn parse(body: &Body<'_>, mut out: FieldExtractor<'_>) -> WebhookEvent {
    let trigger = body.root().text_at(&["triggerEvent"]);
    let event: fn(_) -> WebhookEvent = match trigger.as_str() {
        "BOOKING_CREATED" | "BOOKING_REQUESTED" | "FORM_SUBMITTED" | "FORM_SUBMITTED_NO_EVENT" => WebhookEvent::Enquiry,
        MOVED => WebhookEvent::Moved,
        "BOOKING_CANCELLED" | "BOOKING_REJECTED" => WebhookEvent::Cancelled,
        "PING" => return WebhookEvent::Test,
        // Start and end of meetings, payments, recordings, no-shows: the lead exists since the booking.
        _ => return WebhookEvent::Irrelevant,
    };
    let booking = booking(body);
    extract_booking(&mut out, booking);
    if wrapped(body).is_some() {
        members::extract_rest(&mut out, "", body.root(), &["triggerEvent", "payload"]);
    }
    let was_at = out.moment(&booking.text_at(&["rescheduleStartTime"]));
    let mut lead = out.into_lead();
    lead.was_at = was_at.filter(|_| trigger == MOVED);
    event(lead)
}

/// The members of a booking that are extracted individually.
const EXTRACTED: [&str; 10] = [
    "startTime", "cancellationReason", "rejectionReason", "responses", "attendees", "additionalNotes", "customInputs",
    "userFieldsResponses", "rescheduleStartTime", "triggerEvent",
];

fn extract_booking(out: &mut FieldExtractor<'_>, payload: &Node) {
    members::extract_as(out, LeadField::StartsAt, "Start time", payload.get("startTime"));
    for reason in ["cancellationReason", "rejectionReason"] {
        members::extract_as(out, LeadField::Message, &members::sentence_case(reason), payload.get(reason));
    }
    let responses = payload.get("responses").unwrap_or(&Node::Null);
    members::each_member(out, "Responses", payload.get("responses"), extract_response);
    extract_attendees(out, payload, responses);
    members::extract_as(
        out,
        LeadField::Message,
        "Notes",
        payload.get("additionalNotes").filter(|notes| notes.text() != responses.text_at(&["notes", "value"])),
    );
    for part in ["customInputs", "userFieldsResponses"] {
        members::each_member(out, part, payload.get(part), |out, key, response| {
            if responses.get(key) != Some(response) {
                extract_response(out, key, response);
            }
        });
    }
    let answers = ["responses", "attendees"].map(|name| payload.get(name).unwrap_or(&Node::Null));
    if answers.iter().all(|answers| answers.members().is_empty() && answers.items().is_empty()) {
        return extract_flat(out, payload);
    }
    members::extract_rest(out, "", payload, &EXTRACTED);
}

/// A booking from a custom payload template, whose member names were chosen by the admin of the webhook.
fn extract_flat(out: &mut FieldExtractor<'_>, payload: &Node) {
    for (name, member) in payload.members().iter().filter(|(name, _)| !EXTRACTED.contains(&name.as_str())) {
        walk::extract_node(out, &members::sentence_case(name), name, member, !members::is_machine_name(name));
    }
}

/// An answer: `{"label": …, "value": …}`, or the value alone. Built-in questions have the same keys in every
/// language.
fn extract_response(out: &mut FieldExtractor<'_>, key: &str, response: &Node) {
    let value = match response {
        Node::Members(_) => response.get("value").or_else(|| response.get("response")),
        value => Some(value),
    };
    let label = response.text_at(&["label"]);
    let question = members::sentence_case(if label.is_empty() { key } else { &label });
    if !response.members().is_empty() {
        members::extract_rest(out, &question, response, &["label", "value", "response"]);
    }
    let Some(value) = value else { return };
    match key {
        "name" if !value.is_plain() => {
            members::extract_as(out, LeadField::GivenName, "First name", value.get("firstName"));
            members::extract_as(out, LeadField::FamilyName, "Last name", value.get("lastName"));
            members::extract_rest(out, &question, value, &["firstName", "lastName"]);
        }
        "name" => members::extract_as(out, LeadField::Name, &question, Some(value)),
        "email" => members::extract_as(out, LeadField::Email, &question, Some(value)),
        "attendeePhoneNumber" | "smsReminderNumber" | "phone" => {
            members::extract_as(out, LeadField::Phone, &question, Some(value));
        }
        "notes" => members::extract_as(out, LeadField::Message, &question, Some(value)),
        // If the host calls the booker, this is the booker's number.
        "location" if value.text_at(&["value"]) == "phone" => {
            members::extract_as(out, LeadField::Phone, &question, value.get("optionValue"));
            members::extract_rest(out, &question, value, &["optionValue"]);
        }
        "rescheduleReason" if value.is_plain() => out.add_other(&question, &value.text()),
        "title" | "location" | "guests" | "rescheduleReason" => walk::extract_context(out, &question, value),
        key => walk::extract_node(out, &question, key, value, true),
    }
}

/// The fields of an attendee.
const ATTENDEE: [(LeadField, &str); 5] = [
    (LeadField::Email, "email"),
    (LeadField::Name, "name"),
    (LeadField::GivenName, "firstName"),
    (LeadField::FamilyName, "lastName"),
    (LeadField::Phone, "phoneNumber"),
];

/// Extracts the attendees: the booker's details that differ from the answers, and the guests as context.
fn extract_attendees(out: &mut FieldExtractor<'_>, payload: &Node, responses: &Node) {
    let attendees = payload.get("attendees").unwrap_or(&Node::Null);
    if attendees.items().is_empty() {
        return walk::extract_context(out, "Attendees", attendees);
    }
    let attendees = attendees.items();
    let hosts = hosts(payload);
    let answer = email(responses.at(&["email", "value"]));
    let is_booker = |attendee: &Node| !answer.is_empty() && email(attendee.get("email")) == answer;
    let is_guest = |attendee: &Node| {
        let email = email(attendee.get("email"));
        !email.is_empty() && !hosts.contains(&email)
    };
    let booker = attendees.iter().position(is_booker).or_else(|| attendees.iter().position(is_guest));
    for (place, attendee) in attendees.iter().enumerate() {
        let path = json_path::step("Attendees", &(place + 1).to_string());
        if Some(place) == booker {
            let is_new = |field: &str| {
                responses.at(&[field, "value"]).is_none_or(|answer| answer.text() != attendee.text_at(&[field]))
            };
            for (field, name) in ATTENDEE.into_iter().filter(|(_, name)| is_new(name)) {
                members::extract_as(out, field, &members::sentence_case(name), attendee.get(name));
            }
            members::extract_rest(out, &path, attendee, &ATTENDEE.map(|(_, name)| name));
        } else {
            members::extract_rest(out, &path, attendee, &[]);
        }
    }
}

/// E-mail addresses of the organizer and the team. They may attend, but are not the booker.
fn hosts(payload: &Node) -> HashSet<String> {
    let team = ["team", "hosts"].map(|name| payload.get(name).unwrap_or(&Node::Null));
    let members = team.iter().flat_map(|team| team.get("members").unwrap_or(team).items());
    payload.get("organizer").into_iter().chain(members).map(|host| email(host.get("email"))).collect()
}

fn email(answer: Option<&Node>) -> String {
    answer.map(Node::text).unwrap_or_default().to_lowercase()
}
