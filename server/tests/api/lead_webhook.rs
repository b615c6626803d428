//! `POST /api/webhooks/lead`

use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

use crate::support::{TestResponse, TestServer, WEBHOOK_SECRET, on_both_databases, on_sqlite};

on_sqlite![
    every_body_format_creates_a_lead,
    known_email_updates_its_lead,
    starts_at_sets_call_date_and_adds_meeting,
    requests_without_secret_return_403,
    size_limit_counts_characters,
    checks_run_in_documented_order,
    invalid_utf8_returns_400,
    body_over_64_kib_returns_413_without_reading_it,
];

on_both_databases![activity_stores_message_and_full_payload, invalid_lead_returns_422_with_italian_detail];

const PATH: &str = "/api/webhooks/lead";

fn delivery(atrio: &TestServer, body: impl Into<reqwest::Body>) -> RequestBuilder {
    atrio.request(Method::POST, PATH).header("x-webhook-secret", WEBHOOK_SECRET).body(body)
}

async fn deliver(atrio: &TestServer, body: impl Into<reqwest::Body>) -> TestResponse {
    TestResponse::to(delivery(atrio, body)).await
}

/// Posts a valid delivery; returns the lead's id.
async fn deliver_expecting(atrio: &TestServer, body: impl Into<reqwest::Body>, status: u16, outcome: &str) -> String {
    let response = deliver(atrio, body).await;
    let id = response.json()["leadId"].as_str().expect("an id").to_owned();
    let expected = format!(r#"{{"ok":true,"outcome":"{outcome}","leadId":"{id}"}}"#);
    assert_eq!((response.status.as_u16(), response.text.as_str()), (status, expected.as_str()));
    id
}

/// The activities of a lead, oldest first.
async fn activities(atrio: &TestServer, id: &str) -> Vec<Value> {
    let all = atrio.records("activities").await;
    let mut of_lead: Vec<_> = all.into_iter().filter(|activity| activity["lead_id"] == id).collect();
    of_lead.sort_by_key(|activity| activity["created_at"].as_str().expect("a moment").to_owned());
    of_lead
}

async fn every_body_format_creates_a_lead(atrio: TestServer) {
    for body in [
        r#"{"name":"Anna Verdi","email":"a1@example.it","phone":"333","company":"Verdi","message":"Ciao"}"#,
        r#"{"Nome":" Anna Verdi ","EMAIL":"A2@example.it","telefono":333,"azienda":"Verdi","messaggio":"Ciao"}"#,
        r#"{"fields":{"nome":{"value":"Anna Verdi"},"email":{"value":"a3@example.it"},"phone":{"value":333},
            "company":"Verdi","message":{"value":"Ciao"}}}"#,
        "nome=Anna+Verdi&email=a4%40example.it&telefono=333&azienda=Verdi&messaggio=Ciao",
        "fields[name][value]=Anna+Verdi&fields[email]=a5@example.it&fields%5Bphone%5D=333&company=Verdi&message=Ciao",
        "\u{feff}{\"name\":\"Anna Verdi\",\"phone\":\"333\",\"company\":\"Verdi\",\"message\":\"Ciao\"}",
    ] {
        let id = deliver_expecting(&atrio, body, 201, "created").await;
        let lead = atrio.record("leads", &id).await;
        for (field, value) in [
            ("name", "Anna Verdi"),
            ("phone", "333"),
            ("company", "Verdi"),
            ("source", "webhook"),
            ("status", "new"),
            ("last_contact_date", "2026-11-20T10:00:00.000Z"),
            ("created_at", "2026-11-20T10:00:00.000Z"),
        ] {
            assert_eq!(lead[field], value, "{field} of {body}");
        }
        assert_eq!(lead["call_date"], Value::Null);
        let activities = activities(&atrio, &id).await;
        assert_eq!(activities.len(), 1);
        assert_eq!((&activities[0]["kind"], &activities[0]["text"]), (&json!("message"), &json!("Ciao")));
    }
}

