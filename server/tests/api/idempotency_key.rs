//! `POST /api/client/comment` with an `Idempotency-Key`.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{ANNA, BRUNO, TestResponse, TestServer, on_sqlite};

on_sqlite![
    same_idempotency_key_returns_first_comment,
    non_uuid_key_returns_400,
    key_of_foreign_comment_returns_400,
    key_does_not_bypass_validation,
];

const KEY: &str = "0193f2a4-7c1e-7b3a-9d55-2f8e6a01c9b7";

fn general(token: &str, whose: &str, text: &str) -> String {
    json!({ "token": token, "entity_type": "general", "entity_id": whose, "text": text }).to_string()
}

async fn send(atrio: &TestServer, key: &str, body: String) -> TestResponse {
    let request = atrio.request(Method::POST, "/api/client/comment").header("Idempotency-Key", key);
    TestResponse::to(request.body(body)).await
}

async fn same_idempotency_key_returns_first_comment(atrio: TestServer) {
    let first = send(&atrio, KEY, general(ANNA, "anna", "Ciao")).await;
    let comment = json!({ "comment": {
        "id": KEY, "entity_type": "general", "entity_id": "anna", "channel_key": "anna", "author": "client",
        "text": "Ciao", "created_at": "2026-11-20T10:00:00.000Z", "badge": null,
    } });
    first.assert_json(201, &comment);
    let before = atrio.export_without_deliveries().await;
    atrio.clock.advance(5_000);
    send(&atrio, KEY, general(ANNA, "anna", "Ciao")).await.assert_json(201, &comment);
    send(&atrio, &KEY.to_uppercase(), general(ANNA, "anna", "Tutt'altro")).await.assert_json(201, &comment);
    assert_eq!(atrio.export_without_deliveries().await, before);
}

async fn non_uuid_key_returns_400(atrio: TestServer) {
    let before = atrio.export_without_deliveries().await;
    for key in ["", "1", "benvenuta", "0193f2a47c1e7b3a9d552f8e6a01c9b7", &KEY[1..], "{0193f2a4}", &format!("{KEY}0")] {
        send(&atrio, key, general(ANNA, "anna", "Ciao")).await.assert_error(400, "Dati non validi");
    }
    let twice = atrio.request(Method::POST, "/api/client/comment").header("Idempotency-Key", KEY);
    let twice = twice.header("Idempotency-Key", KEY).body(general(ANNA, "anna", "Ciao"));
    TestResponse::to(twice).await.assert_error(400, "Dati non validi");
    assert_eq!(atrio.export_without_deliveries().await, before);
}

async fn key_of_foreign_comment_returns_400(atrio: TestServer) {
    let text = domain::MessageText::parse("Dall'agenzia").expect("a text");
    let reply = atrio.store.reply(&crate::support::to_id("anna"), "anna", &text).await.expect("a reply");
    send(&atrio, KEY, general(BRUNO, "bruno", "Di Bruno")).await;
    let before = atrio.export_without_deliveries().await;
    for key in [KEY, reply.id.as_str()] {
        send(&atrio, key, general(ANNA, "anna", "Di Anna")).await.assert_error(400, "Dati non validi");
    }
    assert_eq!(atrio.export_without_deliveries().await, before);
}

async fn key_does_not_bypass_validation(atrio: TestServer) {
    let before = atrio.export_without_deliveries().await;
    send(&atrio, KEY, general(ANNA, "anna", " ")).await.assert_error(400, "Dati non validi");
    send(&atrio, KEY, general("x", "anna", "Ciao")).await.assert_error(404, "Token non valido");
    send(&atrio, KEY, general(ANNA, "bruno", "Ciao")).await.assert_error(404, "Conversazione non trovata");
    let foreign: Value = json!({ "token": ANNA, "entity_type": "phase", "entity_id": "vetrina", "text": "Ciao" });
    send(&atrio, KEY, foreign.to_string()).await.assert_error(404, "Conversazione non trovata");
    assert_eq!(atrio.export_without_deliveries().await, before);
}
