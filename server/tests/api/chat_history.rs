//! `GET /api/client/history`

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{ANNA, BRUNO, NOBODY, TestResponse, TestServer, on_both_databases, on_sqlite};

on_sqlite![
    history_returns_older_comments_in_order,
    before_accepts_dates_and_offsets,
    missing_parameters_return_400_before_token_check,
    history_allows_30_requests_per_minute,
    other_methods_return_405,
];

on_both_databases![unknown_token_and_foreign_channel_return_403];

const PATH: &str = "/api/client/history";

async fn history(atrio: &TestServer, token: &str, channel: &str, before: &str) -> TestResponse {
    atrio.get(&format!("{PATH}?token={token}&channel_key={channel}&before={before}")).await
}

fn ids(page: &Value) -> Vec<&str> {
    let comments = page["comments"].as_array().expect("an array");
    comments.iter().map(|comment| comment["id"].as_str().expect("an id")).collect()
}

async fn history_returns_older_comments_in_order(atrio: TestServer) {
    history(&atrio, ANNA, "design", "2026-03-01T13:00:00.500Z").await.assert_json(
        200,
        &json!({
            "comments": [
                {"id": "su-task", "entity_type": "task", "entity_id": "home", "channel_key": "design",
                 "author": "client", "text": "Mi piace.", "created_at": "2026-03-01T11:00:00.000Z",
                 "badge": {"type": "task", "name": "Pagina iniziale"}},
                {"id": "su-mockup", "entity_type": "deliverable", "entity_id": "mockup",
                 "channel_key": "design", "author": "admin", "text": "Ecco il mockup.",
                 "created_at": "2026-03-01T12:00:00.000Z",
                 "badge": {"type": "deliverable", "name": "Mockup della home"}},
            ],
            "has_older": false,
        }),
    );
    let all = history(&atrio, ANNA, "design", "2026-03-01T13:00:00.501Z").await.json();
    assert_eq!(ids(&all), ["su-task", "su-mockup", "su-design"]);
    let general = history(&atrio, ANNA, "anna", "9999-12-31").await.json();
    assert_eq!(ids(&general), ["benvenuta"]);
    history(&atrio, ANNA, "sviluppo", "9999-12-31")
        .await
        .assert_json(200, &json!({"comments": [], "has_older": false}));
    history(&atrio, ANNA, "design", "2026-03-01T11:00:00Z")
        .await
        .assert_json(200, &json!({"comments": [], "has_older": false}));
}

async fn before_accepts_dates_and_offsets(atrio: TestServer) {
    for before in
        ["2026-03-01T13:00:00%2B01:00", "2026-03-01T13:00:00+01:00", "2026-03-01t12:00:00z", "2026-03-01T12:00:00"]
    {
        assert_eq!(ids(&history(&atrio, ANNA, "design", before).await.json()), ["su-task"], "{before}");
    }
    assert!(ids(&history(&atrio, ANNA, "design", "2026-03-01").await.json()).is_empty());
}

async fn missing_parameters_return_400_before_token_check(atrio: TestServer) {
    for query in [
        "",
        "?",
        "?token=x",
        "?token=x&channel_key=y",
        "?token=x&before=2026-01-01",
        "?channel_key=y&before=2026-01-01",
        "?token=&channel_key=y&before=2026-01-01",
        "?token=x&channel_key=&before=2026-01-01",
        "?token=x&channel_key=y&before=",
        "?token=x&channel_key=y&before=ieri",
        "?token=x&channel_key=y&before=1764000000000",
        "?token=x&channel_key=y&before=2026-02-30",
        "?token=x&channel_key=y&before=%00",
        "?token=x&channel_key=y&before=%FF",
        "?Token=x&channel_key=y&before=2026-01-01",
    ] {
        atrio.get(&format!("{PATH}{query}")).await.assert_error(400, "Parametri mancanti");
    }
}

async fn unknown_token_and_foreign_channel_return_403(atrio: TestServer) {
    let long = "x".repeat(5_000);
    for (token, channel) in [
        (NOBODY, "anna"),
        ("anna-verdi-x7k2", "anna"),
        ("%00", "anna"),
        (&long, "anna"),
        (ANNA, "bruno"),
        (ANNA, "vetrina"),
        (BRUNO, "design"),
        (ANNA, "sito"),
        (ANNA, "home"),
        (ANNA, "manca"),
        (ANNA, "de%00sign"),
        (ANNA, "%F0%9F%A6%80"),
        (ANNA, &long),
    ] {
        history(&atrio, token, channel, "2027-01-01").await.assert_error(403, "Accesso non consentito");
    }
}

async fn history_allows_30_requests_per_minute(atrio: TestServer) {
    let request = async |method: Method| TestResponse::to(atrio.request_from("192.0.2.1", method, PATH)).await;
    for _ in 0..15 {
        request(Method::GET).await.assert_error(400, "Parametri mancanti");
        assert_eq!(request(Method::HEAD).await.status, 400);
    }
    let refused = request(Method::GET).await;
    refused.assert_error(429, "Troppe richieste");
    assert_eq!(refused.header("retry-after"), "60");
    // Polling has a separate quota.
    let poll = TestResponse::to(atrio.request_from("192.0.2.1", Method::GET, "/api/client/chat")).await;
    poll.assert_error(400, "Parametri mancanti");
    atrio.advance_limiter(Duration::from_mins(1));
    request(Method::GET).await.assert_error(400, "Parametri mancanti");
}

async fn other_methods_return_405(atrio: TestServer) {
    for method in [Method::POST, Method::PUT, Method::DELETE] {
        let response = TestResponse::to(atrio.request(method, PATH)).await;
        response.assert_error(405, "Metodo non consentito");
        assert_eq!(response.header("allow"), "GET,HEAD");
    }
}
