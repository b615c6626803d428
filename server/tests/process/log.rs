//! The log has a line for each request and contains no secrets (docs/REFERENCE.md#logging).

use std::time::Duration;

use crate::support::{ANNA, PASSWORD, SECRET, Sandbox};

/// Secrets that must not be logged. Each is sent at least once below.
const SECRETS: [&str; 13] = [
    SECRET,
    PASSWORD,
    "token-of-anna-in-tests",
    "anna-a1b2",
    "testo-riservato",
    "parola-sbagliata",
    "segreto-del-webhook",
    "segreto-sbagliato",
    "gettone-sbagliato",
    "chiave-della-fonte-segreta",
    "chiave-di-nessuna-fonte",
    "segreto-della-firma",
    "firma-sbagliata",
];

/// A source with a secret key and a signing secret.
const SOURCES: &str = r#"{"lead_sources": [
    {"id": "aperta", "name": "Aperta", "key": "chiave-della-fonte-segreta"},
    {"id": "firmata", "name": "Firmata", "kind": "typeform", "key": "chiave-della-fonte-segreta-2",
     "signing_secret": "segreto-della-firma"}
]}"#;

/// Open panels poll all the time: only a poll that fails or is slow has a line by default.
#[tokio::test]
async fn routine_polls_are_logged_at_debug() {
    let sandbox = Sandbox::configured().with_env("RUST_LOG", "info,server=debug");
    sandbox.write("anna.json", ANNA);
    sandbox.run(&["import", "anna.json"]).ok();
    let server = sandbox.serve();
    for token in ["token-of-anna-in-tests"; 10].into_iter().chain(["gettone-sbagliato"]) {
        let poll = server.url(&format!("/api/client/chat?token={token}&project_id=casa"));
        reqwest::get(poll).await.unwrap();
    }
    reqwest::get(server.url("/healthz")).await.unwrap();
    server.signal("TERM");
    let (_, _, log) = server.wait_for_exit(Duration::from_secs(10));
    let answered = |level: &str, status: u16, route: &str| {
        let lines = log.iter().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
        let is_one = |line: &serde_json::Value| {
            line["level"] == level && line["status"] == status && line["span"]["route"] == route
        };
        lines.filter(is_one).count()
    };
    let routine = answered("DEBUG", 200, "/api/client/chat");
    // On a busy machine some are slow.
    assert!(routine > 0 && routine + answered("INFO", 200, "/api/client/chat") == 10, "{log:#?}");
    assert_eq!(answered("INFO", 403, "/api/client/chat"), 1, "{log:#?}");
    assert_eq!(answered("INFO", 200, "/healthz"), 1, "{log:#?}");
}

