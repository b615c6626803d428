//! Generates random bodies from the names that parsers recognise.

use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// Names that some parser recognises.
const NAMES: [&str; 64] = [
    "name", "nome", "Nome ", "cognome", "first_name", "last_name", "email", "E-mail *", "No Label email", "telefono",
    "phone", "azienda", "company", "messaggio", "message", "note", "source", "starts_at", "start_time", "startTime",
    "fields", "form", "form_id", "form_name", "meta", "data", "payload", "answers", "values", "value", "raw_value",
    "title", "label", "question", "answer", "type", "id", "key", "ref", "options", "text", "choice", "labels", "1.3",
    "1.6", "2", "your-name", "your-email", "tel-12", "unix", "event", "event_type", "eventType", "triggerEvent",
    "triggerType", "form_response", "field_data", "user_column_data", "questions_and_answers", "responses",
    "attendees", "organizer", "invitee", "scheduled_event",
];

/// Answers of recognised types.
const ANSWERS: [&str; 24] = [
    "Anna",
    "Anna Verdi",
    "anna@example.it",
    "b@example.it, c@example.it",
    "333 1234567",
    "SEO||Ads",
    "2026-12-01T10:30",
    "2026-12-01T09:30:00Z",
    "10/12/2026",
    " spazi ",
    "\u{0}",
    "a\u{0}b",
    "",
    "riga\r\nriga",
    "😀",
    "x",
    "form_response",
    "FORM_RESPONSE",
    "invitee.created",
    "invitee.canceled",
    "BOOKING_CREATED",
    "BOOKING_CANCELLED",
    "form_submission",
    "responseFinished",
];

/// Event members that identify a sender.
pub(crate) const EVENTS: [(&str, &str); 9] = [
    ("event_type", "form_response"),
    ("eventType", "FORM_RESPONSE"),
    ("event", "invitee.created"),
    ("event", "invitee.canceled"),
    ("event", "responseFinished"),
    ("triggerType", "form_submission"),
    ("triggerEvent", "BOOKING_CREATED"),
    ("triggerEvent", "BOOKING_RESCHEDULED"),
    ("triggerEvent", "BOOKING_CANCELLED"),
];

fn event() -> impl Strategy<Value = Option<(&'static str, &'static str)>> {
    prop_oneof![2 => Just(None), 1 => prop::sample::select(&EVENTS[..]).prop_map(Some)]
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof![8 => prop::sample::select(&NAMES[..]).prop_map(str::to_owned), 1 => "[a-zA-Zà-ü0-9_ *./~\\[\\]-]{0,12}", 1 => "[a-z ]{290,320}"]
}

fn answer() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => prop::sample::select(&ANSWERS[..]).prop_map(str::to_owned),
        3 => ".{0,20}",
        1 => "[a-z]{150,300}",
    ]
}

fn scalar() -> impl Strategy<Value = Value> {
    prop_oneof![
        8 => answer().prop_map(Value::from),
        1 => any::<i64>().prop_map(Value::from),
        1 => any::<bool>().prop_map(Value::from),
        1 => Just(Value::Null),
    ]
}

/// An entry with question and answer.
fn entry() -> impl Strategy<Value = Value> {
    (name(), scalar()).prop_flat_map(|(label, value)| {
        prop_oneof![
            Just(json!({"label": label, "value": value})),
            Just(json!({"title": label, "value": value, "type": "email", "id": "f1"})),
            Just(json!({"name": label, "values": [value, "due"]})),
            Just(json!({"question": label, "answer": value, "position": 3})),
            Just(json!({"column_name": label, "string_value": value, "column_id": "X"})),
            Just(json!({"value": value})),
            Just(json!({"value": value, "unix": 1_796_860_800})),
        ]
    })
}

/// Any JSON value, mostly objects.
pub(crate) fn json_body() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![4 => scalar(), 2 => entry()];
    let inner = leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            3 => prop::collection::vec((name(), inner.clone()), 0..6).prop_map(object),
            1 => prop::collection::vec(inner, 0..4).prop_map(Value::from),
        ]
    });
    prop_oneof![
        6 => (event(), prop::collection::vec((name(), inner.clone()), 0..10)).prop_map(|(event, mut members)| {
            members.extend(event.map(|(name, event_name)| (name.to_owned(), event_name.into())));
            object(members)
        }),
        1 => prop::collection::vec(inner, 0..5).prop_map(Value::from),
    ]
}

fn object(members: Vec<(String, Value)>) -> Value {
    Value::Object(members.into_iter().collect::<Map<_, _>>())
}

/// Form pairs, with and without brackets and with repeated keys.
pub(crate) fn form() -> impl Strategy<Value = String> {
    let key = prop_oneof![
        5 => name(),
        4 => (name(), prop::sample::select(&["id", "type", "title", "value", "raw_value", "required"][..]))
            .prop_map(|(name, part)| format!("fields[{name}][{part}]")),
        1 => name().prop_map(|name| format!("form[{name}]")),
        1 => name().prop_map(|name| format!("meta[{name}][value]")),
        1 => name().prop_map(|name| format!("{name}[]")),
    ];
    (event(), prop::collection::vec((key, answer()), 1..14)).prop_map(|(event, pairs)| {
        form_urlencoded::Serializer::new(String::new()).extend_pairs(event).extend_pairs(pairs).finish()
    })
}
