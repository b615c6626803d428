//! `POST /api/client/chat`

use serde_json::{Value, json};

use crate::support::{ANNA, NOBODY, TestServer, on_both_databases, on_sqlite};

on_sqlite![read_receipt_defaults_to_now, up_to_is_capped_at_now, invalid_body_returns_400_before_token_check];

on_both_databases![unknown_token_and_foreign_channel_return_403];

const PATH: &str = "/api/client/chat";

async fn mark_read(atrio: &TestServer, body: Value) {
    atrio.post(PATH, body.to_string()).await.assert_json(200, &json!({ "success": true }));
}

async fn read_at(atrio: &TestServer, key: &str) -> Value {
    let poll = atrio.get(&format!("{PATH}?token={ANNA}&project_id=sito")).await.json();
    poll["reads"][key].clone()
}

async fn read_receipt_defaults_to_now(atrio: TestServer) {
    for key in ["anna", "design", "bozze"] {
        mark_read(&atrio, json!({ "token": ANNA, "channel_key": key })).await;
        assert_eq!(read_at(&atrio, key).await, "2026-11-20T10:00:00.000Z", "{key}");
    }
    atrio.clock.advance(1_500);
    mark_read(&atrio, json!({ "token": ANNA, "channel_key": "anna", "up_to": null, "altro": 1 })).await;
    assert_eq!(read_at(&atrio, "anna").await, "2026-11-20T10:00:01.500Z");
    assert_eq!(read_at(&atrio, "design").await, "2026-11-20T10:00:00.000Z");
}

async fn up_to_is_capped_at_now(atrio: TestServer) {
    for (key, up_to, expected) in [
        ("anna", "2026-05-05T05:05:05.005Z", "2026-05-05T05:05:05.005Z"),
        ("design", "2027-01-01T00:00:00Z", "2026-11-20T10:00:00.000Z"),
        ("sviluppo", "2026-05-05T07:05:05+02:00", "2026-05-05T05:05:05.000Z"),
    ] {
        mark_read(&atrio, json!({ "token": ANNA, "channel_key": key, "up_to": up_to })).await;
        assert_eq!(read_at(&atrio, key).await, expected, "{key}");
    }
}

async fn invalid_body_returns_400_before_token_check(atrio: TestServer) {
    let before = atrio.export_without_deliveries().await;
    for body in [
        json!({}),
        json!([]),
        json!("token"),
        json!({ "token": NOBODY }),
        json!({ "channel_key": "anna" }),
        json!({ "token": "", "channel_key": "anna" }),
        json!({ "token": NOBODY, "channel_key": "" }),
        json!({ "token": NOBODY, "channel_key": null }),
        json!({ "token": 7, "channel_key": "anna" }),
        json!({ "token": [NOBODY], "channel_key": "anna" }),
        json!({ "token": NOBODY, "channel_key": "anna", "up_to": "domani" }),
        json!({ "token": ANNA, "channel_key": "anna", "up_to": 1_764_000_000_000_i64 }),
        json!({ "token": ANNA, "channel_key": "anna", "up_to": "2026-02-30T00:00:00Z" }),
    ] {
        atrio.post(PATH, body.to_string()).await.assert_error(400, "Dati non validi");
    }
    for body in ["", "{", "token=x&channel_key=y", "{\"token\":\"a\",}"] {
        atrio.post(PATH, body).await.assert_error(400, "Dati non validi");
    }
    assert_eq!(atrio.export_without_deliveries().await, before);
}

async fn unknown_token_and_foreign_channel_return_403(atrio: TestServer) {
    let before = atrio.export_without_deliveries().await;
    for (token, key) in [
        (NOBODY, "anna"),
        ("\0", "anna"),
        ("a\0b", "anna"),
        (ANNA, "bruno"),
        (ANNA, "vetrina"),
        (ANNA, "home"),
        (ANNA, "sito"),
        (ANNA, "manca"),
        (ANNA, "de\0sign"),
        (ANNA, " design"),
        (ANNA, "🦀"),
    ] {
        let body = json!({ "token": token, "channel_key": key });
        atrio.post(PATH, body.to_string()).await.assert_error(403, "Accesso non consentito");
    }
    assert_eq!(atrio.export_without_deliveries().await, before);
}
