//! `POST /api/webhooks/lead/{key}`

use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

use crate::support::{TestResponse, TestServer, on_both_databases, on_sqlite};

mod deduplication;
mod faults;
mod rejections;
mod senders;
mod signatures;

on_sqlite![
    new_and_known_leads_return_200,
    filled_honeypot_is_stored_as_spam,
    sender_test_event_creates_no_lead,
    cancelled_booking_is_added_to_its_lead,
    content_type_is_not_required_to_match_body,
    only_allowlisted_headers_are_stored,
];

on_both_databases![unreadable_delivery_is_quarantined_and_returns_200];

/// Creates a source with the fields of `more`; returns its URL.
pub(crate) async fn create_source(atrio: &TestServer, id: &str, more: Value) -> String {
    let key = format!("{id}-{}", "k".repeat(42 - id.len()));
    let mut record = json!({ "id": id, "name": format!("Fonte {id}"), "key": key });
    for (field, value) in more.as_object().expect("fields") {
        record[field] = value.clone();
    }
    let records = json!({ "lead_sources": [record] });
    atrio.import(&records).await;
    format!("/api/webhooks/lead/{key}")
}

/// Checks that the delivery was accepted; returns the outcome and the lead.
#[track_caller]
fn accepted_outcome(response: &TestResponse) -> (String, Option<String>) {
    assert_eq!(response.status, 200, "{}", response.text);
    let body = response.json();
    let outcome = body["outcome"].as_str().expect("an outcome").to_owned();
    let lead = body["leadId"].as_str().map(str::to_owned);
    let id = lead.as_ref().map_or("null".to_owned(), |lead| format!("\"{lead}\""));
    assert_eq!(response.text, format!(r#"{{"ok":true,"outcome":"{outcome}","leadId":{id}}}"#));
    (outcome, lead)
}

/// Posts a body that is answered with 200; returns the outcome and the lead.
async fn deliver(atrio: &TestServer, address: &str, body: impl Into<reqwest::Body>) -> (String, Option<String>) {
    accepted_outcome(&atrio.post(address, body).await)
}

/// All stored deliveries, oldest first.
pub(crate) async fn stored_deliveries(atrio: &TestServer) -> Vec<Value> {
    let mut stored = atrio.records("lead_deliveries").await;
    stored.sort_by_key(|delivery| delivery["id"].as_str().expect("an id").to_owned());
    stored
}

async fn count_records(atrio: &TestServer, kind: &str) -> usize {
    atrio.records(kind).await.len()
}

async fn new_and_known_leads_return_200(atrio: TestServer) {
    let address = create_source(&atrio, "modulo", json!({})).await;
    let (outcome, lead) = deliver(&atrio, &address, r#"{"name":"Anna","email":"anna@example.it"}"#).await;
    assert_eq!(outcome, "created");
    atrio.clock.advance(60_000);
    let body = "nome=Annalisa&email=ANNA%40example.it&telefono=333+1234567&messaggio=Ciao";
    assert_eq!(deliver(&atrio, &address, body).await, ("updated".to_owned(), lead.clone()));
    let leads = atrio.records("leads").await;
    assert_eq!(leads.len(), 1);
    for (field, value) in [
        ("name", "Anna"),
        ("phone", "333 1234567"),
        ("source", "Fonte modulo"),
        ("created_at", "2026-11-20T10:00:00.000Z"),
        ("last_contact_date", "2026-11-20T10:01:00.000Z"),
    ] {
        assert_eq!(leads[0][field], value, "{field}");
    }
    assert_eq!(count_records(&atrio, "activities").await, 2, "one activity per delivery");
    let stored = stored_deliveries(&atrio).await;
    assert_eq!((stored.len(), &stored[0]["outcome"], &stored[1]["outcome"]), (2, &json!("created"), &json!("updated")));
    assert_eq!((&stored[1]["body"], &stored[1]["lead_id"]), (&json!(body), &json!(lead)));
}

async fn unreadable_delivery_is_quarantined_and_returns_200(atrio: TestServer) {
    let address = create_source(&atrio, "modulo", json!({})).await;
    let deep = "[".repeat(100_000);
    let bodies: [&[u8]; 9] = [
        b"",
        b"{}",
        b"[]",
        b"null",
        b"\0\xff\xfe",
        br#"{"colour":"red"}"#,
        br#"{"name":"#,
        b"%%%&&&===",
        deep.as_bytes(),
    ];
    for (index, body) in bodies.into_iter().enumerate() {
        let accepted = deliver(&atrio, &address, body.to_vec()).await;
        assert_eq!(accepted, ("quarantined".to_owned(), None), "{index}");
        let stored = stored_deliveries(&atrio).await;
        let last = stored.last().expect("a delivery");
        assert_eq!((stored.len(), &last["outcome"]), (index + 1, &json!("quarantined")), "{index}");
        assert!(last["error"].is_string(), "the reason is stored: {last}");
    }
    assert_eq!(stored_deliveries(&atrio).await[4]["encoding"], "base64");
    assert_eq!((count_records(&atrio, "leads").await, count_records(&atrio, "activities").await), (0, 0));
}

async fn filled_honeypot_is_stored_as_spam(atrio: TestServer) {
    let address = create_source(&atrio, "modulo", json!({ "honeypot": "website" })).await;
    let (outcome, _) = deliver(&atrio, &address, "name=Anna&website=+").await;
    assert_eq!(outcome, "created", "a blank honeypot counts as empty");
    let spam = "name=Robot&email=robot@example.it&Website=https://example.it";
    assert_eq!(deliver(&atrio, &address, spam).await, ("quarantined".to_owned(), None));
    assert_eq!(count_records(&atrio, "leads").await, 1);
    assert_eq!(stored_deliveries(&atrio).await[1]["outcome"], "spam");
}

async fn sender_test_event_creates_no_lead(atrio: TestServer) {
    let address = create_source(&atrio, "cal", json!({ "kind": "cal_com" })).await;
    let ping = json!({ "triggerEvent": "PING", "createdAt": "2026-11-20T10:00:00Z", "payload": { "type": "Test" } });
    assert_eq!(deliver(&atrio, &address, ping.to_string()).await, ("ignored".to_owned(), None));
    let stored = stored_deliveries(&atrio).await;
    assert_eq!((&stored[0]["outcome"], &stored[0]["error"]), (&json!("ignored"), &json!("test")));
    assert_eq!(count_records(&atrio, "leads").await, 0);
}

async fn cancelled_booking_is_added_to_its_lead(atrio: TestServer) {
    let address = create_source(&atrio, "cal", json!({ "kind": "cal_com" })).await;
    let booking = |event: &str, who: &str| {
        json!({ "triggerEvent": event, "createdAt": "2026-11-20T10:00:00Z", "payload": {
            "title": "Prima chiamata", "uid": format!("prenotazione-{who}"), "startTime": "2026-12-01T09:30:00Z",
            "organizer": { "email": "agenzia@example.it" },
            "attendees": [{ "email": format!("{who}@example.it"), "name": "Anna Verdi", "timeZone": "Europe/Rome" }],
        } })
        .to_string()
    };
    let unknown = deliver(&atrio, &address, booking("BOOKING_CANCELLED", "bruno")).await;
    assert_eq!(unknown, ("ignored".to_owned(), None));
    let (outcome, lead) = deliver(&atrio, &address, booking("BOOKING_CREATED", "anna")).await;
    assert_eq!((outcome.as_str(), lead.is_some()), ("created", true));
    assert_eq!(atrio.records("leads").await[0]["call_date"], "2026-12-01T09:30:00.000Z");
    let cancelled = deliver(&atrio, &address, booking("BOOKING_CANCELLED", "anna")).await;
    assert_eq!(cancelled, ("noted".to_owned(), lead));
    let leads = atrio.records("leads").await;
    assert_eq!((leads.len(), &leads[0]["call_date"]), (1, &Value::Null));
    assert_eq!(count_records(&atrio, "activities").await, 2);
}

async fn content_type_is_not_required_to_match_body(atrio: TestServer) {
    let address = create_source(&atrio, "modulo", json!({})).await;
    for (index, content_type) in
        ["text/plain", "application/json", "application/x-www-form-urlencoded", "", "è", "altro/altro; x"]
            .into_iter()
            .enumerate()
    {
        for body in [format!(r#"{{"name":"Anna {index}"}}"#), format!("name=Bruno+{index}")] {
            let request = atrio.request(Method::POST, &address).header("content-type", content_type);
            let response = TestResponse::to(request.body(body)).await;
            assert_eq!(accepted_outcome(&response).0, "created", "{content_type}");
        }
    }
    let stored = stored_deliveries(&atrio).await;
    assert_eq!(stored[0]["content_type"], "text/plain");
    assert_eq!(stored[8]["content_type"], Value::Null, "a non-text content type is not stored");
}

/// With a header that no server interprets.
fn with_headers(request: RequestBuilder, headers: &[(&str, &str)]) -> RequestBuilder {
    headers.iter().fold(request, |request, (name, value)| request.header(*name, *value))
}

async fn only_allowlisted_headers_are_stored(atrio: TestServer) {
    let address = create_source(&atrio, "modulo", json!({})).await;
    let long = "u".repeat(600);
    let request = with_headers(
        atrio.request(Method::POST, &address).body("name=Anna"),
        &[
            ("authorization", "Bearer parola"),
            ("cookie", "parola=1"),
            ("x-webhook-secret", "parola"),
            ("webhook-signature", "v1,parola"),
            ("x-api-key", "parola"),
            ("x-real-ip", "192.0.2.9"),
            ("user-agent", &long),
            ("idempotency-key", "chiave"),
            ("webhook-timestamp", "è"),
        ],
    );
    assert_eq!(accepted_outcome(&TestResponse::to(request).await).0, "created");
    let stored = stored_deliveries(&atrio).await;
    assert_eq!(stored[0]["headers"], json!({ "user-agent": "u".repeat(500), "idempotency-key": "chiave" }));
    let everything = stored[0].to_string();
    assert!(!everything.contains("parola") && !everything.contains("192.0.2.9"), "{everything}");
}
