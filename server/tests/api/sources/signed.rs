//! Where a source has a signing secret, the signature is asked for, too.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use domain::lead::source::SourceTrouble;
use hmac::{Hmac, KeyInit as _, Mac as _};
use reqwest::{Method, RequestBuilder};
use serde_json::json;
use sha2::Sha256;

use super::{kept, open, taken};
use crate::support::{Answer, Atrio, NOW, on_both_databases};

on_both_databases![
    only_what_is_signed_with_the_secret_is_taken,
    a_signature_of_long_ago_is_none,
    whoever_cannot_sign_is_not_asked_to,
    a_source_that_recognises_its_senders_asks_each_for_its_own_signature,
    the_source_says_that_a_signature_was_wrong_until_one_is_right,
    the_key_of_google_ads_is_checked_and_not_kept,
];

async fn the_key_of_google_ads_is_checked_and_not_kept(atrio: Atrio) {
    const SECRET: &str = "segretissimo-di-google";
    let lead = |id: &str| {
        format!(
            r#"{{"lead_id":"{id}","user_column_data":[{{"column_id":"FULL_NAME","string_value":"Anna"}}],"google_key":"{SECRET}","is_test":false}}"#
        )
    };
    for (id, kind, secret) in
        [("uno", "google_ads", Some(SECRET)), ("due", "auto", Some(SECRET)), ("tre", "google_ads", None)]
    {
        let address = open(&atrio, id, json!({ "kind": kind, "signing_secret": secret })).await;
        let first = taken(&atrio.post(&address, lead(id)).await);
        assert_eq!(first.0, "created", "{id}");
        // The same is still known by what is kept of it.
        assert_eq!(taken(&atrio.post(&address, lead(id)).await), first, "{id}");
        if secret.is_none() {
            taken(&atrio.post(&address, format!("name=Bea&google_key={SECRET}&x=1")).await);
        }
    }
    let kept = kept(&atrio).await;
    assert_eq!(kept.len(), 4);
    assert_eq!(kept[0]["body"], lead("uno").replace(SECRET, ""));
    assert_eq!(kept[3]["body"], "name=Bea&google_key=&x=1");
    let everything = atrio.everything().await;
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

/// Typeform's.
fn signature(secret: &str, body: &str) -> String {
    format!("sha256={}", STANDARD.encode(mac(secret, body)))
}

fn typeform(event: &str) -> String {
    json!({ "event_id": event, "event_type": "form_response", "form_response": {
        "definition": { "fields": [{ "id": "F1", "title": "Nome", "type": "short_text" }] },
        "answers": [{ "type": "text", "text": "Anna", "field": { "id": "F1", "type": "short_text" } }],
    } })
    .to_string()
}

/// Seconds since 1970 where the clock stands, and so many more.
fn clock(more: i64) -> i64 {
    NOW.parse::<domain::Timestamp>().expect("a moment").as_millis() / 1_000 + more
}

async fn only_what_is_signed_with_the_secret_is_taken(atrio: Atrio) {
    let settings = json!({ "kind": "typeform", "signing_secret": "segreto" });
    let address = open(&atrio, "typeform", settings).await;
    let body = typeform("uno");
    let post = |lines: Vec<String>| {
        let request = atrio.request(Method::POST, &address).body(body.clone());
        lines.into_iter().fold(request, |request, line| request.header("typeform-signature", line))
    };
    let right = signature("segreto", &body);
    let reordered = format!("{}{}", &body[1..], &body[..1]);
    for wrong in [
        vec![],
        vec![String::new()],
        vec!["sha256=".to_owned()],
        vec![signature("altro", &body)],
        vec![signature("", &body)],
        vec![signature("segreto", &reordered)],
        vec![right.to_uppercase()],
        vec![right.clone(), right.clone()],
    ] {
        Answer::to(post(wrong)).await.refuses(403, "Non autorizzato");
    }
    assert_eq!((kept(&atrio).await.len(), atrio.records("leads").await.len()), (0, 0));
    assert_eq!(taken(&Answer::to(post(vec![right])).await).0, "created");
}

async fn a_signature_of_long_ago_is_none(atrio: Atrio) {
    let settings = json!({ "kind": "calendly", "signing_secret": "segreto" });
    let address = open(&atrio, "calendly", settings).await;
    let post = |name: &str, at: i64| -> RequestBuilder {
        let payload = json!({ "name": name, "email": format!("{name}@example.it"), "uri": name });
        let body = json!({ "event": "invitee.created", "payload": payload }).to_string();
        let line = format!("t={at},v1={}", hex(&mac("segreto", &format!("{at}.{body}"))));
        atrio.request(Method::POST, &address).header("calendly-webhook-signature", line).body(body)
    };
    for stale in [-301, 301, -100_000] {
        Answer::to(post("anna", clock(stale))).await.refuses(403, "Non autorizzato");
    }
    for fresh in [0, -300, 300] {
        assert_eq!(taken(&Answer::to(post(&format!("anna{fresh}"), clock(fresh))).await).0, "created");
    }
    // The clock is this server's: what was fresh grows stale.
    let signed = post("bruno", clock(0));
    atrio.clock.advance(301_000);
    Answer::to(signed).await.refuses(403, "Non autorizzato");
}

async fn whoever_cannot_sign_is_not_asked_to(atrio: Atrio) {
    for (place, kind) in
        ["elementor", "contact_form_7", "gravity_forms", "meta", "generic"].iter().enumerate()
    {
        let settings = json!({ "kind": kind, "signing_secret": "segreto" });
        let address = open(&atrio, &format!("fonte-{place}"), settings).await;
        let answer = atrio.post(&address, r#"{"Nome":"Anna","Email":"anna@example.it"}"#).await;
        assert_eq!(answer.status, 200, "{kind}: {}", answer.text);
    }
}

async fn a_source_that_recognises_its_senders_asks_each_for_its_own_signature(atrio: Atrio) {
    let address = open(&atrio, "tutte", json!({ "signing_secret": "segreto" })).await;
    let body = typeform("uno");
    atrio.post(&address, body.clone()).await.refuses(403, "Non autorizzato");
    let post = |name: &'static str, line: String| {
        Answer::to(atrio.request(Method::POST, &address).header(name, line).body(body.clone()))
    };
    post("typeform-signature", signature("altro", &body)).await.refuses(403, "Non autorizzato");
    assert_eq!(taken(&post("typeform-signature", signature("segreto", &body)).await).0, "created");
    let tally = json!({ "nome": "Bruno" }).to_string();
    let request = atrio
        .request(Method::POST, &address)
        .header("tally-signature", STANDARD.encode(mac("segreto", &tally)));
    assert_eq!(taken(&Answer::to(request.body(tally)).await).0, "created");
}

async fn the_source_says_that_a_signature_was_wrong_until_one_is_right(atrio: Atrio) {
    let settings = json!({ "kind": "typeform", "signing_secret": "segreto" });
    let address = open(&atrio, "typeform", settings).await;
    let trouble = async || atrio.store.lead_source("typeform").await.expect("the source").line.trouble;
    assert_eq!(trouble().await, None);
    atrio.post(&address, typeform("uno")).await.refuses(403, "Non autorizzato");
    assert_eq!(trouble().await, Some(SourceTrouble::BadSignature));
    atrio.clock.advance(1);
    let body = typeform("uno");
    let request =
        atrio.request(Method::POST, &address).header("typeform-signature", signature("segreto", &body));
    assert_eq!(taken(&Answer::to(request.body(body)).await).0, "created");
    assert_eq!(trouble().await, None);
}