async fn known_email_updates_its_lead(atrio: TestServer) {
    let first = r#"{"name":"Anna","email":"anna@example.it","message":"Uno"}"#;
    let id = deliver_expecting(&atrio, first, 201, "created").await;
    atrio.clock.advance(60_000);
    let second = r#"{"name":"Annalisa","email":" ANNA@Example.it ","message":"Due"}"#;
    assert_eq!(deliver_expecting(&atrio, second, 200, "updated").await, id);
    let lead = atrio.record("leads", &id).await;
    assert_eq!(lead["name"], "Anna");
    assert_eq!(lead["last_contact_date"], "2026-11-20T10:01:00.000Z");
    assert_eq!(lead["created_at"], "2026-11-20T10:00:00.000Z");
    let texts: Vec<_> = activities(&atrio, &id).await.iter().map(|activity| activity["text"].clone()).collect();
    assert_eq!(texts, ["Uno", "Due"]);
    assert_eq!(atrio.records("leads").await.len(), 1);
}

async fn starts_at_sets_call_date_and_adds_meeting(atrio: TestServer) {
    for (written, moment) in
        [("2026-12-01T10:00:00+01:00", "2026-12-01T09:00:00.000Z"), ("2026-07-01T10:00", "2026-07-01T08:00:00.000Z")]
    {
        let body = json!({ "name": "Anna", "starts_at": written, "message": "Alle dieci" });
        let id = deliver_expecting(&atrio, body.to_string(), 201, "created").await;
        assert_eq!(atrio.record("leads", &id).await["call_date"], moment);
        let activities = activities(&atrio, &id).await;
        assert_eq!(activities.len(), 1);
        assert_eq!(activities[0]["kind"], "meeting");
        assert_eq!(activities[0]["starts_at"], moment);
        assert_eq!(activities[0]["text"], "Alle dieci");
    }
}

async fn activity_stores_message_and_full_payload(atrio: TestServer) {
    let body = json!({ "name": " Anna ", "utm": { "s": [1, null, "\u{0}🦀"] }, "fields": { "x": { "title": "X" } } });
    let id = deliver_expecting(&atrio, body.to_string(), 201, "created").await;
    let stored = activities(&atrio, &id).await;
    assert_eq!(stored[0]["payload"], body);
    assert_eq!(stored[0]["text"], "");

    let id = deliver_expecting(&atrio, "name=Anna&s=SEO&s=Ads&bad=%zz&nul=%00&odd=%FF", 201, "created").await;
    let payload = json!({ "name": "Anna", "s": ["SEO", "Ads"], "bad": "%zz", "nul": "\u{0}", "odd": "\u{fffd}" });
    assert_eq!(activities(&atrio, &id).await[0]["payload"], payload);
}

