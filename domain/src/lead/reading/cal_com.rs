//! Cal.com: somebody books, moves or cancels. The person who books is who answered the questions, else the
//! first who attends; never the organizer.

use std::collections::HashSet;

use super::body::Body;
use super::gathered::Gathered;
use super::node::Node;
use super::preset::Preset;
use super::{known, walk};
use crate::lead::{LeadField, Notice, SourceKind, way};

pub(super) const PRESET: Preset = Preset { kind: SourceKind::CalCom, fits, read, delivery_id };

/// What Cal.com calls a booking that is moved.
const MOVED: &str = "BOOKING_RESCHEDULED";

fn fits(body: &Body<'_>) -> bool {
    let trigger = body.root().text_at(&["triggerEvent"]);
    !trigger.is_empty() && trigger.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_')
}

/// The booking, where it lies in a member of its own: of what happens to meetings, it does not.
fn wrapped<'a>(body: &'a Body<'_>) -> Option<&'a Node> {
    body.root().get("payload").filter(|payload| !payload.members().is_empty())
}

fn booking<'a>(body: &'a Body<'_>) -> &'a Node {
    wrapped(body).unwrap_or_else(|| body.root())
}

/// A booking is called the same whatever happens to it, and so are the seats of one that many people
/// book: the event and the seat belong to it.
fn delivery_id(body: &Body<'_>) -> Option<String> {
    let [uid, seat] = ["uid", "attendeeSeatId"].map(|name| booking(body).text_at(&[name]));
    let trigger = body.root().text_at(&["triggerEvent"]);
    // What is moved twice keeps its name where many people book the same.
    let moved_to = match trigger.as_str() {
        MOVED => booking(body).text_at(&["startTime"]),
        _ => String::new(),
    };
    let id = [trigger, uid.clone(), seat, moved_to].join(" ");
    (!uid.is_empty()).then_some(id)
}

fn read(body: &Body<'_>, mut heard: Gathered<'_>) -> Notice {
    let trigger = body.root().text_at(&["triggerEvent"]);
    let notice: fn(_) -> Notice = match trigger.as_str() {
        "BOOKING_CREATED" | "BOOKING_REQUESTED" | "FORM_SUBMITTED" | "FORM_SUBMITTED_NO_EVENT" => {
            Notice::Enquiry
        }
        MOVED => Notice::Moved,
        "BOOKING_CANCELLED" | "BOOKING_REJECTED" => Notice::Cancelled,
        "PING" => return Notice::Test,
        // Meetings that begin and end, payments, recordings, absences: whom they are about has booked before.
        _ => return Notice::Aside,
    };
    let booking = booking(body);
    tell_booking(&mut heard, booking);
    if wrapped(body).is_some() {
        known::aside_rest(&mut heard, "", body.root(), &["triggerEvent", "payload"]);
    }
    let was_at = heard.moment(&booking.text_at(&["rescheduleStartTime"]));
    let mut enquiry = heard.into_enquiry();
    enquiry.was_at = was_at.filter(|_| trigger == MOVED);
    notice(enquiry)
}

/// The members of a booking that are told one by one.
const TOLD: [&str; 10] = [
    "startTime",
    "cancellationReason",
    "rejectionReason",
    "responses",
    "attendees",
    "additionalNotes",
    "customInputs",
    "userFieldsResponses",
    "rescheduleStartTime",
    "triggerEvent",
];

fn tell_booking(heard: &mut Gathered<'_>, payload: &Node) {
    known::hear_as(heard, LeadField::StartsAt, "Start time", payload.get("startTime"));
    for reason in ["cancellationReason", "rejectionReason"] {
        known::hear_as(heard, LeadField::Message, &known::spoken(reason), payload.get(reason));
    }
    let responses = payload.get("responses").unwrap_or(&Node::Null);
    known::each_member(heard, "Responses", payload.get("responses"), tell_response);
    tell_attendees(heard, payload, responses);
    known::hear_as(
        heard,
        LeadField::Message,
        "Notes",
        payload.get("additionalNotes").filter(|notes| notes.text() != responses.text_at(&["notes", "value"])),
    );
    for part in ["customInputs", "userFieldsResponses"] {
        known::each_member(heard, part, payload.get(part), |heard, key, response| {
            if responses.get(key) != Some(response) {
                tell_response(heard, key, response);
            }
        });
    }
    let answers = ["responses", "attendees"].map(|name| payload.get(name).unwrap_or(&Node::Null));
    if answers.iter().all(|answers| answers.members().is_empty() && answers.items().is_empty()) {
        return tell_flat(heard, payload);
    }
    known::aside_rest(heard, "", payload, &TOLD);
}

