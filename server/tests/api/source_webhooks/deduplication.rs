//! A repeated delivery gets the same response and changes nothing.

use serde_json::{Value, json};

use super::{accepted_outcome, count_records, create_source, stored_deliveries};
use crate::support::{TestServer, on_sqlite};

on_sqlite![sender_id_deduplicates_deliveries, same_entry_id_of_two_sites_is_not_deduplicated];

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