async fn invalid_lead_returns_422_with_italian_detail(atrio: TestServer) {
    let deep = format!(r#"{{"name":"Anna","x":{}{}}}"#, "[".repeat(8_000), "]".repeat(8_000));
    let missing = "name: campo obbligatorio";
    let before = atrio.export_without_deliveries().await;
    for (body, detail) in [
        ("", missing),
        ("{}", missing),
        (r#"{"name":""}"#, missing),
        (r#"{"nome":null}"#, missing),
        (r#"{"name":{"first":"Anna"}}"#, missing),
        (r#"{"name":"Anna""#, missing),
        ("ciao", missing),
        ("\0", missing),
        (deep.as_str(), missing),
        ("[]", "corpo: deve essere un oggetto JSON"),
        ("null", "corpo: deve essere un oggetto JSON"),
        (r#"["name","Anna"]"#, "corpo: deve essere un oggetto JSON"),
        (r#"{"name":"Anna\u0000"}"#, "name: carattere non ammesso"),
        ("name=An%00na", "name: carattere non ammesso"),
        (r#"{"name":"Anna","email":"anna"}"#, "email: indirizzo e-mail non valido"),
        (r#"{"name":"Anna","email":"a@x.it,evil@x.it"}"#, "email: indirizzo e-mail non valido"),
        (r#"{"name":"Anna","email":"<a@x.it>"}"#, "email: indirizzo e-mail non valido"),
        (r#"{"name":"Anna","email":"a..b@x.it"}"#, "email: indirizzo e-mail non valido"),
        ("{\"name\":\"Anna\",\"email\":\"a@x\u{202e}.it\"}", "email: indirizzo e-mail non valido"),
        (r#"{"name":"Anna","starts_at":"2026-12-01"}"#, "starts_at: data e ora non valide"),
        (r#"{"name":"Anna","starts_at":"domani"}"#, "starts_at: data e ora non valide"),
    ] {
        let response = deliver(&atrio, body.to_owned()).await;
        let expected = format!(r#"{{"error":"Dati non validi","detail":"{detail}"}}"#);
        assert_eq!((response.status.as_u16(), &response.text), (422, &expected), "{body:.80}");
        response.json();
    }
    assert_eq!(atrio.export_without_deliveries().await, before);
}

async fn requests_without_secret_return_403(atrio: TestServer) {
    let before = atrio.export_without_deliveries().await;
    let body = r#"{"name":"Anna"}"#;
    atrio.post(PATH, body).await.assert_error(403, "Non autorizzato");
    for wrong in ["", "x", "Webhook-segreto", "interno-segreto"] {
        let request = atrio.request(Method::POST, PATH).header("x-webhook-secret", wrong).body(body);
        TestResponse::to(request).await.assert_error(403, "Non autorizzato");
    }
    let twice = delivery(&atrio, body).header("x-webhook-secret", WEBHOOK_SECRET);
    TestResponse::to(twice).await.assert_error(403, "Non autorizzato");
    assert_eq!(atrio.export_without_deliveries().await, before);
}

/// JSON of exactly this many characters of `filling`, in a field that is stored but not parsed.
fn json_of_size(chars: usize, filling: &str) -> String {
    let frame = r#"{"name":"Anna","x":""}"#;
    let body = frame.replace(r#""""#, &format!(r#""{}""#, filling.repeat(chars - frame.len())));
    assert_eq!(body.chars().count(), chars);
    body
}

async fn size_limit_counts_characters(atrio: TestServer) {
    for filling in ["x", "è", "🦀"] {
        deliver_expecting(&atrio, json_of_size(16_384, filling), 201, "created").await;
        deliver(&atrio, json_of_size(16_385, filling)).await.assert_error(413, "Payload troppo grande");
    }
}

async fn checks_run_in_documented_order(atrio: TestServer) {
    // The secret is checked before the size.
    atrio.post(PATH, "x".repeat(100_000)).await.assert_error(403, "Non autorizzato");
    // The size is checked before the encoding.
    deliver(&atrio, vec![0xff; 20_000]).await.assert_error(413, "Payload troppo grande");
    // The limit is checked before the secret; requests with a wrong secret count.
    for _ in 0..20 {
        let request = atrio.request_from("192.0.2.77", Method::POST, PATH).body("{}");
        TestResponse::to(request).await.assert_error(403, "Non autorizzato");
    }
    let request = atrio.request_from("192.0.2.77", Method::POST, PATH).body("{}");
    let refused = TestResponse::to(request).await;
    refused.assert_error(429, "Troppe richieste");
    assert_eq!(refused.header("retry-after"), "60");
}

async fn invalid_utf8_returns_400(atrio: TestServer) {
    for body in [&b"{\"name\":\"\xff\"}"[..], b"name=\xe8", b"\xf0\x9f\xa6", b"\xed\xa0\x80", b"\xff\xfe{\0}\0"] {
        deliver(&atrio, body.to_vec()).await.assert_error(400, "Corpo non leggibile");
    }
}

async fn body_over_64_kib_returns_413_without_reading_it(atrio: TestServer) {
    let secret = format!("host: x\r\nx-webhook-secret: {WEBHOOK_SECRET}\r\nconnection: close\r\n");
    // Announced by Content-Length and never sent.
    let head = format!("POST {PATH} HTTP/1.1\r\n{secret}content-length: 10000000000\r\n\r\n");
    assert!(atrio.send_raw(head.as_bytes()).await.starts_with("HTTP/1.1 413 "));
    // Sent in chunks without an end.
    let mut chunked = format!("POST {PATH} HTTP/1.1\r\n{secret}transfer-encoding: chunked\r\n\r\n10001\r\n");
    chunked.push_str(&"x".repeat(0x10001));
    let response = atrio.send_raw(chunked.as_bytes()).await;
    assert!(response.starts_with("HTTP/1.1 413 ") && response.ends_with(r#"{"error":"Payload troppo grande"}"#));
    // Announced and sent completely: the response still arrives.
    for _ in 0..10 {
        deliver(&atrio, "x".repeat(3_000_000)).await.assert_error(413, "Payload troppo grande");
    }
}
