//! What requests without a credential cost: nothing is stored, no memory is kept, nothing is sent.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures_util::{StreamExt as _, stream};
use reqwest::{Client, Method, StatusCode, header};
use server::AppState;
use server::config::{Config, Environment};
use sqlx::{AnyConnection, AssertSqlSafe, Connection as _};
use store::{Store, SystemClock};
use tokio::net::TcpListener;

use crate::postgres::Database;
use crate::support::{ANNA, PASSWORD, PROCESSOR, RunningServer, SECRET, Sandbox};

const ADDRESSES: u32 = 100;
/// Of memory.
const MAX_GROWTH: u64 = 20 << 20;
/// Of the database: PostgreSQL keeps books of its own.
const MAX_DISK_GROWTH: i64 = 1 << 20;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn public_posts_without_credential_leave_nothing_on_sqlite() {
    leave_nothing(Sandbox::configured(), "sqlite://data/atrio.db", 1_000).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn public_posts_without_credential_leave_nothing_on_postgres() {
    let database = Database::new("public_posts").await;
    // What is kept in memory is the same.
    leave_nothing(Sandbox::configured(), &database.url, 100).await;
    database.drop().await;
}

async fn leave_nothing(sandbox: Sandbox, database: &str, requests_per_path: u32) {
    let _alone = PROCESSOR.lock().await;
    let (mail_server, connections) = mail_server().await;
    let sandbox = sandbox
        .with_env("DATABASE_URL", database)
        .with_env("SMTP_URL", &mail_server)
        .with_env("MAIL_FROM", "atrio@example.com")
        .with_env("NOTIFY_AFTER", "0s");
    sandbox.run_with(&["import", "-"], ANNA.as_bytes()).ok();
    let server = sandbox.serve();
    let client = Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    let paths = public_paths().await;
    assert!(paths.contains(&"/rpc/comment") && paths.contains(&"/rpc/form/{key}"), "{paths:?}");
    assert!(paths.contains(&"/admin/join/{key}") && paths.contains(&"/admin/reset"), "{paths:?}");
    for (number, path) in (0_u8..).zip(&paths) {
        flood(&client, &server, path, &format!("198.51.{number}"), 40).await;
    }
    let database = database.replace("://data", &format!("://{}/data", sandbox.path().display()));
    let ((rows, size), memory) = (stored(&database).await, resident_memory(&server));
    for (number, path) in (0_u8..).zip(&paths) {
        flood(&client, &server, path, &format!("203.0.{number}"), requests_per_path).await;
    }
    let (rows_after, size_after) = stored(&database).await;
    assert_eq!(rows_after, rows);
    assert!(size_after - size < MAX_DISK_GROWTH, "{size_after} bytes after {size}");
    let growth = resident_memory(&server).saturating_sub(memory);
    assert!(growth < MAX_GROWTH, "{growth} bytes");
    assert_eq!(connections.load(Ordering::SeqCst), 0, "nobody gets an e-mail");
}

/// Those that take a POST are found by sending one; the agency's are tested by `admin_access.rs`, except those that set a
/// password.
async fn public_paths() -> Vec<&'static str> {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}/atrio.db", folder.path().display());
    let store = Store::connect(&url, Arc::new(SystemClock)).await.unwrap();
    let settings = [
        ("ADMIN_EMAIL", "admin@example.com"),
        ("ADMIN_PASSWORD", PASSWORD),
        ("AUTH_SECRET", SECRET),
        ("LEPTOS_SITE_ADDR", "127.0.0.1:0"),
    ];
    let config = Config::read(&Environment::from_pairs(settings)).unwrap();
    let mut paths = server::paths(&AppState::new(store.clone(), config).unwrap());
    let sets_password = |path: &str| path.starts_with("/admin/join") || path.starts_with("/admin/reset");
    paths.retain(|path| sets_password(path) || (!path.starts_with("/admin/") && !path.starts_with("/rpc/admin/")));
    store.close().await;
    paths
}

