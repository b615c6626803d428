//! What breaks while a delivery is read loses nothing.

use std::time::Duration;

use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use server::jobs::Upkeep;

use super::{kept, open, taken};
use crate::support::{Answer, Atrio, WEBHOOK_SECRET, on_both_databases};

on_both_databases![
    what_cannot_be_settled_is_answered_200_and_settled_later,
    what_cannot_be_settled_at_the_main_address_is_settled_when_it_is_sent_again,
    what_the_main_address_answered_with_a_fault_is_not_taken_in_twice,
    what_cannot_be_kept_is_a_fault,
    what_breaks_each_time_waits_in_quarantine_and_keeps_nothing_else_waiting,
];

/// Nothing can be added to a lead's history, nor exported.
const BREAK: &str = "ALTER TABLE activity RENAME TO hidden";
const MEND: &str = "ALTER TABLE hidden RENAME TO activity";
/// After which a delivery counts as interrupted.
const INTERRUPTED: Duration = Duration::from_mins(5);

fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).expect("a short time")
}

/// A fault is answered with nothing but that it is one.
async fn fails(request: RequestBuilder) {
    let response = request.send().await.expect("an answer");
    let (status, text) = (response.status().as_u16(), response.text().await.expect("a body"));
    assert_eq!((status, text.as_str()), (500, r#"{"error":"Errore interno"}"#));
}

async fn what_cannot_be_settled_is_answered_200_and_settled_later(atrio: Atrio) {
    let address = open(&atrio, "modulo", json!({})).await;
    atrio.sql(BREAK).await;
    for who in ["anna", "bruno"] {
        let answer = atrio.post(&address, format!("name={who}&email={who}@example.it")).await;
        assert_eq!(taken(&answer), ("quarantined".to_owned(), None));
    }
    atrio.sql(MEND).await;
    let outcomes = async || -> Vec<String> {
        kept(&atrio)
            .await
            .iter()
            .map(|delivery| delivery["outcome"].as_str().expect("a word").to_owned())
            .collect()
    };
    assert_eq!(outcomes().await, ["received", "received"]);
    assert_eq!(atrio.records("leads").await.len(), 0, "all or nothing");
    // The sender tries again, and finds it done.
    let again = atrio.post(&address, "name=bruno&email=bruno@example.it").await;
    assert_eq!(taken(&again).0, "created");
    assert_eq!(outcomes().await, ["received", "created"]);

    atrio.clock.advance(millis(INTERRUPTED) - 1);
    Upkeep::of(atrio.store.clone()).process_interrupted().await;
    assert_eq!(outcomes().await, ["received", "created"], "somebody may be at it still");
    atrio.clock.advance(2);
    for _ in 0..2 {
        Upkeep::of(atrio.store.clone()).process_interrupted().await;
        assert_eq!(outcomes().await, ["created", "created"]);
    }
    let activities = atrio.records("activities").await;
    assert_eq!((activities.len(), atrio.records("leads").await.len()), (2, 2));
    for activity in activities {
        assert_eq!(activity["created_at"], "2026-11-20T10:00:00.000Z", "when it came, not when it was read");
    }
}

async fn what_cannot_be_settled_at_the_main_address_is_settled_when_it_is_sent_again(atrio: Atrio) {
    let post = |id: &'static str| {
        let request = atrio.request(Method::POST, "/api/webhooks/lead").header("webhook-id", id);
        request.header("x-webhook-secret", WEBHOOK_SECRET).body(r#"{"name":"Anna"}"#)
    };
    atrio.sql(BREAK).await;
    fails(post("uno")).await;
    fails(post("due")).await;
    atrio.sql(MEND).await;
    assert_eq!(Answer::to(post("uno")).await.status, 201);
    atrio.clock.advance(millis(INTERRUPTED) + 1);
    Upkeep::of(atrio.store.clone()).process_interrupted().await;
    let outcomes: Vec<_> = kept(&atrio).await.iter().map(|delivery| delivery["outcome"].clone()).collect();
    assert_eq!(outcomes, ["created", "created"]);
    assert_eq!(atrio.records("leads").await.len(), 2);
    // What upkeep did is what the sender is told.
    assert_eq!(Answer::to(post("due")).await.status, 201);
    assert_eq!(atrio.records("leads").await.len(), 2);
}

async fn what_the_main_address_answered_with_a_fault_is_not_taken_in_twice(atrio: Atrio) {
    let post = || {
        let request = atrio.request(Method::POST, "/api/webhooks/lead");
        request.header("x-webhook-secret", WEBHOOK_SECRET).body(r#"{"name":"Anna"}"#)
    };
    atrio.sql(BREAK).await;
    fails(post()).await;
    atrio.sql(MEND).await;
    // Without a `webhook-id` what is sent again is another delivery.
    assert_eq!(Answer::to(post()).await.status, 201);
    atrio.clock.advance(millis(INTERRUPTED) + 1);
    Upkeep::of(atrio.store.clone()).process_interrupted().await;
    assert_eq!(atrio.records("leads").await.len(), 1);
    let first = kept(&atrio).await.remove(0);
    assert_eq!((&first["outcome"], &first["error"]), (&json!("refused"), &json!("fault")));
    // It can be read by hand.
    atrio.store.replay(first["id"].as_str().expect("an id")).await.expect("read again");
    assert_eq!(atrio.records("leads").await.len(), 2);
}

async fn what_cannot_be_kept_is_a_fault(atrio: Atrio) {
    let address = open(&atrio, "modulo", json!({})).await;
    atrio.sql("ALTER TABLE lead_delivery RENAME TO hidden").await;
    fails(atrio.request(Method::POST, &address).body("name=Anna")).await;
    let main = atrio.request(Method::POST, "/api/webhooks/lead").header("x-webhook-secret", WEBHOOK_SECRET);
    fails(main.body("name=Anna")).await;
    // Nor does upkeep mind.
    Upkeep::of(atrio.store.clone()).process_interrupted().await;
    Upkeep::of(atrio.store.clone()).prune().await;
    atrio.sql("ALTER TABLE hidden RENAME TO lead_delivery").await;
    assert_eq!(taken(&atrio.post(&address, "name=Anna").await).0, "created");
    assert_eq!(atrio.records("leads").await.len(), 1);
}

/// How often upkeep tries.
const TRIES: u32 = 10;

async fn what_breaks_each_time_waits_in_quarantine_and_keeps_nothing_else_waiting(atrio: Atrio) {
    let address = open(&atrio, "modulo", json!({})).await;
    let main = atrio.request(Method::POST, "/api/webhooks/lead").header("x-webhook-secret", WEBHOOK_SECRET);
    let main = main.header("webhook-id", "uno");
    atrio.sql(BREAK).await;
    taken(&atrio.post(&address, "name=Anna").await);
    fails(main.body("name=Bruno")).await;
    // This one needs nothing that is broken.
    taken(&atrio.post(&address, r#"{"triggerEvent":"PING","payload":{}}"#).await);
    atrio.sql(MEND).await;
    atrio.sql("UPDATE lead_delivery SET outcome = 'received', error = NULL WHERE outcome = 'ignored'").await;
    let states = async || -> Vec<(String, String)> {
        let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        kept(&atrio).await.iter().map(|one| (word(&one["outcome"]), word(&one["error"]))).collect()
    };
    let state = |outcome: &str, error: &str| (outcome.to_owned(), error.to_owned());
    assert_eq!(states().await, [state("received", ""), state("received", ""), state("received", "")]);

    atrio.clock.advance(millis(INTERRUPTED) + 1);
    let mut upkeep = Upkeep::of(atrio.store.clone());
    atrio.sql(BREAK).await;
    for _ in 1..TRIES {
        upkeep.process_interrupted().await;
    }
    atrio.sql(MEND).await;
    assert_eq!(states().await, [state("received", ""), state("received", ""), state("ignored", "test")]);
    atrio.sql(BREAK).await;
    upkeep.process_interrupted().await;
    atrio.sql(MEND).await;
    let given_up = [state("quarantined", "fault"), state("refused", "fault"), state("ignored", "test")];
    assert_eq!(states().await, given_up);
    // Nothing is lost: somebody who has mended it reads it again.
    for delivery in kept(&atrio).await {
        atrio.store.replay(delivery["id"].as_str().expect("an id")).await.expect("read again");
    }
    let names: Vec<_> = atrio.records("leads").await.iter().map(|lead| lead["name"].clone()).collect();
    assert_eq!(names, ["Anna", "Bruno"]);
}
