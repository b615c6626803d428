//! Concurrent requests.

use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::json;
use sqlx::{AnyConnection, Connection as _, Executor as _};
use tokio::task::JoinSet;

use crate::database::{Database, TestDatabase};
use crate::support::{ANNA, TestResponse, TestServer, on_both_databases};

on_both_databases![concurrent_approvals_approve_once];

async fn concurrent_approvals_approve_once(atrio: TestServer) {
    let body = json!({ "token": ANNA, "deliverableId": "mockup" }).to_string();
    let approve = |_| TestResponse::to(atrio.request(Method::POST, "/api/client/approve").body(body.clone()));
    let responses = (0..100).map(approve).collect::<JoinSet<_>>().join_all().await;
    assert!(responses.iter().all(|response| response.status == 200));
    let first = responses.iter().filter(|response| response.text == r#"{"approved":true}"#).count();
    assert_eq!(first, 1);
}

/// As during an import.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn write_that_waits_too_long_for_a_lock_returns_503() {
    let database = TestDatabase::create(Database::Postgres).await;
    let (atrio, stop) = TestServer::start(&format!("{}?options[lock_timeout]=100ms", database.url)).await;
    let mut holder = AnyConnection::connect(&database.url).await.unwrap();
    holder.execute("BEGIN; LOCK TABLE client, comment IN SHARE ROW EXCLUSIVE MODE").await.unwrap();
    assert_eq!(atrio.get(&format!("/c/{ANNA}")).await.status, 200, "a page only reads");
    let body = json!({ "token": ANNA, "entity_type": "general", "entity_id": "anna", "text": "Ciao" }).to_string();
    let refused = atrio.request(Method::POST, "/api/client/comment").body(body.clone()).send().await.unwrap();
    assert_eq!((refused.status().as_u16(), refused.headers()["retry-after"].to_str().unwrap()), (503, "5"));
    assert_eq!(refused.text().await.unwrap(), r#"{"error":"Servizio occupato, riprova tra poco"}"#);
    holder.close().await.unwrap();
    assert_eq!(atrio.post("/api/client/comment", body).await.status, 201);
    drop(stop);
    atrio.store.close().await;
    database.drop().await;
}

/// As during an import of another process.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn write_to_locked_sqlite_file_returns_503_after_five_seconds() {
    let database = TestDatabase::create(Database::Sqlite).await;
    let (atrio, stop) = TestServer::start(&database.url).await;
    let mut holder = AnyConnection::connect(&database.url).await.unwrap();
    holder.execute("BEGIN IMMEDIATE").await.unwrap();
    let body = json!({ "token": ANNA, "entity_type": "general", "entity_id": "anna", "text": "Ciao" }).to_string();
    let start = Instant::now();
    let comment = atrio.request(Method::POST, "/api/client/comment").body(body.clone());
    let guess = atrio.request(Method::GET, "/c/nessuno-a1b2").header("accept", "text/html");
    assert_eq!(atrio.get(&format!("/c/{ANNA}")).await.status, 200, "a page only reads");
    let (refused, page) = tokio::join!(comment.send(), guess.send());
    let waited = start.elapsed();
    assert!((Duration::from_secs(4)..Duration::from_secs(8)).contains(&waited), "{waited:?}");
    let (refused, page) = (refused.unwrap(), page.unwrap());
    for response in [&refused, &page] {
        assert_eq!((response.status().as_u16(), &response.headers()["retry-after"]), (503, &"5".parse().unwrap()));
    }
    assert_eq!(refused.text().await.unwrap(), r#"{"error":"Servizio occupato, riprova tra poco"}"#);
    let page = page.text().await.unwrap();
    assert!(page.contains("<h1>Un momento di pazienza</h1>"), "{page}");
    holder.close().await.unwrap();
    assert_eq!(atrio.post("/api/client/comment", body).await.status, 201);
    assert_eq!(atrio.records("comments").await.iter().filter(|comment| comment["text"] == "Ciao").count(), 1);
    drop(stop);
    atrio.store.close().await;
    database.drop().await;
}
