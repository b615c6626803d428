//! kill -9 during deliveries: every acknowledged delivery is stored and processed once.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};
use server::jobs::DeliveryJobs;
use store::{Clock as _, MockClock, Store, SystemClock};

use crate::postgres::Database;
use crate::support::{RunningServer, Sandbox, wait_until};

const WRITERS: usize = 8;
const ROUNDS: usize = 3;
/// Of a round, before the kill.
const REQUESTS: usize = 200;
/// The rate limit allows 120 requests a minute per source, more than one round sends.
const SOURCES: usize = 60;

/// The deliveries of one writer, each with its response if one arrived.
type Sent = BTreeMap<usize, Option<String>>;

fn address(delivery: usize) -> String {
    format!("/api/webhooks/lead/chiave-della-fonte-{:03}", delivery % SOURCES)
}

/// Every second delivery has an id of its sender; the others are deduplicated by their body.
fn body(delivery: usize) -> String {
    let email = format!("persona-{delivery}@example.it");
    if delivery.is_multiple_of(2) {
        return format!("nome=Persona+{delivery}&email={email}");
    }
    json!({ "eventId": format!("evento-{delivery}"), "eventType": "FORM_RESPONSE", "data": { "fields": [
        { "key": "question_1", "label": "Nome", "type": "INPUT_TEXT", "value": format!("Persona {delivery}") },
        { "key": "question_2", "label": "Email", "type": "INPUT_EMAIL", "value": email },
    ] } })
    .to_string()
}

fn sources() -> String {
    let sources: Vec<_> = (0..SOURCES)
        .map(|number| {
            let (id, key) = (format!("fonte-{number:03}"), format!("chiave-della-fonte-{number:03}"));
            json!({ "id": id, "name": format!("Fonte {number}"), "key": key })
        })
        .collect();
    json!({ "lead_sources": sources }).to_string()
}

/// The complete response, or `None` if the server was killed.
async fn post(http: &reqwest::Client, server: &str, delivery: usize) -> Option<String> {
    let request = http.post(format!("{server}{}", address(delivery))).body(body(delivery));
    let response = request.send().await.ok()?;
    let status = response.status().as_u16();
    let text = response.text().await.ok()?;
    assert_eq!(status, 200, "{text}");
    assert!(text.starts_with(r#"{"ok":true,"outcome":"created","leadId":""#), "{text}");
    Some(text)
}

/// Delivers until the server is killed; repeats every third delivery, as senders do.
async fn write_until_killed(server: String, next: Arc<AtomicUsize>) -> Sent {
    let http = reqwest::Client::new();
    let mut sent = Sent::new();
    loop {
        let delivery = next.fetch_add(1, Ordering::Relaxed);
        let answer = post(&http, &server, delivery).await;
        sent.insert(delivery, answer.clone());
        if answer.is_none() {
            return sent;
        }
        if delivery.is_multiple_of(3) {
            let Some(again) = post(&http, &server, delivery).await else { return sent };
            assert_eq!(Some(again), answer, "a repeated delivery gets the same response");
        }
    }
}

async fn export(store: &Store) -> Value {
    serde_json::from_slice(&store.export().await.unwrap()).unwrap()
}

fn strings<'a>(records: &'a Value, field: &str) -> Vec<&'a str> {
    records.as_array().unwrap().iter().filter_map(|record| record[field].as_str()).collect()
}

/// Every acknowledged delivery is stored, processed, and has its lead.
fn assert_acknowledged_are_processed(all: &Value, sent: &Sent) {
    let stored = all["lead_deliveries"].as_array().unwrap();
    let processed: BTreeMap<_, _> = stored
        .iter()
        .filter_map(|delivery| Some((delivery["body"].as_str()?, delivery["lead_id"].as_str()?)))
        .collect();
    let mut lost = String::new();
    for (delivery, answer) in sent {
        let Some(answer) = answer else { continue };
        let answer: Value = serde_json::from_str(answer).unwrap();
        if processed.get(body(*delivery).as_str()).copied() != answer["leadId"].as_str() {
            let _ = writeln!(lost, "{delivery}: {answer}");
        }
    }
    assert!(lost.is_empty(), "{lost}");
}

