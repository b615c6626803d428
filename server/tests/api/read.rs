//! `POST /api/client/chat`

use serde_json::{Value, json};

use crate::support::{ANNA, Atrio, NOBODY, on_both_databases};

on_both_databases![
    a_channel_is_read_up_to_now,
    up_to_may_be_earlier_but_not_later,
    a_read_record_never_moves_back,
    an_invalid_body_comes_before_an_unknown_token,
    an_unknown_token_and_a_foreign_channel_get_one_answer,
];

const PATH: &str = "/api/client/chat";

async fn mark(atrio: &Atrio, body: Value) {
    atrio.post(PATH, body.to_string()).await.is(200, &json!({ "success": true }));
}

async fn read_at(atrio: &Atrio, key: &str) -> Value {
    let poll = atrio.get(&format!("{PATH}?token={ANNA}&project_id=sito")).await.json();
    poll["reads"][key].clone()
}

async fn a_channel_is_read_up_to_now(atrio: Atrio) {
    for key in ["anna", "design", "bozze"] {
        mark(&atrio, json!({ "token": ANNA, "channel_key": key })).await;
        assert_eq!(read_at(&atrio, key).await, "2026-11-20T10:00:00.000Z", "{key}");
    }
    atrio.clock.advance(1_500);
    mark(&atrio, json!({ "token": ANNA, "channel_key": "anna", "up_to": null, "altro": 1 })).await;
    assert_eq!(read_at(&atrio, "anna").await, "2026-11-20T10:00:01.500Z");
    assert_eq!(read_at(&atrio, "design").await, "2026-11-20T10:00:00.000Z");
}

async fn up_to_may_be_earlier_but_not_later(atrio: Atrio) {
    for (key, up_to, expected) in [
        ("anna", "2026-05-05T05:05:05.005Z", "2026-05-05T05:05:05.005Z"),
        ("design", "2027-01-01T00:00:00Z", "2026-11-20T10:00:00.000Z"),
        ("sviluppo", "2026-05-05T07:05:05+02:00", "2026-05-05T05:05:05.000Z"),
    ] {
        mark(&atrio, json!({ "token": ANNA, "channel_key": key, "up_to": up_to })).await;
        assert_eq!(read_at(&atrio, key).await, expected, "{key}");
    }
}

async fn a_read_record_never_moves_back(atrio: Atrio) {
    mark(&atrio, json!({ "token": ANNA, "channel_key": "anna" })).await;
    mark(&atrio, json!({ "token": ANNA, "channel_key": "anna", "up_to": "2026-01-01T00:00:00Z" })).await;
    assert_eq!(read_at(&atrio, "anna").await, "2026-11-20T10:00:00.000Z");
    atrio.clock.advance(-60_000);
    mark(&atrio, json!({ "token": ANNA, "channel_key": "anna" })).await;
    assert_eq!(read_at(&atrio, "anna").await, "2026-11-20T10:00:00.000Z");
}

async fn an_invalid_body_comes_before_an_unknown_token(atrio: Atrio) {
    let before = atrio.everything().await;
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
        atrio.post(PATH, body.to_string()).await.refuses(400, "Dati non validi");
    }
    for body in ["", "{", "token=x&channel_key=y", "{\"token\":\"a\",}"] {
        atrio.post(PATH, body).await.refuses(400, "Dati non validi");
    }
    assert_eq!(atrio.everything().await, before);
}

async fn an_unknown_token_and_a_foreign_channel_get_one_answer(atrio: Atrio) {
    let before = atrio.everything().await;
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
        atrio.post(PATH, body.to_string()).await.refuses(403, "Accesso non consentito");
    }
    assert_eq!(atrio.everything().await, before);
}
