//! `GET /api/client/history`

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{ANNA, Answer, Atrio, BRUNO, NOBODY, on_both_databases};

on_both_databases![
    older_messages_come_strictly_before_and_in_order,
    before_understands_what_since_does,
    fifty_at_most_and_whether_there_are_older_ones,
    missing_parameters_come_before_an_unknown_token,
    an_unknown_token_and_a_foreign_channel_get_one_answer,
    thirty_in_a_minute_pass,
    nothing_else_may_be_done_there,
];

const PATH: &str = "/api/client/history";

async fn history(atrio: &Atrio, token: &str, channel: &str, before: &str) -> Answer {
    atrio.get(&format!("{PATH}?token={token}&channel_key={channel}&before={before}")).await
}

fn ids(page: &Value) -> Vec<&str> {
    let comments = page["comments"].as_array().expect("an array");
    comments.iter().map(|comment| comment["id"].as_str().expect("an id")).collect()
}

async fn older_messages_come_strictly_before_and_in_order(atrio: Atrio) {
    history(&atrio, ANNA, "design", "2026-03-01T13:00:00.500Z").await.is(
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
        .is(200, &json!({"comments": [], "has_older": false}));
    history(&atrio, ANNA, "design", "2026-03-01T11:00:00Z")
        .await
        .is(200, &json!({"comments": [], "has_older": false}));
}

async fn before_understands_what_since_does(atrio: Atrio) {
    for before in [
        "2026-03-01T13:00:00%2B01:00",
        "2026-03-01T13:00:00+01:00",
        "2026-03-01t12:00:00z",
        "2026-03-01T12:00:00",
    ] {
        assert_eq!(ids(&history(&atrio, ANNA, "design", before).await.json()), ["su-task"], "{before}");
    }
    assert!(ids(&history(&atrio, ANNA, "design", "2026-03-01").await.json()).is_empty());
}

async fn fifty_at_most_and_whether_there_are_older_ones(atrio: Atrio) {
    for number in 0..102 {
        let text = domain::MessageText::parse(&number.to_string()).expect("a text");
        atrio.store.reply("anna", "anna", &text).await.expect("a reply");
    }
    let mut before = String::from("2027-01-01");
    for (oldest, newest, older) in [("52", "101", true), ("2", "51", true), ("Benvenuta!", "1", false)] {
        let page = history(&atrio, ANNA, "anna", &before).await.json();
        let comments = page["comments"].as_array().expect("an array");
        let (first, last) = (&comments[0], &comments[comments.len() - 1]);
        assert_eq!(
            (&first["text"], &last["text"], &page["has_older"]),
            (&json!(oldest), &json!(newest), &json!(older))
        );
        first["created_at"].as_str().expect("a moment").clone_into(&mut before);
    }
}

async fn missing_parameters_come_before_an_unknown_token(atrio: Atrio) {
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
        atrio.get(&format!("{PATH}{query}")).await.refuses(400, "Parametri mancanti");
    }
}

async fn an_unknown_token_and_a_foreign_channel_get_one_answer(atrio: Atrio) {
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
        history(&atrio, token, channel, "2027-01-01").await.refuses(403, "Accesso non consentito");
    }
}

async fn thirty_in_a_minute_pass(atrio: Atrio) {
    let ask = async |method: Method| Answer::to(atrio.request_from("192.0.2.1", method, PATH)).await;
    for _ in 0..15 {
        ask(Method::GET).await.refuses(400, "Parametri mancanti");
        assert_eq!(ask(Method::HEAD).await.status, 400);
    }
    let refused = ask(Method::GET).await;
    refused.refuses(429, "Troppe richieste");
    assert_eq!(refused.header("retry-after"), "60");
    // Polling is counted apart.
    let poll = Answer::to(atrio.request_from("192.0.2.1", Method::GET, "/api/client/chat")).await;
    poll.refuses(400, "Parametri mancanti");
    atrio.wait(Duration::from_mins(1));
    ask(Method::GET).await.refuses(400, "Parametri mancanti");
}

async fn nothing_else_may_be_done_there(atrio: Atrio) {
    for method in [Method::POST, Method::PUT, Method::DELETE] {
        let answer = Answer::to(atrio.request(method, PATH)).await;
        answer.refuses(405, "Metodo non consentito");
        assert_eq!(answer.header("allow"), "GET,HEAD");
    }
}
