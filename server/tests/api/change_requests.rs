//! `POST /rpc/request-changes`, the portal's form.

use reqwest::Method;
use serde_json::Value;

use crate::support::{ANNA, TestResponse, TestServer, on_both_databases, on_sqlite};

on_sqlite![
    change_request_posts_reason_and_changes_status,
    change_requests_share_rate_limit_with_comments,
    refused_change_request_keeps_its_text,
    refused_text_is_shown_again_but_is_not_in_the_address,
];

on_both_databases![refused_change_requests_change_nothing];

fn form(credential: &str, deliverable: &str, reason: &str) -> String {
    let fields = [
        ("key", "anna-verdi-x7k2"),
        ("pass", credential),
        ("project", "sito"),
        ("channel", "design"),
        ("deliverable", deliverable),
        ("reason", reason),
    ];
    form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish()
}

/// Sends the form as a browser without JavaScript does.
async fn send(atrio: &TestServer, form: String) -> TestResponse {
    let request = atrio.request(Method::POST, "/rpc/request-changes").header("accept", "text/html");
    TestResponse::to(request.header("content-type", "application/x-www-form-urlencoded").body(form)).await
}

async fn change_request_posts_reason_and_changes_status(atrio: TestServer) {
    atrio.sql("UPDATE deliverable SET status = 'in_review' WHERE id = 'mockup'").await;
    let response = send(&atrio, form(&atrio.credential(ANNA).await, "mockup", "Più grande.\r\nGrazie")).await;
    assert_eq!(response.status, 302);
    assert!(response.header("location").contains("/c/anna-verdi-x7k2?"), "{}", response.header("location"));
    assert_eq!(atrio.record("deliverables", "mockup").await["status"], "changes_requested");
    let comments = atrio.records("comments").await;
    let message = comments.iter().find(|comment| comment["text"] == "Mockup della home\n\nPiù grande.\nGrazie");
    let message = message.expect("the reason");
    assert_eq!((&message["entity_id"], &message["author"]), (&Value::from("design"), &Value::from("client")));
}

async fn refused_change_requests_change_nothing(atrio: TestServer) {
    let credential = atrio.credential(ANNA).await;
    let before = atrio.export_without_deliveries().await;
    for (credential, deliverable, reason) in [
        (credential.as_str(), "palette", "No"),
        (&credential, "scatti", "No"),
        (&credential, "manca", "No"),
        (&credential, "mock\0up", "No"),
        (&credential, "mockup", "Non è ancora da approvare"),
        (&credential, "mockup", " "),
        (&credential, "mockup", "a\0b"),
        (&credential, "mockup", &"x".repeat(2_001)),
        ("anna-verdi-x7k2", "mockup", "No"),
        ("", "mockup", "No"),
        ("anna.x", "mockup", "No"),
    ] {
        let response = send(&atrio, form(credential, deliverable, reason)).await;
        assert_eq!(response.status, 302, "{deliverable:?} {reason:.9}");
    }
    assert_eq!(atrio.export_without_deliveries().await, before);
}

async fn refused_change_request_keeps_its_text(atrio: TestServer) {
    let credential = atrio.credential(ANNA).await;
    let page = async || {
        let refused = send(&atrio, form(&credential, "mockup", "Il logo più grande")).await;
        atrio.get(refused.header("location").split('#').next().unwrap_or_default()).await.text
    };
    // It was taken back while the client wrote.
    let taken_back = page().await;
    assert!(taken_back.contains("Nel frattempo è stata ritirata"), "{taken_back}");
    assert!(taken_back.contains("class=\"prose\">Il logo più grande</blockquote>"), "{taken_back}");
    // The person may not approve any more.
    atrio.sql("UPDATE deliverable SET status = 'in_review' WHERE id = 'mockup'").await;
    crate::contacts::with_contacts(&atrio).await;
    let dino = atrio.store.client_by_token(crate::contacts::DINO).await.expect("Dino");
    let fields = form(&dino.portal_credential(), "mockup", "Il logo più grande");
    let refused = send(&atrio, fields.replace("anna-verdi-x7k2", &dino.portal_key())).await;
    let mut browser = crate::browser::Browser::new(&atrio);
    browser.get(&format!("/c/{}", crate::contacts::DINO)).await;
    let page = browser.get(refused.header("location").split('#').next().unwrap_or_default()).await.text;
    assert!(page.contains("class=\"prose\">Il logo più grande</blockquote>"), "{page}");
}

async fn change_requests_share_rate_limit_with_comments(atrio: TestServer) {
    let from = |path: &str| atrio.request_from("192.0.2.1", Method::POST, path);
    for _ in 0..10 {
        assert_ne!(TestResponse::to(from("/rpc/request-changes")).await.status, 429);
    }
    TestResponse::to(from("/api/client/comment")).await.assert_error(429, "Troppe richieste");
}

async fn refused_text_is_shown_again_but_is_not_in_the_address(atrio: TestServer) {
    atrio.sql("UPDATE deliverable SET status = 'in_review' WHERE id = 'mockup'").await;
    let (credential, text) = (atrio.credential(ANNA).await, "troppo ".repeat(400));
    let changes = form(&credential, "mockup", &text);
    let message = [
        ("key", "anna-verdi-x7k2"),
        ("pass", &credential),
        ("project", "sito"),
        ("channel", "design"),
        ("text", &text),
    ];
    let message = form_urlencoded::Serializer::new(String::new()).extend_pairs(message).finish();
    for (path, body, label) in
        [("/rpc/request-changes", changes, "id=\"refused-reason-mockup\""), ("/rpc/comment", message, "id=\"message\"")]
    {
        let request = atrio.request(Method::POST, path).header("accept", "text/html");
        let response =
            TestResponse::to(request.header("content-type", "application/x-www-form-urlencoded").body(body)).await;
        let location = response.header("location");
        assert!(location.contains("error=too-long&unsaved=") && !location.contains("troppo"), "{location}");
        let page = atrio.get(location.split('#').next().unwrap_or_default()).await.text;
        let (_, boxed) = page.split_once(label).unwrap_or_else(|| panic!("{label}: {page}"));
        let (boxed, _) = boxed.split_once("</textarea>").expect("the end marker");
        assert!(boxed.contains(text.trim_end()), "{path}: {boxed}");
    }
}
