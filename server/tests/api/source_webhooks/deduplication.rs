//! A repeated delivery gets the same response and changes nothing.

use reqwest::Method;
use serde_json::{Value, json};

use super::{accepted_outcome, count_records, create_source, stored_deliveries};
use crate::support::{TestResponse, TestServer, on_both_databases, on_sqlite};

on_sqlite![
    sender_id_deduplicates_deliveries,
    same_body_within_ten_minutes_is_deduplicated,
    same_entry_id_of_two_sites_is_not_deduplicated,
];

on_both_databases![concurrent_identical_deliveries_create_one_lead];

async fn same_entry_id_of_two_sites_is_not_deduplicated(atrio: TestServer) {
    for kind in ["gravity_forms", "auto"] {
        let mapping = json!({ "given_name": "/1.3", "email": "/2" });
        let address = create_source(&atrio, kind, json!({ "kind": kind, "mapping": mapping })).await;
        let domain = kind.replace('_', "-");
        let entry = |form: &str, site: &str, who: &str, updated: &str| {
            json!({ "id": "28", "form_id": form, "source_url": format!("https://{site}/contatti"),
                "date_updated": updated, "1.3": who, "2": format!("{who}@{domain}.it") })
            .to_string()
        };
        let first = entry("1", "uno.it", "anna", "2026-11-20 09:00:00");
        let anna = accepted_outcome(&atrio.post(&address, first.clone()).await);
        let bruno = accepted_outcome(&atrio.post(&address, entry("1", "due.it", "bruno", "2026-11-20 09:00:00")).await);
        let carla = accepted_outcome(&atrio.post(&address, entry("7", "uno.it", "carla", "2026-11-20 09:00:00")).await);
        assert!(anna.0 == "created" && bruno.0 == "created" && carla.0 == "created", "{kind}");
        // Edited and sent again.
        let edited = entry("1", "uno.it", "anna", "2026-11-21 09:00:00");
        assert_eq!(accepted_outcome(&atrio.post(&address, edited).await), ("updated".to_owned(), anna.1.clone()));
        // The identical body a day later.
        atrio.clock.advance(86_400_000);
        let before = count_records(&atrio, "activities").await;
        assert_eq!(accepted_outcome(&atrio.post(&address, first).await), anna);
        assert_eq!(count_records(&atrio, "activities").await, before);
    }
}

async fn sender_id_deduplicates_deliveries(atrio: TestServer) {
    let address = create_source(&atrio, "tally", json!({ "kind": "tally" })).await;
    let other = create_source(&atrio, "altra", json!({ "kind": "tally" })).await;
    let form = |id: &str, text: &str| {
        json!({ "eventId": id, "eventType": "FORM_RESPONSE", "data": { "formName": "Contatti", "fields": [
            { "key": "question_1", "label": "Nome", "type": "INPUT_TEXT", "value": "Anna" },
            { "key": "question_2", "label": "Messaggio", "type": "TEXTAREA", "value": text },
        ] } })
        .to_string()
    };
    let first = atrio.post(&address, form("evento-1", "Ciao")).await;
    assert_eq!(accepted_outcome(&first).0, "created");
    let state = |records: &Value| (records["leads"].clone(), records["activities"].clone());
    let before = state(&atrio.export_without_deliveries().await);
    // Much later and slightly different: Tally retries for more than a day.
    for hours in [0, 1, 30] {
        atrio.clock.advance(hours * 3_600_000);
        let again = atrio.post(&address, form("evento-1", "Ciao di nuovo")).await;
        assert_eq!((again.status, again.text.as_str()), (first.status, first.text.as_str()));
    }
    assert_eq!(state(&atrio.export_without_deliveries().await), before);
    let all = stored_deliveries(&atrio).await;
    assert_eq!((all.len(), &all[0]["repeats"]), (1, &json!(3)));
    // Another id is another delivery, and so is the same id at another source.
    assert_ne!(accepted_outcome(&atrio.post(&address, form("evento-2", "Ciao")).await).1, accepted_outcome(&first).1);
    assert_ne!(accepted_outcome(&atrio.post(&other, form("evento-1", "Ciao")).await).1, accepted_outcome(&first).1);
    assert_eq!(stored_deliveries(&atrio).await.len(), 3);
}

async fn same_body_within_ten_minutes_is_deduplicated(atrio: TestServer) {
    let address = create_source(&atrio, "modulo", json!({})).await;
    let other = create_source(&atrio, "altra", json!({})).await;
    let body = "name=Anna&message=Ciao";
    let first = atrio.post(&address, body).await;
    for pause in [0, 1_000, 598_999] {
        atrio.clock.advance(pause);
        assert_eq!(atrio.post(&address, body).await.text, first.text, "after {pause} ms more");
    }
    assert_eq!(stored_deliveries(&atrio).await[0]["repeats"], 3);
    assert_ne!(atrio.post(&other, body).await.text, first.text, "another source is not a duplicate");
    assert_ne!(
        atrio.post(&address, "name=Anna&message=Ciao+").await.text,
        first.text,
        "another body is not a duplicate"
    );
    atrio.clock.advance(1);
    let later = atrio.post(&address, body).await;
    assert_eq!(
        (accepted_outcome(&later).0.as_str(), later.text == first.text),
        ("created", false),
        "not a duplicate ten minutes after the first"
    );
    assert_eq!((stored_deliveries(&atrio).await.len(), count_records(&atrio, "activities").await), (4, 4));
}

async fn concurrent_identical_deliveries_create_one_lead(atrio: TestServer) {
    let address = create_source(&atrio, "modulo", json!({})).await;
    let mut responses = Vec::new();
    for _ in 0..40 {
        let request = atrio.request(Method::POST, &address).body("name=Anna&email=anna@example.it");
        responses.push(tokio::spawn(TestResponse::to(request)));
    }
    let mut texts = Vec::new();
    for response in responses {
        let response = response.await.expect("an answer");
        assert_eq!(accepted_outcome(&response).0, "created");
        texts.push(response.text);
    }
    texts.dedup();
    assert_eq!(texts.len(), 1, "all responses are equal");
    assert_eq!((count_records(&atrio, "leads").await, count_records(&atrio, "activities").await), (1, 1));
    assert_eq!(stored_deliveries(&atrio).await[0]["repeats"], 39);
}