/// Starts the server, delivers concurrently, kills it and checks the database, several times. At the end
/// senders repeat what was not acknowledged, or leave it to the background jobs.
async fn assert_deliveries_survive_kill(sandbox: &Sandbox, url: &str) {
    sandbox.write("sources.json", &sources());
    sandbox.run(&["import", "sources.json"]).ok();
    let next = Arc::new(AtomicUsize::new(0));
    let mut sent = Sent::new();
    for _ in 0..ROUNDS {
        let server = sandbox.serve();
        let writers: Vec<_> =
            (0..WRITERS).map(|_| tokio::spawn(write_until_killed(server.origin.clone(), Arc::clone(&next)))).collect();
        let enough = next.load(Ordering::Relaxed) + REQUESTS;
        wait_until(|| next.load(Ordering::Relaxed) >= enough).await;
        server.signal("KILL");
        for writer in writers {
            sent.extend(writer.await.unwrap());
        }
        drop(server);
        let store = Store::connect(url, Arc::new(SystemClock)).await.unwrap();
        assert_acknowledged_are_processed(&export(&store).await, &sent);
        store.close().await;
    }
    let server = sandbox.serve();
    let unanswered: Vec<_> = sent.iter().filter(|(_, answer)| answer.is_none()).map(|(id, _)| *id).collect();
    assert!(!unanswered.is_empty(), "a request was open at the kill");
    let (again, left) = unanswered.split_at(unanswered.len() / 2);
    retry_deliveries(&server, again, &mut sent).await;
    drop(server);
    assert_exact_counts(url, &sent, left).await;
}

async fn retry_deliveries(server: &RunningServer, deliveries: &[usize], sent: &mut Sent) {
    let http = reqwest::Client::new();
    for delivery in deliveries {
        let answer = post(&http, &server.origin, *delivery).await;
        sent.insert(*delivery, Some(answer.expect("the server answers")));
    }
}

/// Six minutes later the jobs have processed the stored deliveries that were interrupted. There is one lead
/// and one activity for each stored delivery, and one delivery for each acknowledged one.
async fn assert_exact_counts(url: &str, sent: &Sent, left: &[usize]) {
    let clock = Arc::new(MockClock::at(SystemClock.now()));
    clock.advance(6 * 60_000);
    let store = Store::connect(url, clock).await.unwrap();
    DeliveryJobs::new(store.clone()).process_interrupted().await;
    let all = export(&store).await;
    store.close().await;
    assert_acknowledged_are_processed(&all, sent);
    assert!(strings(&all["lead_deliveries"], "outcome").iter().all(|outcome| *outcome == "created"));

    let bodies = strings(&all["lead_deliveries"], "body");
    let stored: BTreeSet<_> = bodies.iter().copied().collect();
    assert_eq!(stored.len(), bodies.len(), "no delivery is stored twice");
    let acknowledged: BTreeSet<_> =
        sent.iter().filter(|(_, answer)| answer.is_some()).map(|(id, _)| body(*id)).collect();
    let left: BTreeSet<_> = left.iter().map(|id| body(*id)).collect();
    assert!(stored.iter().all(|body| acknowledged.contains(*body) || left.contains(*body)));
    assert_eq!(strings(&all["leads"], "id").len(), stored.len());
    assert_eq!(strings(&all["activities"], "id").len(), stored.len());
    let emails: BTreeSet<_> = strings(&all["leads"], "email").into_iter().collect();
    assert_eq!(emails.len(), stored.len());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn acknowledged_deliveries_survive_kill_9_on_sqlite() {
    let sandbox = Sandbox::configured();
    let url = format!("sqlite://{}", sandbox.path().join("data/atrio.db").display());
    assert_deliveries_survive_kill(&sandbox, &url).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn acknowledged_deliveries_survive_kill_9_on_postgres() {
    let database = Database::new("deliveries").await;
    let sandbox = Sandbox::configured().with_env("DATABASE_URL", &database.url);
    assert_deliveries_survive_kill(&sandbox, &database.url).await;
    database.drop().await;
}
