//! Many concurrent deliveries, a third of them repeated: nothing is lost or duplicated.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Instant;

use domain::leads::{LeadSource, SourceKind};
use tokio::sync::Mutex;
use tokio::task::JoinSet;

use crate::sources::{json, source};
use crate::support::on_both_databases;

/// The number of deliveries including repetitions; `ATRIO_DELIVERIES` overrides it.
const DELIVERIES: usize = 500;
const AT_ONCE: usize = 8;
/// The number of repetitions in ten deliveries.
const REPEATS_OF_TEN: usize = 3;
/// The number of people; each has one e-mail.
const PEOPLE: usize = 100;

/// The number of a delivery, and its source. Numbers ending in 7, 8 and 9 repeat an earlier delivery.
fn plan(deliveries: usize, sources: usize) -> Vec<(usize, usize)> {
    (0..deliveries)
        .map(|index| {
            let is_repeat = index % 10 >= 10 - REPEATS_OF_TEN;
            let number = if is_repeat { index - 5 } else { index };
            (number, number % sources)
        })
        .collect()
}

/// Every tenth has no e-mail, the others one of [`PEOPLE`].
fn body(number: usize) -> String {
    let email = if number.is_multiple_of(10) { String::new() } else { format!("p{}@b.it", number % PEOPLE) };
    format!(r#"{{"name": "N{number}", "email": "{email}", "message": "Messaggio {number}"}}"#)
}

async fn deliver(store: &store::Store, source: &LeadSource, number: usize) {
    // Half of them have an id of their sender; the others are deduplicated by their body.
    let id = format!("delivery {number}");
    let sender_id = number.is_multiple_of(2).then_some(id.as_str());
    let delivery = store.receive(Some(source), &json(&body(number)), sender_id).await.unwrap();
    let processed = store.process_delivery(&delivery).await.unwrap();
    assert!(processed.outcome.is_taken_in() && processed.lead_id.is_some(), "{processed:?}");
}

on_both_databases! {
    async fn concurrent_deliveries_with_repeats_count_exactly(db: Database) {
        let wanted = std::env::var("ATRIO_DELIVERIES").ok().and_then(|number| number.parse().ok());
        let deliveries = wanted.unwrap_or(DELIVERIES);
        let mut sources = Vec::new();
        for name in ["one", "two", "three"] {
            sources.push(source(&db.store, name, SourceKind::Generic).await);
        }
        let plan = plan(deliveries, sources.len());
        let other = db.another_process(db.clock.clone()).await;
        let began = Instant::now();
        let queue = Arc::new(Mutex::new(plan.clone().into_iter()));
        let mut workers = JoinSet::new();
        for worker in 0..AT_ONCE {
            let store = if worker % 2 == 0 { db.store.clone() } else { other.clone() };
            let (queue, sources) = (queue.clone(), sources.clone());
            workers.spawn(async move {
                loop {
                    let Some((number, source)) = queue.lock().await.next() else { break };
                    deliver(&store, &sources[source], number).await;
                }
            });
        }
        workers.join_all().await;
        if wanted.is_some() {
            println!("{deliveries} deliveries on {}: {:?}", db.url.split(':').next().unwrap_or_default(), began.elapsed());
        }
        other.close().await;

        let numbers: HashSet<usize> = plan.iter().map(|(number, _)| *number).collect();
        let people: HashSet<usize> = numbers.iter().filter(|number| *number % 10 != 0).map(|number| number % PEOPLE).collect();
        let nameless = numbers.iter().filter(|number| *number % 10 == 0).count();
        let count = |count: usize| i64::try_from(count).unwrap();
        assert_eq!(count(deliveries) * 3 / 10, count(deliveries - numbers.len()));
        assert_eq!(db.number("SELECT COUNT(*) FROM lead_delivery").await, count(numbers.len()));
        assert_eq!(db.number("SELECT CAST(SUM(repeats) AS BIGINT) FROM lead_delivery").await, count(deliveries - numbers.len()));
        assert_eq!(db.number("SELECT COUNT(*) FROM lead").await, count(people.len() + nameless));
        assert_eq!(db.number("SELECT COUNT(*) FROM activity").await, count(numbers.len()));
        assert_eq!(db.number("SELECT COUNT(DISTINCT activity_id) FROM lead_delivery").await, count(numbers.len()));
        assert_eq!(db.number("SELECT COUNT(*) FROM lead_delivery WHERE outcome = 'created'").await, count(people.len() + nameless));
        let lines = db.store.lead_sources().await.unwrap();
        let received: i64 = lines.iter().map(|line| line.received).sum();
        let taken_in: i64 = lines.iter().map(|line| line.taken_in).sum();
        assert_eq!((received, taken_in), (count(numbers.len()), count(numbers.len())));
        assert!(lines.iter().all(|line| line.received > 0 && line.quarantined == 0));
    }
}
