//! The same delivery again gives the same answer and changes nothing.

use reqwest::Method;
use serde_json::{Value, json};

use super::{count, kept, open, taken};
use crate::support::{Answer, Atrio, on_both_databases};

on_both_databases![
    the_senders_own_id_makes_two_deliveries_one,
    without_an_id_the_same_body_within_ten_minutes_is_one_delivery,
    the_same_delivery_many_times_at_once_is_one_lead,
    entries_of_two_sites_with_one_number_are_two_deliveries,
];

async fn entries_of_two_sites_with_one_number_are_two_deliveries(atrio: Atrio) {
    for kind in ["gravity_forms", "auto"] {
        let mapping = json!({ "given_name": "/1.3", "email": "/2" });
        let address = open(&atrio, kind, json!({ "kind": kind, "mapping": mapping })).await;
        let domain = kind.replace('_', "-");
        let entry = |form: &str, site: &str, who: &str, updated: &str| {
            json!({ "id": "28", "form_id": form, "source_url": format!("https://{site}/contatti"),
                "date_updated": updated, "1.3": who, "2": format!("{who}@{domain}.it") })
            .to_string()
        };
        let first = entry("1", "uno.it", "anna", "2026-11-20 09:00:00");
        let anna = taken(&atrio.post(&address, first.clone()).await);
        let bruno = taken(&atrio.post(&address, entry("1", "due.it", "bruno", "2026-11-20 09:00:00")).await);
        let carla = taken(&atrio.post(&address, entry("7", "uno.it", "carla", "2026-11-20 09:00:00")).await);
        assert!(anna.0 == "created" && bruno.0 == "created" && carla.0 == "created", "{kind}");
        // Edited, and sent again.
        let edited = entry("1", "uno.it", "anna", "2026-11-21 09:00:00");
        assert_eq!(taken(&atrio.post(&address, edited).await), ("updated".to_owned(), anna.1.clone()));
        // The very same, a day later.
        atrio.clock.advance(86_400_000);
        let before = count(&atrio, "activities").await;
        assert_eq!(taken(&atrio.post(&address, first).await), anna);
        assert_eq!(count(&atrio, "activities").await, before);
    }
}

async fn the_senders_own_id_makes_two_deliveries_one(atrio: Atrio) {
    let address = open(&atrio, "tally", json!({ "kind": "tally" })).await;
    let other = open(&atrio, "altra", json!({ "kind": "tally" })).await;
    let form = |id: &str, text: &str| {
        json!({ "eventId": id, "eventType": "FORM_RESPONSE", "data": { "formName": "Contatti", "fields": [
            { "key": "question_1", "label": "Nome", "type": "INPUT_TEXT", "value": "Anna" },
            { "key": "question_2", "label": "Messaggio", "type": "TEXTAREA", "value": text },
        ] } })
        .to_string()
    };
    let first = atrio.post(&address, form("evento-1", "Ciao")).await;
    assert_eq!(taken(&first).0, "created");
    let state = |records: &Value| (records["leads"].clone(), records["activities"].clone());
    let before = state(&atrio.everything().await);
    // Much later, and somewhat different: Tally tries for a day and more.
    for hours in [0, 1, 30] {
        atrio.clock.advance(hours * 3_600_000);
        let again = atrio.post(&address, form("evento-1", "Ciao di nuovo")).await;
        assert_eq!((again.status, again.text.as_str()), (first.status, first.text.as_str()));
    }
    assert_eq!(state(&atrio.everything().await), before);
    let all = kept(&atrio).await;
    assert_eq!((all.len(), &all[0]["repeats"]), (1, &json!(3)));
    // Another id is another delivery, and so is the same at another source.
    assert_ne!(taken(&atrio.post(&address, form("evento-2", "Ciao")).await).1, taken(&first).1);
    assert_ne!(taken(&atrio.post(&other, form("evento-1", "Ciao")).await).1, taken(&first).1);
    assert_eq!(kept(&atrio).await.len(), 3);
}

async fn without_an_id_the_same_body_within_ten_minutes_is_one_delivery(atrio: Atrio) {
    let address = open(&atrio, "modulo", json!({})).await;
    let other = open(&atrio, "altra", json!({})).await;
    let body = "name=Anna&message=Ciao";
    let first = atrio.post(&address, body).await;
    for pause in [0, 1_000, 598_999] {
        atrio.clock.advance(pause);
        assert_eq!(atrio.post(&address, body).await.text, first.text, "after {pause} ms more");
    }
    assert_eq!(kept(&atrio).await[0]["repeats"], 3);
    assert_ne!(atrio.post(&other, body).await.text, first.text, "another source is another");
    assert_ne!(
        atrio.post(&address, "name=Anna&message=Ciao+").await.text,
        first.text,
        "another body is, too"
    );
    atrio.clock.advance(1);
    let later = atrio.post(&address, body).await;
    assert_eq!(
        (taken(&later).0.as_str(), later.text == first.text),
        ("created", false),
        "ten minutes after the first"
    );
    assert_eq!((kept(&atrio).await.len(), count(&atrio, "activities").await), (4, 4));
}

async fn the_same_delivery_many_times_at_once_is_one_lead(atrio: Atrio) {
    let address = open(&atrio, "modulo", json!({})).await;
    let mut answers = Vec::new();
    for _ in 0..40 {
        let request = atrio.request(Method::POST, &address).body("name=Anna&email=anna@example.it");
        answers.push(tokio::spawn(Answer::to(request)));
    }
    let mut texts = Vec::new();
    for answer in answers {
        let answer = answer.await.expect("an answer");
        assert_eq!(taken(&answer).0, "created");
        texts.push(answer.text);
    }
    texts.dedup();
    assert_eq!(texts.len(), 1, "the same answer to all");
    assert_eq!((count(&atrio, "leads").await, count(&atrio, "activities").await), (1, 1));
    assert_eq!(kept(&atrio).await[0]["repeats"], 39);
}
