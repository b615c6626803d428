//! PostgreSQL on a disk that is full for a while: no table can grow. What stands for the full disk is a limit on the
//! size of files, smaller than the table of messages, and no smaller than a file of its log.

use reqwest::Client;
use serde_json::{Value, json};
use sqlx::{Connection as _, Executor as _, PgConnection};

use crate::postgres_server::PostgresServer;
use crate::support::{RunningServer, Sandbox, answer};

const TOKEN: &str = "token-of-anna-in-tests";
/// Four of them fill a page of a table.
const TEXT_LENGTH: usize = 1_700;
const MEGABYTE: u64 = 1024 * 1024;

/// A client with more than a megabyte of messages.
fn workspace() -> String {
    let text = "x".repeat(TEXT_LENGTH);
    let comment = |number: u32| {
        let id = format!("old-{number}");
        json!({"id": id, "entity_type": "general", "entity_id": "anna", "author": "admin", "text": text})
    };
    let clients = json!([{"id": "anna", "name": "Anna", "token": TOKEN, "slug": "anna-a1b2"}]);
    let projects = json!([{"id": "casa", "client_id": "anna", "name": "Casa"}]);
    let comments: Vec<Value> = (0..800).map(comment).collect();
    json!({"clients": clients, "projects": projects, "comments": comments}).to_string()
}

/// Returns the id of the comment, or the error.
async fn comment(http: &Client, server: &RunningServer, number: u32) -> Result<String, (u16, String)> {
    let text = "y".repeat(TEXT_LENGTH);
    let body = json!({"token": TOKEN, "entity_type": "general", "entity_id": "anna", "text": text});
    let request = http.post(server.url("/api/client/comment")).body(body.to_string());
    let (status, body) = answer(request.header("x-forwarded-for", format!("192.0.2.{number}"))).await;
    if status != 201 {
        return Err((status, body));
    }
    let written: Value = serde_json::from_str(&body).unwrap();
    Ok(written["comment"]["id"].as_str().unwrap().to_owned())
}

async fn get(http: &Client, server: &RunningServer, path: &str) -> (u16, String) {
    answer(http.get(server.url(path))).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn full_disk_of_postgres_loses_nothing_and_everything_recovers() {
    let postgres = PostgresServer::start();
    let sandbox = Sandbox::configured().with_env("DATABASE_URL", &postgres.url);
    sandbox.write("workspace.json", &workspace());
    sandbox.run(&["import", "workspace.json"]).ok();
    // What is in memory only could not be written later.
    PgConnection::connect(&postgres.url).await.unwrap().execute("CHECKPOINT").await.unwrap();
    let server = sandbox.serve();
    let http = Client::new();
    let mut acknowledged = vec![comment(&http, &server, 0).await.unwrap()];
    assert_eq!(get(&http, &server, "/readyz").await.0, 200);

    for round in 1..=2 {
        postgres.limit_file_size(Some(MEGABYTE));
        // The last page has room for a few.
        let refused = loop {
            match comment(&http, &server, round).await {
                Ok(id) => acknowledged.push(id),
                Err(refused) => break refused,
            }
        };
        assert_eq!(refused, (500, r#"{"error":"Errore interno"}"#.to_owned()));
        assert_eq!(get(&http, &server, "/readyz").await.0, 503);
        assert_eq!(get(&http, &server, &format!("/c/{TOKEN}")).await.0, 200);
        // Another page may have room again, as when the server has removed what was refused.
        acknowledged.extend(comment(&http, &server, 100 + round).await);

        postgres.limit_file_size(None);
        assert_eq!(get(&http, &server, "/readyz").await.0, 200);
        acknowledged.push(comment(&http, &server, 200 + round).await.unwrap());
    }
    let since = "/api/client/chat?token=token-of-anna-in-tests&project_id=casa";
    let chat: Value = serde_json::from_str(&get(&http, &server, since).await.1).unwrap();
    let stored = chat["comments"].as_array().unwrap().iter().filter(|comment| comment["author"] == "client");
    let stored: Vec<&str> = stored.map(|comment| comment["id"].as_str().unwrap()).collect();
    assert_eq!(stored, acknowledged);
}
