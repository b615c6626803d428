//! The address in an e-mail that stops them.

use reqwest::{Method, StatusCode};
use serde_json::Value;

use crate::mail::unsubscribe_path;
use crate::support::{TestResponse, TestServer, on_sqlite};

on_sqlite![
    opening_the_address_changes_nothing,
    button_and_mail_program_stop_the_emails,
    wrong_key_is_an_unknown_page,
    key_of_a_deleted_client_is_an_unknown_page,
    stopped_emails_are_resumed_by_a_button_only,
    agency_stops_its_own_emails,
    too_many_keys_are_refused,
];

async fn notify(atrio: &TestServer) -> Value {
    let clients = atrio.records("clients").await;
    clients.iter().find(|client| client["id"] == "anna").expect("Anna")["notify"].clone()
}

async fn opening_the_address_changes_nothing(atrio: TestServer) {
    let before = atrio.export().await;
    let page = atrio.get(&unsubscribe_path(Some("anna")).await).await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.text.contains("Non ricevere più e-mail") && page.text.contains("<form method=\"post\""));
    assert_eq!(page.header("cache-control"), "no-store");
    assert_eq!(atrio.export().await, before);
}

async fn button_and_mail_program_stop_the_emails(atrio: TestServer) {
    for body in ["", "List-Unsubscribe=One-Click"] {
        atrio.sql("UPDATE client SET notify = 'now'").await;
        let request = atrio.request(Method::POST, &unsubscribe_path(Some("anna")).await);
        let request = request.header("content-type", "application/x-www-form-urlencoded").body(body);
        let page = TestResponse::to(request).await;
        assert_eq!(page.status, StatusCode::OK);
        assert!(page.text.contains("niente più e-mail"), "{}", page.text);
        assert_eq!(notify(&atrio).await, "never", "{body}");
    }
}

async fn wrong_key_is_an_unknown_page(atrio: TestServer) {
    let before = atrio.export().await;
    let right = unsubscribe_path(Some("anna")).await;
    let other = right.replace("/n/c.anna.", "/n/c.bruno.");
    assert_ne!(right, other);
    for path in [other, format!("{right}x"), "/n/x".to_owned(), "/n/a.x".to_owned(), "/n/%ff".to_owned()] {
        for method in [Method::GET, Method::POST] {
            let page = TestResponse::to(atrio.request(method, &path).body("notify=daily")).await;
            assert_eq!(page.status, StatusCode::NOT_FOUND, "{path}");
        }
    }
    assert_eq!(atrio.export().await, before);
}

async fn key_of_a_deleted_client_is_an_unknown_page(atrio: TestServer) {
    let path = unsubscribe_path(Some("nobody")).await;
    for method in [Method::GET, Method::POST] {
        assert_eq!(TestResponse::to(atrio.request(method, &path)).await.status, StatusCode::NOT_FOUND);
    }
}

async fn stopped_emails_are_resumed_by_a_button_only(atrio: TestServer) {
    atrio.sql("UPDATE client SET notify = 'hourly'").await;
    let path = unsubscribe_path(Some("anna")).await;
    let stopped = atrio.post(&path, "").await.text;
    for button in [r#"value="hourly" class="button">Riattiva<"#, ">Preferisco una al giorno<"] {
        assert!(stopped.contains(button), "{button}: {stopped}");
    }
    let opened = atrio.get(&path).await.text;
    assert!(
        opened.contains("niente più e-mail") && opened.contains(r#"value="now" class="button">Riattiva<"#),
        "{opened}"
    );
    assert_eq!(notify(&atrio).await, "never", "opening the page changes nothing");
    for (body, expected) in [
        ("notify=daily", "daily"),
        ("notify=hourly", "hourly"),
        ("List-Unsubscribe=One-Click&notify=now", "now"),
        ("notify=never", "never"),
        ("notify=NOW", "never"),
        ("notify=", "never"),
        ("notify=now%00", "never"),
        ("%ff=%ff", "never"),
        ("notify=weekly&notify=now", "never"),
    ] {
        atrio.sql("UPDATE client SET notify = 'now'").await;
        assert_eq!(atrio.post(&path, body).await.status, StatusCode::OK, "{body}");
        assert_eq!(notify(&atrio).await, expected, "{body}");
    }
    let huge = format!("notify=now&x={}", "x".repeat(70_000));
    assert!(atrio.post(&path, huge).await.status != StatusCode::INTERNAL_SERVER_ERROR);
    let resumed = atrio.post(&path, "notify=daily").await.text;
    assert!(resumed.contains("le e-mail sono riattivate") && resumed.contains("Una al giorno, alle 8"), "{resumed}");
    atrio.sql("UPDATE client SET language = 'en'").await;
    let english = atrio.post(&path, "").await.text;
    assert!(english.contains("Turn them back on") && !english.contains("one a day"), "it was one a day: {english}");
}

async fn agency_stops_its_own_emails(atrio: TestServer) {
    let path = unsubscribe_path(None).await;
    assert!(atrio.get(&path).await.text.contains("Atrio non scriverà più allo studio"));
    let page = atrio.post(&path, "").await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.text.contains("href=\"/admin/settings/notifications\""), "{}", page.text);
    assert_eq!(atrio.store.setting("notify").await.expect("a setting"), Some("never".to_owned()));
    assert_ne!(notify(&atrio).await, "never");
    assert!(atrio.post(&path, "notify=daily").await.text.contains("href=\"/admin/settings/notifications\""));
    assert_eq!(atrio.store.setting("notify").await.expect("a setting"), Some("daily".to_owned()));
}

async fn too_many_keys_are_refused(atrio: TestServer) {
    for attempt in 0..21 {
        let request = atrio.request_from("203.0.113.7", Method::GET, "/n/x");
        let status = TestResponse::to(request).await.status;
        let expected = if attempt < 20 { StatusCode::NOT_FOUND } else { StatusCode::TOO_MANY_REQUESTS };
        assert_eq!(status, expected, "{attempt}");
    }
}
