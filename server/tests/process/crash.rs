//! kill -9 during writes: every acknowledged write is present after a restart.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::{Value, json};

use crate::postgres::Database;
use crate::support::{ANNA, RunningServer, Sandbox, wait_until};

const WRITERS: usize = 8;
const ROUNDS: usize = 3;
/// Requests of a round before the kill.
const WRITES: u32 = 150;

/// A new IP address for each request, because each may send only ten comments a minute.
fn next_client_ip(count: &AtomicU32) -> String {
    let [_, a, b, c] = count.fetch_add(1, Ordering::Relaxed).to_be_bytes();
    format!("10.{a}.{b}.{c}")
}

/// Writes until the server is killed; returns the acknowledged ids.
async fn write_until_killed(url: String, count: Arc<AtomicU32>) -> Vec<String> {
    let http = reqwest::Client::new();
    let mut acknowledged = Vec::new();
    loop {
        let body = json!({"token": "token-of-anna-in-tests", "entity_type": "phase", "entity_id": "fondamenta", "text": "ciao"});
        let request = http.post(&url).header("x-forwarded-for", next_client_ip(&count)).body(body.to_string());
        let Ok(response) = request.send().await else { return acknowledged };
        let status = response.status().as_u16();
        // A write is acknowledged when the complete response has arrived.
        let Ok(bytes) = response.bytes().await else { return acknowledged };
        assert_eq!(status, 201, "{}", String::from_utf8_lossy(&bytes));
        let answer: Value = serde_json::from_slice(&bytes).unwrap();
        acknowledged.push(answer["comment"]["id"].as_str().unwrap().to_owned());
    }
}

/// Writes so many comments, one after another.
async fn write_comments(url: String, number: usize) -> usize {
    let http = reqwest::Client::new();
    for _ in 0..number {
        let body = json!({"token": "token-of-anna-in-tests", "entity_type": "phase", "entity_id": "fondamenta", "text": "ciao"});
        assert_eq!(http.post(&url).body(body.to_string()).send().await.unwrap().status(), 201);
    }
    number
}

async fn comments(server: &RunningServer) -> Vec<Value> {
    let url = server.url("/api/client/chat?token=token-of-anna-in-tests&project_id=casa");
    let bytes = reqwest::get(url).await.unwrap().bytes().await.unwrap();
    let answer: Value = serde_json::from_slice(&bytes).unwrap();
    answer["comments"].as_array().unwrap().clone()
}

/// Starts the server, writes concurrently, kills it, restarts it and checks the database, several times.
async fn assert_comments_survive_kill(sandbox: &Sandbox) {
    sandbox.write("anna.json", ANNA);
    sandbox.run(&["import", "anna.json"]).ok();
    let count = Arc::new(AtomicU32::new(0));
    let mut acknowledged = BTreeSet::new();
    for _ in 0..ROUNDS {
        let server = sandbox.serve();
        let url = server.url("/api/client/comment");
        let writers: Vec<_> =
            (0..WRITERS).map(|_| tokio::spawn(write_until_killed(url.clone(), Arc::clone(&count)))).collect();
        let enough = count.load(Ordering::Relaxed) + WRITES;
        wait_until(|| count.load(Ordering::Relaxed) >= enough).await;
        server.signal("KILL");
        for writer in writers {
            acknowledged.extend(writer.await.unwrap());
        }
        drop(server);

        let server = sandbox.serve();
        let comments = comments(&server).await;
        let ids: BTreeSet<_> = comments.iter().map(|comment| comment["id"].as_str().unwrap().to_owned()).collect();
        let lost: Vec<_> = acknowledged.difference(&ids).collect();
        assert!(lost.is_empty(), "lost: {lost:?} of {}", acknowledged.len());
        let moments: Vec<_> = comments.iter().map(|comment| comment["created_at"].as_str().unwrap()).collect();
        assert!(moments.is_sorted_by(|one, next| one < next), "timestamps are unique and ordered");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lost_commits_of_a_damaged_wal_are_reported() {
    let sandbox = Sandbox::configured();
    sandbox.write("anna.json", ANNA);
    sandbox.run(&["import", "anna.json"]).ok();
    let server = sandbox.serve();
    let comments = write_comments(server.url("/api/client/comment"), 4).await;
    server.signal("KILL");
    drop(server);
    let wal = sandbox.path().join("data/atrio.db-wal");
    let mut bytes = std::fs::read(&wal).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&wal, bytes).unwrap();

    let server = sandbox.run(&["demo"]);
    assert!(server.err.contains("the WAL of the database is damaged"), "{}", server.err);
    assert!(comments > crate::crash::comments(&sandbox.serve()).await.len(), "some of them are lost");
    assert!(!sandbox.run(&["demo"]).err.contains("WAL"), "it is reported once");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn acknowledged_messages_survive_kill_9_on_sqlite() {
    assert_comments_survive_kill(&Sandbox::configured()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn acknowledged_messages_survive_kill_9_on_postgres() {
    let database = Database::new("crash").await;
    assert_comments_survive_kill(&Sandbox::configured().with_env("DATABASE_URL", &database.url)).await;
    database.drop().await;
}
