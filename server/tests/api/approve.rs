//! `POST /api/client/approve`

use serde_json::json;

use crate::browser::Browser;
use crate::support::{ANNA, BRUNO, NOBODY, TestServer, on_both_databases, on_sqlite};

on_sqlite![
    approve_sets_status_and_timestamp,
    approve_twice_keeps_first_timestamp,
    form_does_not_approve_what_was_taken_back,
    invalid_body_returns_400,
];

on_both_databases![unknown_token_returns_404, foreign_or_unknown_deliverable_returns_404];

const PATH: &str = "/api/client/approve";

fn body(token: &str, deliverable: &str) -> String {
    json!({ "token": token, "deliverableId": deliverable }).to_string()
}

async fn approve_sets_status_and_timestamp(atrio: TestServer) {
    atrio.post(PATH, body(ANNA, "mockup")).await.assert_json(200, &json!({ "approved": true }));
    let mockup = atrio.record("deliverables", "mockup").await;
    assert_eq!(mockup["status"], "approved");
    assert_eq!(mockup["approved_at"], "2026-11-20T10:00:00.000Z");
}

async fn approve_twice_keeps_first_timestamp(atrio: TestServer) {
    atrio.post(PATH, body(ANNA, "mockup")).await.assert_json(200, &json!({ "approved": true }));
    let after_the_first = atrio.export_without_deliveries().await;
    atrio.clock.advance(60_000);
    let again = atrio.post(PATH, body(ANNA, "mockup")).await;
    assert_eq!(again.text, r#"{"approved":true,"message":"Deliverable già approvato"}"#);
    assert_eq!(again.status, 200);
    assert_eq!(atrio.export_without_deliveries().await, after_the_first);
}

async fn form_does_not_approve_what_was_taken_back(atrio: TestServer) {
    let status = async |status: &str| {
        atrio.sql(&format!("UPDATE deliverable SET status = '{status}' WHERE id = 'mockup'")).await;
    };
    status("in_review").await;
    let mut browser = Browser::new(&atrio);
    let page = browser.get(&format!("/c/{ANNA}?project=sito")).await.text;
    let (_, form) = page.split_once("action=\"/rpc/approve\"").expect("the form");
    let (form, _) = form.split_once("</form>").expect("its end");
    let value = |rest: &str, name: &str| rest.split_once(name)?.1.split_once('"').map(|(value, _)| value.to_owned());
    let fields = form
        .split("type=\"hidden\"")
        .skip(1)
        .filter_map(|field| Some((value(field, "name=\"")?, value(field, "value=\"")?)));
    let fields: Vec<_> = fields.collect();
    let fields: Vec<_> = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    for (now, outcome) in [("pending", "error=taken-back"), ("changes_requested", "done=approved")] {
        status(now).await;
        let answer = browser.post("/rpc/approve", &fields).await;
        assert!(answer.header("location").contains(outcome), "{now}: {}", answer.header("location"));
        assert_eq!(atrio.record("deliverables", "mockup").await["approved_at"].is_null(), now == "pending");
    }
}

async fn invalid_body_returns_400(atrio: TestServer) {
    let before = atrio.export_without_deliveries().await;
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
        atrio.post(PATH, wrong.to_string()).await.assert_error(400, "token e deliverableId richiesti");
    }
    for unreadable in [&b""[..], b"{", b"token=x&deliverableId=y", b"{\"token\":\"\xff\"}", b"\xef\xbb\xbf"] {
        atrio.post(PATH, unreadable.to_vec()).await.assert_error(400, "token e deliverableId richiesti");
    }
    assert_eq!(atrio.export_without_deliveries().await, before);
}

async fn unknown_token_returns_404(atrio: TestServer) {
    let before = atrio.export_without_deliveries().await;
    for token in [NOBODY, "\0", "x", "anna-verdi-x7k2"] {
        atrio.post(PATH, body(token, "mockup")).await.assert_error(404, "Token non valido");
    }
    assert_eq!(atrio.export_without_deliveries().await, before);
}

async fn foreign_or_unknown_deliverable_returns_404(atrio: TestServer) {
    let before = atrio.export_without_deliveries().await;
    for (token, id) in
        [(BRUNO, "mockup"), (ANNA, "scatti"), (BRUNO, "palette"), (ANNA, "manca"), (ANNA, "home"), (ANNA, "mock\0up")]
    {
        atrio.post(PATH, body(token, id)).await.assert_error(404, "Deliverable non trovato");
    }
    assert_eq!(atrio.export_without_deliveries().await, before);
}
