//! Signature checks of sources with a signing secret.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use domain::leads::source::SourceTrouble;
use hmac::{Hmac, KeyInit as _, Mac as _};
use reqwest::{Method, RequestBuilder};
use serde_json::json;
use sha2::Sha256;

use super::{accepted_outcome, create_source, stored_deliveries};
use crate::support::{NOW, TestResponse, TestServer, on_sqlite};

on_sqlite![
    only_valid_signatures_are_accepted,
    stale_signature_returns_403,
    unsigned_source_kinds_ignore_the_secret,
    auto_source_requires_signature_of_detected_sender,
    source_reports_bad_signature_until_next_success,
    google_ads_key_is_checked_and_not_stored,
];

async fn google_ads_key_is_checked_and_not_stored(atrio: TestServer) {
    const SECRET: &str = "segretissimo-di-google";
    let lead = |id: &str| {
        format!(
            r#"{{"lead_id":"{id}","user_column_data":[{{"column_id":"FULL_NAME","string_value":"Anna"}}],"google_key":"{SECRET}","is_test":false}}"#
        )
    };
    for (id, kind, secret) in
        [("uno", "google_ads", Some(SECRET)), ("due", "auto", Some(SECRET)), ("tre", "google_ads", None)]
    {
        let address = create_source(&atrio, id, json!({ "kind": kind, "signing_secret": secret })).await;
        let first = accepted_outcome(&atrio.post(&address, lead(id)).await);
        assert_eq!(first.0, "created", "{id}");
        // A repetition is recognised by the stored body.
        assert_eq!(accepted_outcome(&atrio.post(&address, lead(id)).await), first, "{id}");
        if secret.is_none() {
            accepted_outcome(&atrio.post(&address, format!("name=Bea&google_key={SECRET}&x=1")).await);
        }
    }
    let stored = stored_deliveries(&atrio).await;
    assert_eq!(stored.len(), 4);
    assert_eq!(stored[0]["body"], lead("uno").replace(SECRET, ""));
    assert_eq!(stored[3]["body"], "name=Bea&google_key=&x=1");
    let everything = atrio.export_without_deliveries().await;
    for member in ["lead_deliveries", "activities", "leads"] {
        assert!(!everything[member].to_string().contains(SECRET), "{member}");
    }
}

