//! `POST /api/client/approve`

use serde_json::{Value, json};

use crate::support::{ANNA, Atrio, BRUNO, NOBODY, on_both_databases};

on_both_databases![
    approving_sets_status_and_moment,
    approving_twice_keeps_the_first_timestamp,
    what_was_approved_before_stays_as_it_was,
    whatever_is_wrong_with_the_body_something_is_missing,
    an_unknown_token_is_not_found,
    a_foreign_or_unknown_deliverable_is_not_found,
];

const PATH: &str = "/api/client/approve";

fn body(token: &str, deliverable: &str) -> String {
    json!({ "token": token, "deliverableId": deliverable }).to_string()
}

async fn deliverable(atrio: &Atrio, id: &str) -> Value {
    let all = atrio.records("deliverables").await;
    all.into_iter().find(|deliverable| deliverable["id"] == id).expect("the deliverable")
}

async fn approving_sets_status_and_moment(atrio: Atrio) {
    atrio.post(PATH, body(ANNA, "mockup")).await.is(200, &json!({ "approved": true }));
    let mockup = deliverable(&atrio, "mockup").await;
    assert_eq!(mockup["status"], "approved");
    assert_eq!(mockup["approved_at"], "2026-11-20T10:00:00.000Z");
}

async fn approving_twice_keeps_the_first_timestamp(atrio: Atrio) {
    atrio.post(PATH, body(ANNA, "mockup")).await.is(200, &json!({ "approved": true }));
    let after_the_first = atrio.everything().await;
    atrio.clock.advance(60_000);
    let again = atrio.post(PATH, body(ANNA, "mockup")).await;
    assert_eq!(again.text, r#"{"approved":true,"message":"Deliverable già approvato"}"#);
    assert_eq!(again.status, 200);
    assert_eq!(atrio.everything().await, after_the_first);
}

async fn what_was_approved_before_stays_as_it_was(atrio: Atrio) {
    let before = atrio.everything().await;
    let already = json!({ "approved": true, "message": "Deliverable già approvato" });
    atrio.post(PATH, body(ANNA, "palette")).await.is(200, &already);
    assert_eq!(atrio.everything().await, before);
}

async fn whatever_is_wrong_with_the_body_something_is_missing(atrio: Atrio) {
    let before = atrio.everything().await;
    for wrong in [
        json!({}),
        json!([]),
        json!({ "token": ANNA }),
        json!({ "deliverableId": "mockup" }),
        json!({ "token": "", "deliverableId": "mockup" }),
        json!({ "token": ANNA, "deliverableId": "" }),
        json!({ "token": ANNA, "deliverableId": null }),
        json!({ "token": ANNA, "deliverableId": 7 }),
        json!({ "token": 7, "deliverableId": "mockup" }),
        json!({ "token": ANNA, "deliverable_id": "mockup" }),
        json!({ "token": { "value": ANNA }, "deliverableId": ["mockup"] }),
    ] {
        atrio.post(PATH, wrong.to_string()).await.refuses(400, "token e deliverableId richiesti");
    }
    for unreadable in [&b""[..], b"{", b"token=x&deliverableId=y", b"{\"token\":\"\xff\"}", b"\xef\xbb\xbf"] {
        atrio.post(PATH, unreadable.to_vec()).await.refuses(400, "token e deliverableId richiesti");
    }
    assert_eq!(atrio.everything().await, before);
}

async fn an_unknown_token_is_not_found(atrio: Atrio) {
    let before = atrio.everything().await;
    for token in [NOBODY, "\0", "x", "anna-verdi-x7k2"] {
        atrio.post(PATH, body(token, "mockup")).await.refuses(404, "Token non valido");
    }
    assert_eq!(atrio.everything().await, before);
}

async fn a_foreign_or_unknown_deliverable_is_not_found(atrio: Atrio) {
    let before = atrio.everything().await;
    for (token, id) in [
        (BRUNO, "mockup"),
        (ANNA, "scatti"),
        (BRUNO, "palette"),
        (ANNA, "manca"),
        (ANNA, "home"),
        (ANNA, "mock\0up"),
    ] {
        atrio.post(PATH, body(token, id)).await.refuses(404, "Deliverable non trovato");
    }
    assert_eq!(atrio.everything().await, before);
}