/// Sends so many requests to `path` from addresses in `network`, because some paths share a limit, unless the path
/// takes no POST.
async fn flood(client: &Client, server: &RunningServer, path: &str, network: &str, requests: u32) {
    let send = |number: u32| async move {
        let path = path.replace("{key}", &format!("chiave-{number}")).replace("{*unknown}", "altro");
        let (content_type, body) = hostile_body(number);
        let request = client
            .request(Method::POST, server.url(&path))
            .header("x-forwarded-for", format!("{network}.{}", number % ADDRESSES))
            .header("x-webhook-secret", "falso")
            .header(header::ACCEPT, if number.is_multiple_of(2) { "text/html" } else { "*/*" })
            .header(header::CONTENT_TYPE, content_type)
            .body(body);
        request.send().await.unwrap().status()
    };
    if send(0).await == StatusCode::METHOD_NOT_ALLOWED {
        return;
    }
    let statuses: Vec<StatusCode> = stream::iter(1..requests).map(send).buffer_unordered(16).collect().await;
    let is_refused = |status: &StatusCode| status.is_client_error() || status.is_redirection();
    assert!(statuses.iter().all(is_refused), "{path}: {statuses:?}");
}

/// With the fields of every form and the members of every JSON body.
fn hostile_body(number: u32) -> (&'static str, String) {
    let text = match number % 4 {
        0 => "\u{1}".repeat(32_000),
        1 => "testo ".repeat(5_000),
        _ => "Ciao".to_owned(),
    };
    if number.is_multiple_of(3) {
        let body = serde_json::json!({
            "token": "nobody-nobody-nobody-nobody-nobody-nobody-n", "project_id": "casa", "channel_key": "anna",
            "entity_type": "general", "entity_id": "anna", "deliverableId": "logo", "text": text,
            "name": "Anna", "email": "anna@example.it", "message": "Ciao", "password": "sbagliata",
            "subscription": {"endpoint": "https://push.example/1", "keys": {"p256dh": "x", "auth": "x"}},
        });
        return ("application/json", body.to_string());
    }
    let fields = "key=anna-a1b2&pass=anna.AAAA&project=casa&channel=anna&deliverable=logo&notify=never\
         &form[name]=Anna&form[email]=anna@example.it&form[message]=Ciao&form[consent]=on\
         &name=Anna&email=anna@example.it&password=sbagliata&List-Unsubscribe=One-Click";
    ("application/x-www-form-urlencoded", format!("{fields}&text={text}&reason={text}"))
}

/// The address of a listener, and how many have connected to it.
async fn mail_server() -> (String, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("smtp://{}", listener.local_addr().unwrap());
    let connections = Arc::new(AtomicUsize::new(0));
    let counted = connections.clone();
    tokio::spawn(async move {
        while listener.accept().await.is_ok() {
            counted.fetch_add(1, Ordering::SeqCst);
        }
    });
    (url, connections)
}

/// The name of every table with the number of its rows, and the bytes of the database.
async fn stored(url: &str) -> (Vec<(String, i64)>, i64) {
    sqlx::any::install_default_drivers();
    let mut connection = AnyConnection::connect(url).await.unwrap();
    let [names, size] = if url.starts_with("sqlite") {
        [
            "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name",
            "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
        ]
    } else {
        [
            "SELECT CAST(tablename AS TEXT) FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename",
            "SELECT pg_database_size(current_database())",
        ]
    };
    let tables: Vec<String> = sqlx::query_scalar(names).fetch_all(&mut connection).await.unwrap();
    let mut rows = Vec::new();
    // Wrong slugs are counted up to a budget, whatever the method (`domain::guessing::slugs`).
    for table in tables.into_iter().filter(|table| table != "slug_guess") {
        let count = AssertSqlSafe(format!("SELECT COUNT(*) FROM {table}"));
        rows.push((table, sqlx::query_scalar(count).fetch_one(&mut connection).await.unwrap()));
    }
    let size = sqlx::query_scalar(size).fetch_one(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    (rows, size)
}

/// In bytes.
fn resident_memory(server: &RunningServer) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() << 10
}
