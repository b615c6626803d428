//! SQLite on a disk that is full for a while.

use reqwest::Client;
use serde_json::{Value, json};

use crate::support::{PASSWORD, RunningServer, Sandbox, answer};

const WORKSPACE: &str = r#"{
    "clients": [{"id": "anna", "name": "Anna", "token": "token-of-anna-in-tests", "slug": "anna-a1b2"}],
    "projects": [{"id": "casa", "client_id": "anna", "name": "Casa"}],
    "phases": [{"id": "fondamenta", "project_id": "casa", "name": "Fondamenta"}],
    "tasks": [{"id": "scavo", "phase_id": "fondamenta", "title": "Scavo"}],
    "deliverables": [{"id": "pianta", "task_id": "scavo", "title": "Pianta", "status": "in_review"}],
    "lead_sources": [{"id": "modulo", "name": "Modulo", "key": "chiave-della-fonte-000"}]
}"#;
const TOKEN: &str = "token-of-anna-in-tests";

/// Status and body.
type Answer = (u16, String);

async fn is_ready(http: &Client, server: &RunningServer) -> u16 {
    answer(http.get(server.url("/readyz"))).await.0
}

async fn comment(http: &Client, server: &RunningServer) -> Answer {
    let body = json!({"token": TOKEN, "entity_type": "phase", "entity_id": "fondamenta", "text": "ciao"});
    answer(http.post(server.url("/api/client/comment")).body(body.to_string())).await
}

async fn approve(http: &Client, server: &RunningServer) -> Answer {
    let body = json!({"token": TOKEN, "deliverableId": "pianta"});
    answer(http.post(server.url("/api/client/approve")).body(body.to_string())).await
}

async fn deliver(http: &Client, server: &RunningServer) -> Answer {
    let address = server.url("/api/webhooks/lead/chiave-della-fonte-000");
    answer(http.post(address).body("nome=Bruno&email=bruno@example.it")).await
}

async fn sign_in(http: &Client, server: &RunningServer) -> Answer {
    let (_, csrf) = answer(http.get(server.url("/api/auth/csrf"))).await;
    let csrf: Value = serde_json::from_str(&csrf).unwrap();
    let form = json!({
        "email": "admin@example.com", "password": PASSWORD, "csrfToken": csrf["csrfToken"],
    });
    let request = http.post(server.url("/api/auth/callback/credentials")).body(form.to_string());
    answer(request.header("x-auth-return-redirect", "1")).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn writes_and_readyz_recover_when_a_full_disk_has_space_again() {
    let sandbox = Sandbox::configured();
    sandbox.write("workspace.json", WORKSPACE);
    sandbox.run(&["import", "workspace.json"]).ok();
    let server = sandbox.serve_without_file_size_signal();
    let http = Client::builder().cookie_store(true).build().unwrap();
    assert_eq!(comment(&http, &server).await.0, 201);
    assert_eq!(is_ready(&http, &server).await, 200);

    for _ in 0..2 {
        server.limit_file_size(Some(0));
        let fault = (500, r#"{"error":"Errore interno"}"#.to_owned());
        assert_eq!(comment(&http, &server).await, fault);
        assert_eq!(approve(&http, &server).await, fault);
        assert_eq!(deliver(&http, &server).await.0, 500);
        assert_eq!(sign_in(&http, &server).await.0, 500);
        assert_eq!(is_ready(&http, &server).await, 503);
        server.limit_file_size(None);
        assert_eq!(is_ready(&http, &server).await, 200);
    }
    let (status, approved) = approve(&http, &server).await;
    assert_eq!((status, approved.as_str()), (200, r#"{"approved":true}"#));
    assert_eq!(comment(&http, &server).await.0, 201);
    let (status, delivered) = deliver(&http, &server).await;
    assert!(status == 200 && delivered.contains(r#""outcome":"created""#), "{delivered}");
    let (status, signed_in) = sign_in(&http, &server).await;
    assert!(status == 200 && signed_in.ends_with("/admin\"}"), "{signed_in}");
}
