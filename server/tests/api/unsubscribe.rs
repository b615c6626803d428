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
            let page = TestResponse::to(atrio.request(method, &path)).await;
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

async fn agency_stops_its_own_emails(atrio: TestServer) {
    let path = unsubscribe_path(None).await;
    assert!(atrio.get(&path).await.text.contains("Atrio non scriverà più all’agenzia"));
    let page = atrio.post(&path, "").await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.text.contains("href=\"/admin/settings/notifications\""), "{}", page.text);
    assert_eq!(atrio.store.setting("notify").await.expect("a setting"), Some("never".to_owned()));
    assert_ne!(notify(&atrio).await, "never");
}

async fn too_many_keys_are_refused(atrio: TestServer) {
    for attempt in 0..21 {
        let request = atrio.request_from("203.0.113.7", Method::GET, "/n/x");
        let status = TestResponse::to(request).await.status;
        let expected = if attempt < 20 { StatusCode::NOT_FOUND } else { StatusCode::TOO_MANY_REQUESTS };
        assert_eq!(status, expected, "{attempt}");
    }
}
