//! `GET /api/client/chat`

use serde_json::{Value, json};

use crate::support::{ANNA, BRUNO, NOBODY, TestResponse, TestServer, on_both_databases, on_sqlite};

on_sqlite![
    poll_returns_project_comments_in_order,
    poll_contains_no_amounts_or_foreign_data,
    since_is_exclusive_and_accepts_dates_and_offsets,
    invalid_since_is_ignored,
    poll_returns_new_comments_after_cursor,
    poll_returns_read_receipts_of_all_projects,
    missing_parameters_return_400_before_token_check,
    head_returns_no_body,
    poll_returns_approvals_on_request_until_all_are_shown,
];

on_both_databases![unknown_token_and_foreign_project_return_403];

async fn poll(atrio: &TestServer, token: &str, project: &str) -> TestResponse {
    atrio.get(&format!("/api/client/chat?token={token}&project_id={project}")).await
}

async fn ids_since(atrio: &TestServer, since: &str) -> Vec<String> {
    let path = format!("/api/client/chat?token={ANNA}&project_id=sito&since={since}");
    ids(&atrio.get(&path).await.json())
}

fn ids(poll: &Value) -> Vec<String> {
    let comments = poll["comments"].as_array().expect("an array");
    comments.iter().map(|comment| comment["id"].as_str().expect("an id").to_owned()).collect()
}

async fn poll_returns_project_comments_in_order(atrio: TestServer) {
    let comment =
        |id: &str, kind: &str, entity: &str, channel: &str, author: &str, text: &str, at: &str, badge: Value| {
            json!({
                "id": id, "entity_type": kind, "entity_id": entity, "channel_key": channel, "author": author,
                "text": text, "created_at": at, "badge": badge,
            })
        };
    poll(&atrio, ANNA, "sito").await.assert_json(
        200,
        &json!({
            "comments": [
                comment("benvenuta", "general", "anna", "anna", "admin", "Benvenuta!", "2026-03-01T10:00:00.000Z", Value::Null),
                comment("su-task", "task", "home", "design", "client", "Mi piace.", "2026-03-01T11:00:00.000Z",
                    json!({ "type": "task", "name": "Pagina iniziale" })),
                comment("su-mockup", "deliverable", "mockup", "design", "admin", "Ecco il mockup.", "2026-03-01T12:00:00.000Z",
                    json!({ "type": "deliverable", "name": "Mockup della home" })),
                comment("su-design", "phase", "design", "design", "admin", "Si comincia.", "2026-03-01T13:00:00.500Z", Value::Null),
            ],
            "reads": { "bozze": "2026-03-02T00:00:00.000Z" },
        }),
    );
}

async fn poll_contains_no_amounts_or_foreign_data(atrio: TestServer) {
    let response = poll(&atrio, ANNA, "sito").await;
    for secret in ["123456", "Bruno", "bruno", ANNA] {
        assert!(!response.text.contains(secret), "{secret}");
    }
    assert_eq!(ids(&poll(&atrio, ANNA, "logo").await.json()), ["benvenuta", "su-bozze"]);
    assert_eq!(ids(&poll(&atrio, BRUNO, "negozio").await.json()), ["per-bruno"]);
}

async fn since_is_exclusive_and_accepts_dates_and_offsets(atrio: TestServer) {
    for (since, expected) in [
        ("2026-03-01T12:00:00.000Z", &["su-design"][..]),
        ("2026-03-01T11:59:59.999Z", &["su-mockup", "su-design"]),
        ("2026-03-01t12:00:00z", &["su-design"]),
        ("2026-03-01T13:00:00%2B01:00", &["su-design"]),
        ("2026-03-01T13:00:00+01:00", &["su-design"]),
        ("2026-03-01T07:00:00-05:00", &["su-design"]),
        ("2026-03-01T12:00:00", &["su-design"]),
        ("2026-03-01T13:00:00.500Z", &[]),
        ("2026-03-01", &["benvenuta", "su-task", "su-mockup", "su-design"]),
        ("2026-03-02", &[]),
        ("9999-12-31", &[]),
        ("0000-01-01", &["benvenuta", "su-task", "su-mockup", "su-design"]),
    ] {
        assert_eq!(ids_since(&atrio, since).await, expected, "{since}");
    }
}

async fn invalid_since_is_ignored(atrio: TestServer) {
    for since in ["", "ieri", "1764000000", "1764000000000", "2026-02-30", "2026-03-01T25:00:00Z", "%00", "%FF", "-1"] {
        assert_eq!(ids_since(&atrio, since).await.len(), 4, "{since}");
    }
}

