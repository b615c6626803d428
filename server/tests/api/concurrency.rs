//! Concurrent requests.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::{Value, json};
use sqlx::{AnyConnection, Connection as _, Executor as _};
use tokio::task::JoinSet;

use crate::database::{Database, TestDatabase};
use crate::support::{ANNA, TestResponse, TestServer, WEBHOOK_SECRET, on_both_databases};

on_both_databases![
    concurrent_approvals_approve_once,
    concurrent_deliveries_with_one_email_create_one_lead,
    pollers_see_each_concurrent_comment_once,
];

/// The responses to `count` concurrent requests.
async fn send_concurrently(count: usize, request: impl Fn(usize) -> reqwest::RequestBuilder) -> Vec<TestResponse> {
    let requests: JoinSet<TestResponse> = (0..count).map(|number| TestResponse::to(request(number))).collect();
    requests.join_all().await
}

async fn concurrent_approvals_approve_once(atrio: TestServer) {
    let body = json!({ "token": ANNA, "deliverableId": "mockup" }).to_string();
    let responses =
        send_concurrently(100, |_| atrio.request(Method::POST, "/api/client/approve").body(body.clone())).await;
    assert!(responses.iter().all(|response| response.status == 200));
    let first = responses.iter().filter(|response| response.text == r#"{"approved":true}"#).count();
    assert_eq!(first, 1);
}

async fn concurrent_deliveries_with_one_email_create_one_lead(atrio: TestServer) {
    let responses = send_concurrently(50, |number| {
        let body = json!({ "name": format!("Anna {number}"), "email": "anna@example.it", "message": number });
        let request = atrio.request(Method::POST, "/api/webhooks/lead");
        request.header("x-webhook-secret", WEBHOOK_SECRET).body(body.to_string())
    })
    .await;
    assert_eq!(responses.iter().filter(|response| response.status == 201).count(), 1);
    assert_eq!(responses.iter().filter(|response| response.status == 200).count(), 49);
    let ids: HashSet<_> = responses.iter().map(|response| response.json()["leadId"].to_string()).collect();
    assert_eq!(ids.len(), 1);
    assert_eq!(atrio.records("leads").await.len(), 1);
    let activities = atrio.records("activities").await;
    let messages: HashSet<_> = activities.iter().map(|activity| activity["text"].to_string()).collect();
    assert_eq!((activities.len(), messages.len()), (50, 50));
}

/// Polls the chat with `since` until the writers are done, as the portal does.
async fn poll_until_done(atrio: TestServer, done: Arc<AtomicBool>) -> Vec<String> {
    let mut seen = Vec::new();
    let mut since = String::from("2026-11-01");
    loop {
        let last_round = done.load(Ordering::SeqCst);
        let path = format!("/api/client/chat?token={ANNA}&project_id=sito&since={since}");
        let poll = atrio.get(&path).await.json();
        for comment in poll["comments"].as_array().expect("an array") {
            let at = comment["created_at"].as_str().expect("a moment");
            assert!(at > since.as_str(), "{at} is not after {since}");
            at.clone_into(&mut since);
            seen.push(comment["id"].as_str().expect("an id").to_owned());
        }
        if last_round {
            return seen;
        }
    }
}

async fn pollers_see_each_concurrent_comment_once(atrio: TestServer) {
    let done = Arc::new(AtomicBool::new(false));
    let pollers: JoinSet<_> = (0..3).map(|_| poll_until_done(atrio.clone(), done.clone())).collect();
    let writers: JoinSet<Vec<String>> = (0..20)
        .map(|writer| {
            let atrio = atrio.clone();
            async move {
                let mut written = Vec::new();
                for round in 0..5 {
                    // The clock jumps, also backwards.
                    atrio.clock.advance(if writer % 2 == 0 { 7 } else { -7 });
                    let (kind, id) = if round % 2 == 0 { ("general", "anna") } else { ("phase", "design") };
                    let text = format!("{writer}.{round}");
                    let body = json!({ "token": ANNA, "entity_type": kind, "entity_id": id, "text": text });
                    let response = atrio.post("/api/client/comment", body.to_string()).await;
                    written.push(response.json()["comment"]["id"].as_str().expect("an id").to_owned());
                }
                written
            }
        })
        .collect();
    let written: HashSet<String> = writers.join_all().await.into_iter().flatten().collect();
    assert_eq!(written.len(), 100);
    done.store(true, Ordering::SeqCst);
    for seen in pollers.join_all().await {
        assert_eq!(seen.len(), 100);
        assert_eq!(seen.into_iter().collect::<HashSet<_>>(), written);
    }
    let all: Vec<Value> = atrio.records("comments").await;
    let moments: HashSet<_> =
        all.iter().filter(|comment| comment["author"] == "client").map(|c| c["created_at"].to_string()).collect();
    assert_eq!(moments.len(), 101, "every timestamp is unique");
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