/// A booking as somebody has laid it out anew for this webhook, with names of their own for what it says:
/// they have chosen each.
fn tell_flat(heard: &mut Gathered<'_>, payload: &Node) {
    for (name, member) in payload.members().iter().filter(|(name, _)| !TOLD.contains(&name.as_str())) {
        walk::tell_node(heard, &known::spoken(name), name, member, !known::is_machinery(name));
    }
}

/// An answer: `{"label": …, "value": …}`, or the value alone. Cal.com's own questions have keys that are the
/// same in every language.
fn tell_response(heard: &mut Gathered<'_>, key: &str, response: &Node) {
    let value = match response {
        Node::Members(_) => response.get("value").or_else(|| response.get("response")),
        value => Some(value),
    };
    let label = response.text_at(&["label"]);
    let question = known::spoken(if label.is_empty() { key } else { &label });
    if !response.members().is_empty() {
        known::aside_rest(heard, &question, response, &["label", "value", "response"]);
    }
    let Some(value) = value else { return };
    match key {
        "name" if !value.is_plain() => {
            known::hear_as(heard, LeadField::GivenName, "First name", value.get("firstName"));
            known::hear_as(heard, LeadField::FamilyName, "Last name", value.get("lastName"));
            known::aside_rest(heard, &question, value, &["firstName", "lastName"]);
        }
        "name" => known::hear_as(heard, LeadField::Name, &question, Some(value)),
        "email" => known::hear_as(heard, LeadField::Email, &question, Some(value)),
        "attendeePhoneNumber" | "smsReminderNumber" | "phone" => {
            known::hear_as(heard, LeadField::Phone, &question, Some(value));
        }
        "notes" => known::hear_as(heard, LeadField::Message, &question, Some(value)),
        // Where the host calls the person who books, they said at which number.
        "location" if value.text_at(&["value"]) == "phone" => {
            known::hear_as(heard, LeadField::Phone, &question, value.get("optionValue"));
            known::aside_rest(heard, &question, value, &["optionValue"]);
        }
        "rescheduleReason" if value.is_plain() => heard.tell(&question, &value.text()),
        "title" | "location" | "guests" | "rescheduleReason" => walk::aside(heard, &question, value),
        key => walk::tell_node(heard, &question, key, value, true),
    }
}

/// What somebody who attends is called.
const ATTENDEE: [(LeadField, &str); 5] = [
    (LeadField::Email, "email"),
    (LeadField::Name, "name"),
    (LeadField::GivenName, "firstName"),
    (LeadField::FamilyName, "lastName"),
    (LeadField::Phone, "phoneNumber"),
];

/// Who attends: the person who booked, as far as the answers do not say it, and their guests.
fn tell_attendees(heard: &mut Gathered<'_>, payload: &Node, responses: &Node) {
    let attendees = payload.get("attendees").unwrap_or(&Node::Null);
    if attendees.items().is_empty() {
        return walk::aside(heard, "Attendees", attendees);
    }
    let attendees = attendees.items();
    let hosts = hosts(payload);
    let said = email(responses.at(&["email", "value"]));
    let is_them = |attendee: &Node| !said.is_empty() && email(attendee.get("email")) == said;
    let is_guest = |attendee: &Node| {
        let email = email(attendee.get("email"));
        !email.is_empty() && !hosts.contains(&email)
    };
    let them = attendees.iter().position(is_them).or_else(|| attendees.iter().position(is_guest));
    for (place, attendee) in attendees.iter().enumerate() {
        let way = way::step("Attendees", &(place + 1).to_string());
        if Some(place) == them {
            let is_new = |field: &str| {
                responses.at(&[field, "value"]).is_none_or(|said| said.text() != attendee.text_at(&[field]))
            };
            for (field, name) in ATTENDEE.into_iter().filter(|(_, name)| is_new(name)) {
                known::hear_as(heard, field, &known::spoken(name), attendee.get(name));
            }
            known::aside_rest(heard, &way, attendee, &ATTENDEE.map(|(_, name)| name));
        } else {
            known::aside_rest(heard, &way, attendee, &[]);
        }
    }
}

/// The addresses of the organizer and of the team: they may attend, and are not who books.
fn hosts(payload: &Node) -> HashSet<String> {
    let team = ["team", "hosts"].map(|name| payload.get(name).unwrap_or(&Node::Null));
    let members = team.iter().flat_map(|team| team.get("members").unwrap_or(team).items());
    payload.get("organizer").into_iter().chain(members).map(|host| email(host.get("email"))).collect()
}

fn email(said: Option<&Node>) -> String {
    said.map(Node::text).unwrap_or_default().to_lowercase()
}
