//! A fault while a delivery is processed loses nothing.

use std::time::Duration;

use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use server::jobs::DeliveryJobs;

use super::{accepted_outcome, create_source, stored_deliveries};
use crate::support::{TestResponse, TestServer, WEBHOOK_SECRET, on_both_databases};

on_both_databases![
    failed_processing_returns_200_and_is_retried,
    resend_to_main_address_retries_failed_processing,
    faulted_delivery_without_id_is_not_processed_twice,
    failure_to_store_delivery_returns_500,
    repeated_failure_quarantines_without_blocking_others,
];

/// Breaks inserts into activities, and exports with them.
const HIDE_ACTIVITY_TABLE: &str = "ALTER TABLE activity RENAME TO hidden";
const RESTORE_ACTIVITY_TABLE: &str = "ALTER TABLE hidden RENAME TO activity";
/// The age after which a delivery counts as interrupted.
const INTERRUPTED_AFTER: Duration = Duration::from_mins(5);

fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).expect("a short time")
}

/// The response to a fault contains no details.
async fn assert_internal_error(request: RequestBuilder) {
    let response = request.send().await.expect("an answer");
    let (status, text) = (response.status().as_u16(), response.text().await.expect("a body"));
    assert_eq!((status, text.as_str()), (500, r#"{"error":"Errore interno"}"#));
}

async fn failed_processing_returns_200_and_is_retried(atrio: TestServer) {
    let address = create_source(&atrio, "modulo", json!({})).await;
    atrio.sql(HIDE_ACTIVITY_TABLE).await;
    for who in ["anna", "bruno"] {
        let response = atrio.post(&address, format!("name={who}&email={who}@example.it")).await;
        assert_eq!(accepted_outcome(&response), ("quarantined".to_owned(), None));
    }
    atrio.sql(RESTORE_ACTIVITY_TABLE).await;
    let outcomes = async || -> Vec<String> {
        stored_deliveries(&atrio)
            .await
            .iter()
            .map(|delivery| delivery["outcome"].as_str().expect("a word").to_owned())
            .collect()
    };
    assert_eq!(outcomes().await, ["received", "received"]);
    assert_eq!(atrio.records("leads").await.len(), 0, "a fault rolls everything back");
    // The sender retries; the delivery has been processed meanwhile.
    let again = atrio.post(&address, "name=bruno&email=bruno@example.it").await;
    assert_eq!(accepted_outcome(&again).0, "created");
    assert_eq!(outcomes().await, ["received", "created"]);

    atrio.clock.advance(millis(INTERRUPTED_AFTER) - 1);
    DeliveryJobs::new(atrio.store.clone()).process_interrupted().await;
    assert_eq!(outcomes().await, ["received", "created"], "a recent delivery may still be in progress");
    atrio.clock.advance(2);
    for _ in 0..2 {
        DeliveryJobs::new(atrio.store.clone()).process_interrupted().await;
        assert_eq!(outcomes().await, ["created", "created"]);
    }
    let activities = atrio.records("activities").await;
    assert_eq!((activities.len(), atrio.records("leads").await.len()), (2, 2));
    for activity in activities {
        assert_eq!(activity["created_at"], "2026-11-20T10:00:00.000Z", "the activity has the time of receipt");
    }
}

async fn resend_to_main_address_retries_failed_processing(atrio: TestServer) {
    let post = |id: &'static str| {
        let request = atrio.request(Method::POST, "/api/webhooks/lead").header("webhook-id", id);
        request.header("x-webhook-secret", WEBHOOK_SECRET).body(r#"{"name":"Anna"}"#)
    };
    atrio.sql(HIDE_ACTIVITY_TABLE).await;
    assert_internal_error(post("uno")).await;
    assert_internal_error(post("due")).await;
    atrio.sql(RESTORE_ACTIVITY_TABLE).await;
    assert_eq!(TestResponse::to(post("uno")).await.status, 201);
    atrio.clock.advance(millis(INTERRUPTED_AFTER) + 1);
    DeliveryJobs::new(atrio.store.clone()).process_interrupted().await;
    let outcomes: Vec<_> = stored_deliveries(&atrio).await.iter().map(|delivery| delivery["outcome"].clone()).collect();
    assert_eq!(outcomes, ["created", "created"]);
    assert_eq!(atrio.records("leads").await.len(), 2);
    // The sender gets the outcome that the jobs produced.
    assert_eq!(TestResponse::to(post("due")).await.status, 201);
    assert_eq!(atrio.records("leads").await.len(), 2);
}

async fn faulted_delivery_without_id_is_not_processed_twice(atrio: TestServer) {
    let post = || {
        let request = atrio.request(Method::POST, "/api/webhooks/lead");
        request.header("x-webhook-secret", WEBHOOK_SECRET).body(r#"{"name":"Anna"}"#)
    };
    atrio.sql(HIDE_ACTIVITY_TABLE).await;
    assert_internal_error(post()).await;
    atrio.sql(RESTORE_ACTIVITY_TABLE).await;
    // Without a `webhook-id` a retry is another delivery.
    assert_eq!(TestResponse::to(post()).await.status, 201);
    atrio.clock.advance(millis(INTERRUPTED_AFTER) + 1);
    DeliveryJobs::new(atrio.store.clone()).process_interrupted().await;
    assert_eq!(atrio.records("leads").await.len(), 1);
    let first = stored_deliveries(&atrio).await.remove(0);
    assert_eq!((&first["outcome"], &first["error"]), (&json!("refused"), &json!("fault")));
    // The admin can replay it.
    atrio.store.replay(&crate::support::to_id(first["id"].as_str().expect("an id"))).await.expect("read again");
    assert_eq!(atrio.records("leads").await.len(), 2);
}

async fn failure_to_store_delivery_returns_500(atrio: TestServer) {
    let address = create_source(&atrio, "modulo", json!({})).await;
    atrio.sql("ALTER TABLE lead_delivery RENAME TO hidden").await;
    assert_internal_error(atrio.request(Method::POST, &address).body("name=Anna")).await;
    let main = atrio.request(Method::POST, "/api/webhooks/lead").header("x-webhook-secret", WEBHOOK_SECRET);
    assert_internal_error(main.body("name=Anna")).await;
    // The jobs survive the fault too.
    DeliveryJobs::new(atrio.store.clone()).process_interrupted().await;
    DeliveryJobs::new(atrio.store.clone()).prune().await;
    atrio.sql("ALTER TABLE hidden RENAME TO lead_delivery").await;
    assert_eq!(accepted_outcome(&atrio.post(&address, "name=Anna").await).0, "created");
    assert_eq!(atrio.records("leads").await.len(), 1);
}

/// The number of attempts of the jobs.
const MAX_TRIES: u32 = 10;

async fn repeated_failure_quarantines_without_blocking_others(atrio: TestServer) {
    let address = create_source(&atrio, "modulo", json!({})).await;
    let main = atrio.request(Method::POST, "/api/webhooks/lead").header("x-webhook-secret", WEBHOOK_SECRET);
    let main = main.header("webhook-id", "uno");
    atrio.sql(HIDE_ACTIVITY_TABLE).await;
    accepted_outcome(&atrio.post(&address, "name=Anna").await);
    assert_internal_error(main.body("name=Bruno")).await;
    // This delivery does not need the broken table.
    accepted_outcome(&atrio.post(&address, r#"{"triggerEvent":"PING","payload":{}}"#).await);
    atrio.sql(RESTORE_ACTIVITY_TABLE).await;
    atrio.sql("UPDATE lead_delivery SET outcome = 'received', error = NULL WHERE outcome = 'ignored'").await;
    let states = async || -> Vec<(String, String)> {
        let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        stored_deliveries(&atrio).await.iter().map(|one| (word(&one["outcome"]), word(&one["error"]))).collect()
    };
    let state = |outcome: &str, error: &str| (outcome.to_owned(), error.to_owned());
    assert_eq!(states().await, [state("received", ""), state("received", ""), state("received", "")]);

    atrio.clock.advance(millis(INTERRUPTED_AFTER) + 1);
    let mut jobs = DeliveryJobs::new(atrio.store.clone());
    atrio.sql(HIDE_ACTIVITY_TABLE).await;
    for _ in 1..MAX_TRIES {
        jobs.process_interrupted().await;
    }
    atrio.sql(RESTORE_ACTIVITY_TABLE).await;
    assert_eq!(states().await, [state("received", ""), state("received", ""), state("ignored", "test")]);
    atrio.sql(HIDE_ACTIVITY_TABLE).await;
    jobs.process_interrupted().await;
    atrio.sql(RESTORE_ACTIVITY_TABLE).await;
    let given_up = [state("quarantined", "fault"), state("refused", "fault"), state("ignored", "test")];
    assert_eq!(states().await, given_up);
    // Nothing is lost: after a repair the admin can replay it.
    for delivery in stored_deliveries(&atrio).await {
        atrio.store.replay(&crate::support::to_id(delivery["id"].as_str().expect("an id"))).await.expect("read again");
    }
    let names: Vec<_> = atrio.records("leads").await.iter().map(|lead| lead["name"].clone()).collect();
    assert_eq!(names, ["Anna", "Bruno"]);
}