async fn poll_returns_new_comments_after_cursor(atrio: TestServer) {
    let path = "/api/client/comment";
    let body = json!({ "token": ANNA, "entity_type": "phase", "entity_id": "sviluppo", "text": "Uno" });
    let first = atrio.post(path, body.to_string()).await.json()["comment"].clone();
    let body = json!({ "token": ANNA, "entity_type": "phase", "entity_id": "bozze", "text": "Altro progetto" });
    atrio.post(path, body.to_string()).await;
    let body = json!({ "token": ANNA, "entity_type": "general", "entity_id": "anna", "text": "Due" });
    let second = atrio.post(path, body.to_string()).await.json()["comment"].clone();

    let all = poll(&atrio, ANNA, "sito").await.json();
    let comments = all["comments"].as_array().expect("an array");
    assert_eq!(comments[4..], [first.clone(), second.clone()]);
    let seen = first["created_at"].as_str().expect("a moment");
    assert_eq!(ids_since(&atrio, seen).await, [second["id"].as_str().expect("an id")]);
}

async fn poll_returns_read_receipts_of_all_projects(atrio: TestServer) {
    for key in ["anna", "design"] {
        let body = json!({ "token": ANNA, "channel_key": key });
        atrio.post("/api/client/chat", body.to_string()).await.assert_json(200, &json!({ "success": true }));
    }
    let reads = json!({
        "anna": "2026-11-20T10:00:00.000Z",
        "bozze": "2026-03-02T00:00:00.000Z",
        "design": "2026-11-20T10:00:00.000Z",
    });
    assert_eq!(poll(&atrio, ANNA, "sito").await.json()["reads"], reads);
    assert_eq!(poll(&atrio, ANNA, "logo").await.json()["reads"], reads);
    assert_eq!(poll(&atrio, BRUNO, "negozio").await.json()["reads"], json!({}));
}

async fn missing_parameters_return_400_before_token_check(atrio: TestServer) {
    for query in [
        "",
        "?",
        "?token=x",
        "?project_id=sito",
        "?token=&project_id=sito",
        "?token=x&project_id=",
        "?Token=x&project_id=y",
    ] {
        atrio.get(&format!("/api/client/chat{query}")).await.assert_error(400, "Parametri mancanti");
    }
}

async fn unknown_token_and_foreign_project_return_403(atrio: TestServer) {
    let long = "x".repeat(5_000);
    for (token, project) in [
        (NOBODY, "sito"),
        (ANNA, "negozio"),
        (ANNA, "manca"),
        (ANNA, "design"),
        (ANNA, "%00"),
        (ANNA, "si%00to"),
        (ANNA, "%FF%FE"),
        (ANNA, "a%27%20OR%201=1--"),
        (ANNA, &long),
        ("%00", "sito"),
        ("anna-verdi-x7k2", "sito"),
        ("%F0%9F%A6%80", "sito"),
        (&long, "sito"),
        ("anna%", "sito"),
    ] {
        poll(&atrio, token, project).await.assert_error(403, "Accesso non consentito");
    }
}

async fn head_returns_no_body(atrio: TestServer) {
    let path = format!("/api/client/chat?token={ANNA}&project_id=sito");
    let response = TestResponse::to(atrio.request(reqwest::Method::HEAD, &path)).await;
    assert_eq!((response.status.as_u16(), response.text.as_str()), (200, ""));
    assert_eq!(response.header("content-type"), "application/json; charset=utf-8");
}

async fn poll_returns_approvals_on_request_until_all_are_shown(atrio: TestServer) {
    let scope = atrio.store.client_by_token(ANNA).await.expect("Anna");
    atrio.store.approve(&scope, "mockup", None).await.expect("an approval");
    let approvals = async |shown: &str| {
        let path = format!("/api/client/chat?project_id=sito&since=2026-11-19&token={ANNA}{shown}");
        let poll = atrio.get(&path).await.json();
        assert_eq!(atrio.get(&path).await.json(), poll, "again, from memory");
        poll["approvals"].clone()
    };
    assert_eq!(approvals("").await, Value::Null);
    assert_eq!(approvals("&approvals=2").await, Value::Null);
    let mut all = approvals("&approvals=1").await.as_array().expect("approvals").clone();
    all.sort_by_key(|one| one["id"].to_string());
    assert_eq!(
        all,
        [
            json!({ "channel_key": "design", "id": "mockup", "title": "Mockup della home", "approved_at": "2026-11-20T10:00:00.000Z" }),
            json!({ "channel_key": "design", "id": "palette", "title": "Palette", "approved_at": "2026-02-02T02:02:02.222Z" }),
        ]
    );
}
