//! A client without projects: General is there, and works.

use domain::MessageText;
use reqwest::Method;
use serde_json::json;

use crate::browser::form;
use crate::support::{NOBODY, TestResponse, TestServer, on_sqlite};

on_sqlite![
    client_without_projects_sees_and_writes_in_general,
    client_without_projects_polls_general_alone,
    chat_still_requires_a_project,
];

/// Carla's token; she has an archived project only, if any.
const CARLA: &str = "carla-carla-carla-carla-carla-carla-carla-c";

async fn add_carla(atrio: &TestServer) {
    let records = json!({
        "clients": [{ "id": "carla", "name": "Carla Blu", "token": CARLA, "slug": "carla-blu-1234" }],
        "comments": [{
            "id": "ciao", "entity_type": "general", "entity_id": "carla", "author": "admin",
            "text": "Ciao Carla.", "created_at": "2026-03-01T10:00:00.000Z",
        }],
    });
    atrio.import(&records).await;
}

async fn client_without_projects_sees_and_writes_in_general(atrio: TestServer) {
    add_carla(&atrio).await;
    let page = atrio.get("/c/carla-blu-1234").await.text;
    assert!(page.contains("Ciao Carla.") && page.contains("Il tuo progetto comparirà qui"));
    // The unread message is an open item, too.
    assert!(page.contains("href=\"?channel=carla#conversation\""), "{page}");
    let credential = atrio.credential(CARLA).await;
    let fields = [
        ("key", "carla-blu-1234"),
        ("pass", &credential),
        ("project", ""),
        ("channel", "carla"),
        ("text", "Buongiorno a voi"),
    ];
    let request = atrio.request(Method::POST, "/rpc/comment").header("accept", "text/html");
    let request = request.header("content-type", "application/x-www-form-urlencoded");
    let sent = TestResponse::to(request.body(form(&fields))).await;
    assert_eq!(sent.header("location"), "/c/carla-blu-1234?channel=carla#conversation");
    assert!(atrio.get("/c/carla-blu-1234?channel=carla").await.text.contains("Buongiorno a voi"));
    // An archived project is not shown, so it changes nothing.
    let archived =
        json!({ "projects": [{ "id": "vecchio", "client_id": "carla", "name": "Vecchio", "status": "archived" }] });
    atrio.import(&archived).await;
    assert!(atrio.get("/c/carla-blu-1234").await.text.contains("Buongiorno a voi"));
}

async fn client_without_projects_polls_general_alone(atrio: TestServer) {
    add_carla(&atrio).await;
    let path = format!("/api/client/chat?token={CARLA}&project_id=carla");
    let texts = async |path: &str| {
        let poll = atrio.get(path).await;
        assert_eq!(poll.status, 200);
        let comments = poll.json()["comments"].as_array().expect("an array").clone();
        comments.iter().map(|one| one["text"].as_str().expect("a text").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(texts(&path).await, ["Ciao Carla."]);
    let since = format!("{path}&since=2026-03-01T10:00:00.000Z");
    assert!(texts(&since).await.is_empty());
    assert!(texts(&since).await.is_empty());
    atrio
        .store
        .reply(&crate::support::to_id("carla"), "carla", &MessageText::parse("A presto").expect("a text"))
        .await
        .expect("a reply");
    assert_eq!(texts(&since).await, ["A presto"]);
}

async fn chat_still_requires_a_project(atrio: TestServer) {
    add_carla(&atrio).await;
    atrio.get(&format!("/api/client/chat?token={CARLA}")).await.assert_error(400, "Parametri mancanti");
    for project in ["sito", "anna", "nessuno"] {
        let path = format!("/api/client/chat?token={CARLA}&project_id={project}");
        atrio.get(&path).await.assert_error(403, "Accesso non consentito");
    }
    let unknown = format!("/api/client/chat?token={NOBODY}&project_id=carla");
    atrio.get(&unknown).await.assert_error(403, "Accesso non consentito");
}
