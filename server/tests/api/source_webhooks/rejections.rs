//! Rejected deliveries, whose responses reveal nothing about sources.

use reqwest::Method;
use serde_json::json;

use super::{count_records, create_source, deliver, stored_deliveries};
use crate::support::{TestResponse, TestServer, on_both_databases, on_sqlite};

on_sqlite![
    unknown_and_inactive_keys_are_indistinguishable,
    rotated_key_replaces_the_old_one,
    size_limit_counts_bytes,
    oversized_body_is_not_read_and_source_reports_it,
];

on_both_databases![malformed_keys_return_403];

/// The parts of a response that a sender can observe.
fn visible_response(response: &TestResponse) -> (u16, String, Vec<(String, String)>) {
    let headers = response.headers.iter().filter(|(name, _)| !["x-request-id", "date"].contains(&name.as_str()));
    let headers = headers.map(|(name, value)| (name.to_string(), value.to_str().expect("ASCII").to_owned()));
    (response.status.as_u16(), response.text.clone(), headers.collect())
}

async fn unknown_and_inactive_keys_are_indistinguishable(atrio: TestServer) {
    let off = create_source(&atrio, "spenta", json!({ "active": false })).await;
    let signed = json!({ "kind": "typeform", "signing_secret": "segreto" });
    let unsigned = create_source(&atrio, "firmata", signed).await;
    let unknown = format!("/api/webhooks/lead/{}", "n".repeat(43));
    let body = r#"{"name":"Anna"}"#;
    let first = atrio.post(&unknown, body).await;
    first.assert_error(403, "Non autorizzato");
    for address in [&off, &unsigned, "/api/webhooks/lead/x"] {
        assert_eq!(visible_response(&atrio.post(address, body).await), visible_response(&first), "{address}");
    }
    let wrong = atrio.request(Method::POST, &unsigned).header("typeform-signature", "sha256=AAAA").body(body);
    assert_eq!(visible_response(&TestResponse::to(wrong).await), visible_response(&first));
    // The key is checked before the body is read.
    for address in [&off, &unknown] {
        let head =
            format!("POST {address} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 99999999\r\n\r\n");
        assert!(atrio.send_raw(head.as_bytes()).await.starts_with("HTTP/1.1 403 "), "{address}");
    }
    assert_eq!((count_records(&atrio, "lead_deliveries").await, count_records(&atrio, "leads").await), (0, 0));
}

async fn malformed_keys_return_403(atrio: TestServer) {
    let address = create_source(&atrio, "modulo", json!({})).await;
    let key = address.strip_prefix("/api/webhooks/lead/").expect("a key");
    let before = atrio.export_without_deliveries().await;
    let long = "k".repeat(20_000);
    let upper_case = key.to_uppercase();
    let more = format!("{key}%00");
    let spaced = format!("{key}%20");
    for invalid in [
        "x",
        "%00",
        "%2F",
        "%FF%FE",
        "%",
        "'%20OR%20'1'='1",
        "*",
        "{key}",
        "%7Bkey%7D",
        "+",
        "~",
        &long,
        &upper_case,
        &more,
        &spaced,
        &key[1..],
    ] {
        let response = atrio.post(&format!("/api/webhooks/lead/{invalid}"), r#"{"name":"Anna"}"#).await;
        response.assert_error(403, "Non autorizzato");
    }
    for (invalid, status) in
        [(&b".."[..], " 403 "), (b"%2e%2e", " 403 "), (b"a\0b", " 400 "), (b"\xff\xfe", ""), (b"a b", " 400 ")]
    {
        let head = [
            &b"POST /api/webhooks/lead/"[..],
            invalid,
            b" HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}",
        ];
        let response = atrio.send_raw(&head.concat()).await;
        assert!(response.contains(status) && !response.contains(" 500 "), "{invalid:?}: {response}");
    }
    // The query is not part of the key.
    assert_eq!(atrio.export_without_deliveries().await, before);
    assert_eq!(deliver(&atrio, &format!("{address}?x=1"), "name=Anna").await.0, "created");
}

async fn rotated_key_replaces_the_old_one(atrio: TestServer) {
    let old = create_source(&atrio, "modulo", json!({})).await;
    let card = atrio.store.lead_source(&crate::support::to_id("modulo")).await.expect("the source");
    let by = domain::audit::Actor::Admin("admin@example.it".to_owned());
    atrio.store.rotate_source_key(&by, &crate::support::to_id("modulo"), &card.key_version).await.expect("another key");
    atrio.post(&old, "name=Anna").await.assert_error(403, "Non autorizzato");
    let card = atrio.store.lead_source(&crate::support::to_id("modulo")).await.expect("the source");
    let new = format!("/api/webhooks/lead/{}", card.line.source.key.reveal());
    assert_eq!(deliver(&atrio, &new, "name=Anna").await.0, "created");
}

/// JSON of exactly this many bytes.
fn json_of_size(bytes: usize) -> String {
    let frame = r#"{"name":"Anna","x":""}"#;
    frame.replace(r#""""#, &format!(r#""{}""#, "è".repeat((bytes - frame.len()) / 2)))
}

async fn size_limit_counts_bytes(atrio: TestServer) {
    let address = create_source(&atrio, "modulo", json!({})).await;
    let most = json_of_size(262_144);
    assert_eq!(most.len(), 262_144);
    assert_eq!(deliver(&atrio, &address, most.clone()).await.0, "created");
    assert_eq!(stored_deliveries(&atrio).await[0]["body"], most, "whole");
    atrio.post(&address, format!("{most} ")).await.assert_error(413, "Payload troppo grande");
    assert_eq!(stored_deliveries(&atrio).await.len(), 1);
}

async fn oversized_body_is_not_read_and_source_reports_it(atrio: TestServer) {
    let address = create_source(&atrio, "modulo", json!({})).await;
    let head = format!("POST {address} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n");
    let announced = format!("{head}content-length: 10000000000\r\n\r\n");
    assert!(atrio.send_raw(announced.as_bytes()).await.starts_with("HTTP/1.1 413 "));
    let endless = format!("{head}transfer-encoding: chunked\r\n\r\n40001\r\n{}", "x".repeat(0x40001));
    assert!(atrio.send_raw(endless.as_bytes()).await.starts_with("HTTP/1.1 413 "));
    let trouble = atrio.store.lead_source(&crate::support::to_id("modulo")).await.expect("the source").line.trouble;
    assert_eq!(trouble, Some(domain::leads::source::SourceTrouble::TooLarge));
    // A truncated body is not stored.
    let half = format!("{head}transfer-encoding: chunked\r\n\r\nzz\r\n");
    let response = atrio.send_raw(half.as_bytes()).await;
    assert!(response.is_empty() || response.starts_with("HTTP/1.1 400 "), "{response}");
    assert_eq!(stored_deliveries(&atrio).await.len(), 0);
}