#[tokio::test]
async fn log_that_cannot_be_written_stops_nothing() {
    let server = Sandbox::configured().serve_without_log_reader();
    for _ in 0..3 {
        assert_eq!(reqwest::get(server.url("/healthz")).await.unwrap().status(), 200);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_are_logged_and_secrets_are_not() {
    let sandbox =
        Sandbox::configured().with_env("RUST_LOG", "trace").with_env("LEAD_WEBHOOK_SECRET", "segreto-del-webhook");
    sandbox.write("anna.json", ANNA);
    sandbox.run(&["import", "anna.json"]).ok();
    sandbox.write("sources.json", SOURCES);
    sandbox.run(&["import", "sources.json"]).ok();
    let server = sandbox.serve();
    let http = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    let body =
        r#"{"token":"token-of-anna-in-tests","entity_type":"general","entity_id":"anna","text":"testo-riservato"}"#;
    let csrf = http.get(server.url("/api/auth/csrf")).send().await.unwrap();
    let cookie = csrf.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
    let token: serde_json::Value = serde_json::from_str(&csrf.text().await.unwrap()).unwrap();
    let token = token["csrfToken"].as_str().unwrap().to_owned();
    let sign_in = |password: &str| {
        let body = serde_json::json!({"csrfToken": token, "email": "admin@example.com", "password": password});
        http.post(server.url("/api/auth/callback/credentials")).header("cookie", &cookie).body(body.to_string())
    };
    let visit = http.get(server.url("/c/anna-a1b2")).send().await.unwrap();
    let portal_cookie = visit.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
    let (_, credential) = portal_cookie.split_once('=').unwrap();
    let mut session = None;
    for request in [
        http.get(server.url("/c/anna-a1b2")).header("cookie", &portal_cookie),
        http.get(server.url(&format!("/api/client/chat?token={credential}&project_id=casa"))),
        http.post(server.url("/rpc/comment")).body(format!("pass={credential}&text=testo-riservato")),
        http.get(server.url("/manifest.webmanifest?at=anna-a1b2")),
        http.post(server.url("/api/client/comment")).body(body),
        http.get(server.url("/api/client/chat?token=token-of-anna-in-tests&project_id=casa")),
        http.get(server.url("/api/client/chat?token=gettone-sbagliato&project_id=casa")),
        http.get(server.url("/c/token-of-anna-in-tests")),
        http.get(server.url("/c/anna-a1b2?channel=gettone-sbagliato")),
        http.get(server.url("/c/anna-a1b2?link=anna.gettone-sbagliato")),
        http.get(server.url("/c/gettone-sbagliato")),
        http.get(server.url("/nope/token-of-anna-in-tests")),
        http.post(server.url("/rpc/comment")).body("key=token-of-anna-in-tests&text=testo-riservato"),
        http.post(server.url("/api/webhooks/lead")).header("x-webhook-secret", "segreto-sbagliato").body(body),
        http.post(server.url("/api/webhooks/lead"))
            .header("x-webhook-secret", "segreto-del-webhook")
            .body("name=testo-riservato"),
        http.post(server.url("/api/webhooks/lead/chiave-della-fonte-segreta")).body("name=testo-riservato"),
        http.post(server.url("/api/webhooks/lead/chiave-della-fonte-segreta?x=testo-riservato"))
            .body("x=testo-riservato"),
        http.post(server.url("/api/webhooks/lead/chiave-della-fonte-segreta-2"))
            .header("typeform-signature", "sha256=firma-sbagliata")
            .body("name=testo-riservato"),
        http.get(server.url("/api/webhooks/lead/chiave-della-fonte-segreta")),
        http.post(server.url("/api/webhooks/lead/chiave-della-fonte-segreta/")).body("name=testo-riservato"),
        http.post(server.url("/api/webhooks/lead/chiave-di-nessuna-fonte")).body("name=testo-riservato"),
        http.get(server.url("/api/internal/validate-token?token=gettone-sbagliato"))
            .header("x-internal-secret", "segreto-sbagliato"),
        sign_in("parola-sbagliata"),
        sign_in(PASSWORD),
    ] {
        let response = request.send().await.unwrap();
        assert!(response.status().as_u16() < 500);
        let mut set = response.headers().get_all("set-cookie").iter().filter_map(|line| line.to_str().ok());
        session = set.find_map(|line| line.strip_prefix("atrio.session=")).map(str::to_owned).or(session);
    }
    let session = session.expect("a session");
    let session = session.split(';').next().unwrap();

    server.signal("TERM");
    let (status, _, log) = server.wait_for_exit(Duration::from_secs(10));
    assert_eq!(status, Some(0));
    let log = log.join("\n");
    assert!(log.contains(r#""route":"/c/{key}""#) && log.contains(r#""status":404"#), "{log}");
    assert!(log.contains(r#""route":"/api/webhooks/lead/{key}""#), "{log}");
    for secret in SECRETS.into_iter().chain([session, &cookie[11..], &token, credential]) {
        let line = log.lines().find(|line| line.contains(secret));
        assert_eq!(line, None, "{secret}");
    }
}
