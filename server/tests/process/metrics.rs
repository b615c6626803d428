//! Metrics at `METRICS_ADDR` (docs/REFERENCE.md#metrics), and the alerts and the dashboard of docs/deploy/monitoring.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::net::TcpListener;
use std::process::{Command, Stdio};

use crate::support::{ANNA, Sandbox};

const MONITORING: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/deploy/monitoring");

/// Of Debian's package `prometheus`.
fn promtool(arguments: &[&str], input: &str) {
    let mut command = Command::new("promtool");
    command.args(arguments).current_dir(MONITORING);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command
        .spawn()
        .unwrap_or_else(|error| panic!("promtool: {error}; run the tests by `cargo xtask test`, which installs it"));
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&[output.stdout, output.stderr].concat()));
}

/// The names of Atrio's metrics in a text, without what Prometheus adds to those of histograms.
fn names(text: &str) -> BTreeSet<&str> {
    let words = text.split(|letter: char| letter != '_' && !letter.is_ascii_alphanumeric());
    let names = words.filter(|word| word.starts_with("atrio_"));
    names
        .map(|name| ["_bucket", "_count", "_sum"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name))
        .collect()
}

#[tokio::test]
async fn metrics_count_what_happens_and_are_not_public() {
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let sandbox = Sandbox::configured().with_env("METRICS_ADDR", &free.to_string());
    sandbox.write("anna.json", ANNA);
    sandbox.run(&["import", "anna.json"]).ok();
    sandbox.write(
        "source.json",
        r#"{"lead_sources": [{"id": "modulo", "name": "Il modulo", "key": "chiave-della-fonte"}]}"#,
    );
    sandbox.run(&["import", "source.json"]).ok();
    let server = sandbox.serve();
    let http = reqwest::Client::new();
    let exported: serde_json::Value = serde_json::from_str(&sandbox.run(&["export"]).ok()).unwrap();
    let client = &exported["clients"][0];
    let (token, id) = (client["token"].as_str().unwrap(), client["id"].as_str().unwrap());
    let poll = server.url(&format!("/api/client/chat?token={token}&project_id={id}&since=2999-01-01T00:00:00Z"));
    for _ in 0..31 {
        http.get(&poll).send().await.unwrap();
    }
    let comment =
        serde_json::json!({"token": token, "entity_type": "general", "entity_id": id, "text": "testo-riservato"});
    let answer = http.post(server.url("/api/client/comment")).json(&comment).send().await.unwrap();
    assert_eq!(answer.status(), 201);
    let lead = server.url("/api/webhooks/lead/chiave-della-fonte");
    let person = serde_json::json!({"nome": "Bruna", "email": "bruna@example.it"});
    http.post(&lead).json(&person).send().await.unwrap();
    http.get(server.url("/admin/nothing-here?word=testo-riservato")).send().await.unwrap();

    let metrics = http.get(format!("http://{free}/metrics")).send().await.unwrap().text().await.unwrap();
    for line in [
        r#"atrio_http_request_duration_seconds_count{method="GET",route="/api/client/chat",status="200"} 30"#,
        r#"atrio_http_request_duration_seconds_count{method="GET",route="/api/client/chat",status="429"} 1"#,
        r#"atrio_http_request_duration_seconds_count{method="POST",route="/api/client/comment",status="201"} 1"#,
        r#"atrio_polls_total{source="memory"} 29"#,
        r#"atrio_polls_total{source="database"} 1"#,
        r#"atrio_rate_limited_total{operation="ChatPoll"} 1"#,
        r#"atrio_deliveries_total{outcome="created",sender="auto"} 1"#,
        r#"atrio_sign_ins_total{result="refused"} 0"#,
        r#"atrio_notification_attempts_total{medium="email",result="failed"} 0"#,
        r#"atrio_lead_sources_in_trouble{trouble="silent"} 0"#,
        "atrio_database_up 1",
    ] {
        assert!(metrics.lines().any(|found| found == line), "{line} is not in\n{metrics}");
    }
    for secret in [token, "testo-riservato", "chiave-della-fonte", "bruna"] {
        assert!(!metrics.contains(secret), "{secret} is in\n{metrics}");
    }
    let public = http.get(server.url("/metrics")).send().await.unwrap();
    assert_eq!(public.status(), 404);

    promtool(&["check", "metrics"], &metrics);
    let there = names(&metrics);
    for file in ["dashboard.json", "alerts.yml"] {
        let text = std::fs::read_to_string(format!("{MONITORING}/{file}")).unwrap();
        // A source of leads was never refused here, and no notification waits.
        let unseen =
            ["atrio_deliveries_refused_total", "atrio_notifications", "atrio_notifications_oldest_due_seconds"];
        let missing: Vec<_> =
            names(&text).into_iter().filter(|name| !there.contains(name) && !unseen.contains(name)).collect();
        assert_eq!(missing, Vec::<&str>::new(), "{file} names metrics that there are not");
    }
}

#[test]
fn alerts_fire_for_their_causes_and_not_without() {
    promtool(&["test", "rules", "alerts.test.yml"], "");
}
