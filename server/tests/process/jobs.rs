//! The background jobs of `serve`, which first run when it starts.

use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::{ANNA, Sandbox};

/// An unprocessed delivery, one that cannot be read, one to be deleted, and one from yesterday.
const DELIVERIES: &str = r#"{
    "lead_sources": [{"id": "modulo", "name": "Modulo", "key": "chiave-della-fonte"},
        {"id": "altro", "name": "Altro", "key": "chiave-di-altro-fonte"}],
    "lead_deliveries": [
        {"id": "interrotta", "source_id": "modulo", "received_at": "RECENT", "outcome": "received",
         "body": "nome=testo-riservato&email=anna@example.it"},
        {"id": "illeggibile", "source_id": "altro", "received_at": "RECENT", "outcome": "received",
         "body": "colore=testo-riservato"},
        {"id": "vecchia", "source_id": "modulo", "received_at": "OLD", "outcome": "quarantined",
         "error": "nobody", "body": "colore=testo-riservato"},
        {"id": "recente", "source_id": "modulo", "received_at": "RECENT", "outcome": "quarantined",
         "error": "nobody", "body": "colore=verde"}
    ]
}"#;

/// The time `days` days ago.
fn days_ago(days: i64) -> String {
    let now = store::Clock::now(&store::SystemClock).as_millis();
    domain::Timestamp::from_millis(now - days * 24 * 3_600_000).to_string()
}

fn export(sandbox: &Sandbox) -> Value {
    serde_json::from_str(&sandbox.run(&["export"]).ok()).unwrap()
}

#[test]
fn jobs_process_and_prune_deliveries_and_queue_trouble() {
    // Nobody listens there, and nothing is due in this test.
    let sandbox =
        Sandbox::configured().with_env("SMTP_URL", "smtp://127.0.0.1:9").with_env("MAIL_FROM", "studio@example.com");
    sandbox.write("anna.json", ANNA);
    sandbox.write("deliveries.json", &DELIVERIES.replace("RECENT", &days_ago(1)).replace("OLD", &days_ago(91)));
    sandbox.run(&["import", "anna.json"]).ok();
    sandbox.run(&["import", "deliveries.json"]).ok();
    let server = sandbox.serve();
    let started = Instant::now();
    let processed = loop {
        assert!(started.elapsed() < Duration::from_secs(20), "the job does not process interrupted deliveries");
        std::thread::sleep(Duration::from_millis(50));
        let all = export(&sandbox);
        if all["lead_deliveries"].as_array().unwrap().len() == 3 {
            break all;
        }
    };
    let outcomes: Vec<_> = processed["lead_deliveries"].as_array().unwrap().iter().collect();
    let of = |id: &str| outcomes.iter().find(|delivery| delivery["id"] == id).map(|one| one["outcome"].clone());
    assert_eq!(of("interrotta"), Some("created".into()));
    assert_eq!((of("recente"), of("vecchia")), (Some("quarantined".into()), None));
    assert_eq!(processed["leads"][0]["email"], "anna@example.it");
    let queue = sandbox.run(&["notifications"]).ok();
    assert!(queue.contains("\tsource:altro\t") && !queue.contains("\tsource:modulo\t"), "{queue}");

    server.signal("TERM");
    let (status, duration, log) = server.wait_for_exit(Duration::from_secs(10));
    assert_eq!(status, Some(0));
    assert!(duration < Duration::from_secs(2), "the job does not stop with the server: {duration:?}");
    let log = log.join("\n");
    assert!(log.contains("old deliveries were deleted") && log.contains("interrupted delivery processed"), "{log}");
    assert!(!log.contains("testo-riservato") && !log.contains("anna@example.it"), "{log}");
}
