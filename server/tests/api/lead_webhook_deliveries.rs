//! Stored deliveries to the main address, and their deduplication.

use domain::leads::RawDelivery;
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use server::jobs::DeliveryJobs;

use crate::source_webhooks::{create_source, stored_deliveries};
use crate::support::{TestResponse, TestServer, WEBHOOK_SECRET, on_both_databases, on_sqlite};

on_sqlite![
    unauthorized_and_oversized_deliveries_are_not_stored,
    repeated_webhook_id_returns_the_same_response,
    invalid_webhook_id_does_not_deduplicate,
    webhook_ids_are_scoped_to_their_address,
    refused_delivery_can_be_replayed,
    job_processes_interrupted_deliveries,
    deliveries_are_pruned_after_configured_days,
    full_deliveries_return_429_and_store_nothing,
];

on_both_databases![authorized_deliveries_are_stored_with_outcome];

const PATH: &str = "/api/webhooks/lead";
const DAY: i64 = 24 * 3_600_000;

fn delivery(atrio: &TestServer, body: impl Into<reqwest::Body>) -> RequestBuilder {
    atrio.request(Method::POST, PATH).header("x-webhook-secret", WEBHOOK_SECRET).body(body)
}

/// Bodies of every kind with the expected status, outcome and error.
fn bodies_with_outcomes() -> [(Vec<u8>, u16, &'static str, Value); 7] {
    let long = format!(r#"{{"name":"Anna","x":"{}"}}"#, "è".repeat(20_000));
    [
        (br#"{"name":"Anna","email":"anna@example.it"}"#.to_vec(), 201, "created", Value::Null),
        (b"nome=Anna&email=anna@example.it".to_vec(), 200, "updated", Value::Null),
        (b"".to_vec(), 422, "refused", json!("invalid: name: campo obbligatorio")),
        (b"[]".to_vec(), 422, "refused", json!("invalid: corpo: deve essere un oggetto JSON")),
        (b"name=Anna&starts_at=x".to_vec(), 422, "refused", json!("invalid: starts_at: data e ora non valide")),
        (b"name=\xe8".to_vec(), 400, "refused", json!("unreadable")),
        (long.into_bytes(), 413, "refused", json!("too_large")),
    ]
}

async fn authorized_deliveries_are_stored_with_outcome(atrio: TestServer) {
    for (index, (body, status, outcome, error)) in bodies_with_outcomes().into_iter().enumerate() {
        let request = delivery(&atrio, body.clone()).header("content-type", "text/plain");
        assert_eq!(TestResponse::to(request.header("user-agent", "Modulo/1")).await.status, status);
        let stored = stored_deliveries(&atrio).await;
        assert_eq!(stored.len(), index + 1);
        let last = stored.last().expect("a delivery");
        assert_eq!((&last["outcome"], &last["error"]), (&json!(outcome), &error), "{last:.300}");
        assert_eq!((&last["source_id"], &last["content_type"]), (&Value::Null, &json!("text/plain")));
        assert_eq!(last["headers"], json!({ "user-agent": "Modulo/1" }), "the secret header is not stored");
        assert_eq!(last["lead_id"].is_string(), status < 300);
        match std::str::from_utf8(&body) {
            Ok(text) => assert_eq!((&last["body"], &last["encoding"]), (&json!(text), &json!("text"))),
            Err(_) => assert_eq!((&last["body"], &last["encoding"]), (&json!("bmFtZT3o"), &json!("base64"))),
        }
    }
    assert_eq!((atrio.records("leads").await.len(), atrio.records("activities").await.len()), (1, 2));
}

async fn unauthorized_and_oversized_deliveries_are_not_stored(atrio: TestServer) {
    atrio.post(PATH, r#"{"name":"Anna"}"#).await.assert_error(403, "Non autorizzato");
    let wrong = atrio.request(Method::POST, PATH).header("x-webhook-secret", "x").header("webhook-id", "uno");
    TestResponse::to(wrong.body("name=Anna")).await.assert_error(403, "Non autorizzato");
    TestResponse::to(delivery(&atrio, vec![b'x'; 65_537])).await.assert_error(413, "Payload troppo grande");
    assert_eq!(stored_deliveries(&atrio).await.len(), 0);
    TestResponse::to(delivery(&atrio, vec![b'x'; 65_536])).await.assert_error(413, "Payload troppo grande");
    assert_eq!(stored_deliveries(&atrio).await.len(), 1);
}

async fn repeated_webhook_id_returns_the_same_response(atrio: TestServer) {
    for (index, (body, status, ..)) in bodies_with_outcomes().into_iter().enumerate() {
        let id = format!("{index}{}", "i".repeat(199));
        let first = TestResponse::to(delivery(&atrio, body).header("webhook-id", &id)).await;
        assert_eq!(first.status, status);
        let mut before = atrio.export().await;
        // Days later, with another body.
        for body in ["name=Altra&email=altra@example.it", ""] {
            atrio.clock.advance(DAY);
            let again = TestResponse::to(delivery(&atrio, body).header("webhook-id", &id)).await;
            assert_eq!((again.status, &again.text), (first.status, &first.text), "{id}");
            again.json();
        }
        let deliveries = before["lead_deliveries"].as_array_mut().expect("an array");
        let this = deliveries.iter_mut().max_by_key(|delivery| delivery["id"].as_str().map(str::to_owned));
        this.expect("a delivery")["repeats"] = json!(2);
        assert_eq!(atrio.export().await, before, "{id}");
    }
}

async fn invalid_webhook_id_does_not_deduplicate(atrio: TestServer) {
    let long = "i".repeat(201);
    for ids in [&[""][..], &[&long], &["è"], &["uno", "uno"]] {
        let mut leads = Vec::new();
        for _ in 0..2 {
            let request =
                ids.iter().fold(delivery(&atrio, "name=Anna"), |request, id| request.header("webhook-id", *id));
            let response = TestResponse::to(request).await;
            assert_eq!(response.status, 201, "{ids:?}");
            leads.push(response.json()["leadId"].clone());
        }
        assert_ne!(leads[0], leads[1], "{ids:?}");
    }
    assert_eq!(stored_deliveries(&atrio).await.len(), 8);
}

async fn webhook_ids_are_scoped_to_their_address(atrio: TestServer) {
    let address = create_source(&atrio, "formbricks", json!({ "kind": "standard_webhooks" })).await;
    let post = |path: &str| {
        let request = atrio.request(Method::POST, path).header("x-webhook-secret", WEBHOOK_SECRET);
        TestResponse::to(request.header("webhook-id", "uno").body(r#"{"name":"Anna"}"#))
    };
    let (main, source) = (post(PATH).await, post(&address).await);
    assert_eq!((main.status.as_u16(), source.status.as_u16()), (201, 200));
    assert_ne!(main.json()["leadId"], source.json()["leadId"]);
    assert_eq!(stored_deliveries(&atrio).await.len(), 2);
}

async fn refused_delivery_can_be_replayed(atrio: TestServer) {
    let post =
        || TestResponse::to(delivery(&atrio, "email=anna@example.it&messaggio=Ciao").header("webhook-id", "uno"));
    assert_eq!(post().await.status, 422);
    let id = stored_deliveries(&atrio).await[0]["id"].as_str().expect("an id").to_owned();
    atrio.store.replay(&crate::support::to_id(&id)).await.expect("read again");
    let leads = atrio.records("leads").await;
    assert_eq!((leads.len(), &leads[0]["name"]), (1, &json!("anna@example.it")));
    // The sender gets the outcome of the replay.
    assert_eq!(post().await.json()["leadId"], leads[0]["id"]);
    assert_eq!(atrio.records("leads").await, leads);
}

/// Stores a delivery without processing it, like a server that is killed.
async fn store_unprocessed(atrio: &TestServer, source: Option<&str>, body: &str) {
    let raw = RawDelivery { body: body.as_bytes().to_vec(), content_type: None, headers: Vec::new() };
    let card = match source {
        Some(id) => Some(atrio.store.lead_source(&crate::support::to_id(id)).await.expect("the source").line.source),
        None => None,
    };
    atrio.store.receive(card.as_ref(), &raw, None).await.expect("stored");
}

async fn job_processes_interrupted_deliveries(atrio: TestServer) {
    create_source(&atrio, "modulo", json!({})).await;
    store_unprocessed(&atrio, Some("modulo"), r#"{"name":"Anna"}"#).await;
    store_unprocessed(&atrio, None, r#"{"name":"Bruno"}"#).await;
    store_unprocessed(&atrio, None, "email=senza-nome@example.it").await;
    store_unprocessed(&atrio, Some("modulo"), "colour=red").await;
    atrio.clock.advance(5 * 60_000 + 1);
    store_unprocessed(&atrio, Some("modulo"), r#"{"name":"Carla"}"#).await;
    DeliveryJobs::new(atrio.store.clone()).process_interrupted().await;
    let outcomes: Vec<_> = stored_deliveries(&atrio).await.iter().map(|delivery| delivery["outcome"].clone()).collect();
    assert_eq!(outcomes, ["created", "created", "refused", "quarantined", "received"]);
    assert_eq!((atrio.records("leads").await.len(), atrio.records("activities").await.len()), (2, 2));
}

async fn deliveries_are_pruned_after_configured_days(atrio: TestServer) {
    for days in [0, 3, 50] {
        atrio.clock.advance(days * DAY);
        assert_eq!(TestResponse::to(delivery(&atrio, "name=Anna")).await.status, 201);
    }
    let left = async || {
        DeliveryJobs::new(atrio.store.clone()).prune().await;
        stored_deliveries(&atrio).await.len()
    };
    assert_eq!(left().await, 3);
    atrio.clock.advance(37 * DAY);
    assert_eq!(left().await, 3, "deliveries are stored for ninety days");
    atrio.clock.advance(1);
    assert_eq!(left().await, 2, "deleted after ninety days");
    let settings = json!({ "settings": [{ "key": "delivery_days", "value": "40" }] });
    atrio.import(&settings).await;
    assert_eq!(left().await, 1);
    assert_eq!(atrio.records("leads").await.len(), 3, "leads are not deleted");
}

async fn full_deliveries_return_429_and_store_nothing(atrio: TestServer) {
    atrio.store.set_setting("delivery_megabytes", "1").await.expect("a setting");
    let source = create_source(&atrio, "modulo", json!({})).await;
    let large = |number: u32| format!("name=Anna&x={number}{}", "x".repeat(60_000));
    // Too long for a lead, but stored; with their copies they fill a megabyte.
    for number in 0..8 {
        assert_eq!(TestResponse::to(delivery(&atrio, large(number))).await.status, 413);
    }
    let refused = [TestResponse::to(delivery(&atrio, large(8))).await, atrio.post(&source, large(8)).await];
    for refused in refused {
        refused.assert_error(429, "Troppe richieste");
        assert_eq!(refused.header("retry-after"), "3600");
    }
    assert_eq!(stored_deliveries(&atrio).await.len(), 8);
    atrio.clock.advance(91 * DAY);
    DeliveryJobs::new(atrio.store.clone()).prune().await;
    assert_eq!(atrio.post(&source, large(8)).await.status, 200, "the sender tries again");
}
