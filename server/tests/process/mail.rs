//! E-mails to aiosmtpd, a mail server in Python.

use std::collections::BTreeMap;
use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::json;
use sqlx::{Connection as _, SqliteConnection};

use crate::support::{RunningServer, Sandbox, wait_until};

/// Of Debian, whose package `python3-aiosmtpd` it finds.
const PYTHON: &str = "/usr/bin/python3";
const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/process/mail_server.py");
const LOGIN: &str = "studio:pass:word";

/// A mail server of a test, killed when it is dropped.
struct MailServer {
    process: Child,
    port: u16,
    received: PathBuf,
}

/// As the script writes it.
#[derive(Deserialize)]
struct Email {
    to: Vec<String>,
    encrypted: bool,
    authenticated: bool,
    headers: BTreeMap<String, String>,
    parts: BTreeMap<String, String>,
}

impl MailServer {
    async fn start(folder: &Path, options: &[&str]) -> Self {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let received = folder.join("received.jsonl");
        fs::write(&received, "").unwrap();
        let mut command = Command::new(PYTHON);
        command.arg(SCRIPT).arg(port.to_string()).arg(&received).args(options).current_dir(folder);
        let server = Self { process: command.spawn().unwrap(), port, received };
        wait_until(|| TcpStream::connect(("127.0.0.1", port)).is_ok()).await;
        server
    }

    fn received(&self) -> Vec<Email> {
        let text = fs::read_to_string(&self.received).unwrap();
        // The last line may be incomplete.
        let lines = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
        lines.map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

impl Drop for MailServer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Sends at once, at every hour, to the agency at `agency`. A client has been imported.
fn sandbox(agency: &str, smtp_url: &str) -> Sandbox {
    let sandbox = Sandbox::configured()
        .with_env("ADMIN_EMAIL", agency)
        .with_env("SMTP_URL", smtp_url)
        .with_env("MAIL_FROM", "\"Studio, Calanco\" <studio@example.com>")
        .with_env("NOTIFY_AFTER", "0s");
    let workspace = json!({
        "clients": [{ "id": "anna", "name": "Anna 🌷 & “Figlie”", "token": "token-of-anna-in-tests" }],
        "settings": [{ "key": "quiet_hours", "value": "off" }],
    });
    sandbox.write("workspace.json", &workspace.to_string());
    sandbox.run(&["import", "workspace.json"]).ok();
    sandbox
}

async fn post(server: &RunningServer, text: &str) {
    let body = json!({
        "token": "token-of-anna-in-tests", "entity_type": "general", "entity_id": "anna", "text": text,
    });
    let answer = reqwest::Client::new().post(server.url("/api/client/comment")).json(&body).send().await;
    assert_eq!(answer.unwrap().status(), 201);
}

/// State and reason of the only notification.
async fn notification(sandbox: &Sandbox) -> (String, Option<String>) {
    let database = format!("sqlite://{}", sandbox.path().join("data/atrio.db").display());
    let mut connection = SqliteConnection::connect(&database).await.unwrap();
    sqlx::query_as("SELECT state, reason FROM notification").fetch_one(&mut connection).await.unwrap()
}

/// Waits until the only notification is so.
async fn expect_notification(sandbox: &Sandbox, state: &str, reason: &str) {
    let started = Instant::now();
    loop {
        let found = notification(sandbox).await;
        if found.0 == state && found.1.as_deref().is_some_and(|words| words.contains(reason)) {
            return;
        }
        assert!(started.elapsed() < Duration::from_secs(20), "{found:?}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// `certificate.pem` and `key.pem` for `localhost`, which no authority has signed.
fn certify(folder: &Path) {
    let arguments = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -noenc -days 2 -subj /CN=atrio-tests \
                     -addext subjectAltName=DNS:localhost -addext basicConstraints=critical,CA:FALSE \
                     -keyout key.pem -out certificate.pem";
    let output = Command::new("openssl").args(arguments.split_whitespace()).current_dir(folder).output();
    assert!(output.unwrap().status.success());
}

#[tokio::test]
async fn email_reaches_a_server_with_certificate_and_login() {
    let folder = tempfile::tempdir().unwrap();
    certify(folder.path());
    let options = ["--certificate", "certificate.pem", "--key", "key.pem", "--login", LOGIN];
    let mail = MailServer::start(folder.path(), &options).await;
    let url = format!("smtps://studio:pass%3Aword@localhost:{}", mail.port);
    let sandbox = sandbox("studio@example.com", &url)
        .with_env("SSL_CERT_FILE", folder.path().join("certificate.pem").to_str().unwrap());
    let server = sandbox.serve();
    post(&server, "Così va bene? 🎉\n.\nFrom qui").await;
    wait_until(|| !mail.received().is_empty()).await;
    let Email { to, encrypted, authenticated, headers, parts } = mail.received().pop().unwrap();
    assert_eq!((to, encrypted, authenticated), (vec!["studio@example.com".to_owned()], true, true));
    assert_eq!(headers["Subject"], "Nuovo messaggio da Anna 🌷 & “Figlie”");
    assert_eq!(headers["From"], "\"Studio, Calanco\" <studio@example.com>");
    assert_eq!(headers["Auto-Submitted"], "auto-generated");
    assert!(parts["text/plain"].contains("> Così va bene? 🎉\n> .\n> From qui\n"), "{}", parts["text/plain"]);
    assert!(parts["text/html"].contains("Così va bene? 🎉"), "{}", parts["text/html"]);
}

#[tokio::test]
async fn server_without_a_trusted_certificate_gets_nothing() {
    let folder = tempfile::tempdir().unwrap();
    certify(folder.path());
    let mail = MailServer::start(folder.path(), &["--certificate", "certificate.pem", "--key", "key.pem"]).await;
    let sandbox = sandbox("studio@example.com", &format!("smtps://localhost:{}", mail.port));
    let server = sandbox.serve();
    post(&server, "Ciao").await;
    expect_notification(&sandbox, "waiting", "certificate").await;
    assert!(mail.received().is_empty());
}

#[tokio::test]
async fn refusals_are_tried_again_or_final() {
    for (agency, state, words) in [
        ("rcpt-451@example.com", "waiting", "451 as asked (RCPT TO)"),
        ("data-451@example.com", "waiting", "451 as asked (end of DATA)"),
        ("rcpt-550@example.com", "failed", "550 as asked (RCPT TO)"),
        ("data-554@example.com", "failed", "554 as asked (end of DATA)"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let mail = MailServer::start(folder.path(), &[]).await;
        let sandbox = sandbox(agency, &format!("smtp://localhost:{}", mail.port));
        let server = sandbox.serve();
        post(&server, "Ciao").await;
        expect_notification(&sandbox, state, words).await;
        assert!(mail.received().is_empty(), "{agency}");
    }
}

#[tokio::test]
async fn mail_server_that_hangs_does_not_delay_the_end_of_the_process() {
    let folder = tempfile::tempdir().unwrap();
    let mail = MailServer::start(folder.path(), &[]).await;
    let sandbox = sandbox("hang-data@example.com", &format!("smtp://localhost:{}", mail.port));
    let server = sandbox.serve();
    post(&server, "Ciao").await;
    while notification(&sandbox).await.0 != "sending" {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    server.signal("TERM");
    let (status, _, log) = server.wait_for_exit(Duration::from_secs(10));
    assert_eq!(status, Some(0), "{log:#?}");
    assert!(log.iter().all(|line| !line.contains("hang-data") && !line.contains("Ciao")), "{log:#?}");
}