fn mac(secret: &str, message: &str) -> Vec<u8> {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("any key");
    mac.update(message.as_bytes());
    mac.finalize().into_bytes().to_vec()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

fn typeform_signature(secret: &str, body: &str) -> String {
    format!("sha256={}", STANDARD.encode(mac(secret, body)))
}

fn typeform_body(event: &str) -> String {
    json!({ "event_id": event, "event_type": "form_response", "form_response": {
        "definition": { "fields": [{ "id": "F1", "title": "Nome", "type": "short_text" }] },
        "answers": [{ "type": "text", "text": "Anna", "field": { "id": "F1", "type": "short_text" } }],
    } })
    .to_string()
}

/// The server's clock in seconds since 1970, plus an offset.
fn seconds_from_now(more: i64) -> i64 {
    NOW.parse::<domain::Timestamp>().expect("a moment").as_millis() / 1_000 + more
}

async fn only_valid_signatures_are_accepted(atrio: TestServer) {
    let settings = json!({ "kind": "typeform", "signing_secret": "segreto" });
    let address = create_source(&atrio, "typeform", settings).await;
    let body = typeform_body("uno");
    let post = |lines: Vec<String>| {
        let request = atrio.request(Method::POST, &address).body(body.clone());
        lines.into_iter().fold(request, |request, line| request.header("typeform-signature", line))
    };
    let right = typeform_signature("segreto", &body);
    let reordered = format!("{}{}", &body[1..], &body[..1]);
    for wrong in [
        vec![],
        vec![String::new()],
        vec!["sha256=".to_owned()],
        vec![typeform_signature("altro", &body)],
        vec![typeform_signature("", &body)],
        vec![typeform_signature("segreto", &reordered)],
        vec![right.to_uppercase()],
        vec![right.clone(), right.clone()],
    ] {
        TestResponse::to(post(wrong)).await.assert_error(403, "Non autorizzato");
    }
    assert_eq!((stored_deliveries(&atrio).await.len(), atrio.records("leads").await.len()), (0, 0));
    assert_eq!(accepted_outcome(&TestResponse::to(post(vec![right])).await).0, "created");
}

async fn stale_signature_returns_403(atrio: TestServer) {
    let settings = json!({ "kind": "calendly", "signing_secret": "segreto" });
    let address = create_source(&atrio, "calendly", settings).await;
    let post = |name: &str, at: i64| -> RequestBuilder {
        let payload = json!({ "name": name, "email": format!("{name}@example.it"), "uri": name });
        let body = json!({ "event": "invitee.created", "payload": payload }).to_string();
        let line = format!("t={at},v1={}", hex(&mac("segreto", &format!("{at}.{body}"))));
        atrio.request(Method::POST, &address).header("calendly-webhook-signature", line).body(body)
    };
    for stale in [-301, 301, -100_000] {
        TestResponse::to(post("anna", seconds_from_now(stale))).await.assert_error(403, "Non autorizzato");
    }
    for fresh in [0, -300, 300] {
        assert_eq!(
            accepted_outcome(&TestResponse::to(post(&format!("anna{fresh}"), seconds_from_now(fresh))).await).0,
            "created"
        );
    }
    // The server's clock decides: a signature expires.
    let signed = post("bruno", seconds_from_now(0));
    atrio.clock.advance(301_000);
    TestResponse::to(signed).await.assert_error(403, "Non autorizzato");
}

async fn unsigned_source_kinds_ignore_the_secret(atrio: TestServer) {
    for (index, kind) in ["elementor", "contact_form_7", "gravity_forms", "meta", "generic"].iter().enumerate() {
        let settings = json!({ "kind": kind, "signing_secret": "segreto" });
        let address = create_source(&atrio, &format!("fonte-{index}"), settings).await;
        let response = atrio.post(&address, r#"{"Nome":"Anna","Email":"anna@example.it"}"#).await;
        assert_eq!(response.status, 200, "{kind}: {}", response.text);
    }
}

async fn auto_source_requires_signature_of_detected_sender(atrio: TestServer) {
    let address = create_source(&atrio, "tutte", json!({ "signing_secret": "segreto" })).await;
    let body = typeform_body("uno");
    atrio.post(&address, body.clone()).await.assert_error(403, "Non autorizzato");
    let post = |name: &'static str, line: String| {
        TestResponse::to(atrio.request(Method::POST, &address).header(name, line).body(body.clone()))
    };
    post("typeform-signature", typeform_signature("altro", &body)).await.assert_error(403, "Non autorizzato");
    assert_eq!(accepted_outcome(&post("typeform-signature", typeform_signature("segreto", &body)).await).0, "created");
    let tally = json!({ "nome": "Bruno" }).to_string();
    let request =
        atrio.request(Method::POST, &address).header("tally-signature", STANDARD.encode(mac("segreto", &tally)));
    assert_eq!(accepted_outcome(&TestResponse::to(request.body(tally)).await).0, "created");
}

async fn source_reports_bad_signature_until_next_success(atrio: TestServer) {
    let settings = json!({ "kind": "typeform", "signing_secret": "segreto" });
    let address = create_source(&atrio, "typeform", settings).await;
    let trouble =
        async || atrio.store.lead_source(&crate::support::to_id("typeform")).await.expect("the source").line.trouble;
    assert_eq!(trouble().await, None);
    atrio.post(&address, typeform_body("uno")).await.assert_error(403, "Non autorizzato");
    assert_eq!(trouble().await, Some(SourceTrouble::BadSignature));
    atrio.clock.advance(1);
    let body = typeform_body("uno");
    let request =
        atrio.request(Method::POST, &address).header("typeform-signature", typeform_signature("segreto", &body));
    assert_eq!(accepted_outcome(&TestResponse::to(request.body(body)).await).0, "created");
    assert_eq!(trouble().await, None);
}
