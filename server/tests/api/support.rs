//! A running server for each test: the real router on a loopback socket, on either database, with the records
//! of `workspace.json` and manual clocks.

use std::pin::Pin;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use domain::Timestamp;
use reqwest::{Method, RequestBuilder, StatusCode, header};
use serde_json::Value;
use server::config::{Config, FilesConfig, LogFormat, Secret, TrustedProxies};
use server::middleware::rate_limit::RateLimiter;
use server::{AppState, password, router, serve};
use store::{MockClock, Store};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;

use crate::database::{Database, TestDatabase};

/// Anna's portal token.
pub(crate) const ANNA: &str = "anna-anna-anna-anna-anna-anna-anna-anna-ann";
pub(crate) const BRUNO: &str = "bruno-bruno-bruno-bruno-bruno-bruno-bruno-b";
/// A token of no client.
pub(crate) const NOBODY: &str = "nobody-nobody-nobody-nobody-nobody-nobody-n";
/// `LEAD_WEBHOOK_SECRET`.
pub(crate) const WEBHOOK_SECRET: &str = "webhook-segreto";
/// `INTERNAL_SECRET`.
pub(crate) const INTERNAL_SECRET: &str = "interno-segreto";
/// `ADMIN_EMAIL`.
pub(crate) const ADMIN_EMAIL: &str = "admin@example.it";
/// `ADMIN_PASSWORD`.
pub(crate) const ADMIN_PASSWORD: &str = "una password lunga";
/// Hashing takes longer than most tests.
static ADMIN_PASSWORD_HASH: LazyLock<String> = LazyLock::new(|| password::hash(ADMIN_PASSWORD).expect("a hash"));
/// The initial time of the clock.
pub(crate) const NOW: &str = "2026-11-20T10:00:00.000Z";

/// Generates a test on SQLite for each named `async fn(TestServer)`: the same statements run on PostgreSQL in the tests
/// of `store`.
macro_rules! on_sqlite {
    ($($test:ident),+ $(,)?) => {$(
        mod $test {
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                crate::support::run(crate::database::Database::Sqlite, |atrio| Box::pin(super::$test(atrio))).await;
            }
        }
    )+};
}
pub(crate) use on_sqlite;

/// Generates a test on each database, for what a test of `store` cannot stand for: requests that wait for each other,
/// several processes, exports, faults, texts that only PostgreSQL refuses (NUL), statements that only a page sends.
macro_rules! on_both_databases {
    ($($test:ident),+ $(,)?) => {$(
        mod $test {
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                crate::support::run(crate::database::Database::Sqlite, |atrio| Box::pin(super::$test(atrio))).await;
            }
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                crate::support::run(crate::database::Database::Postgres, |atrio| Box::pin(super::$test(atrio))).await;
            }
        }
    )+};
}
pub(crate) use on_both_databases;

/// Boxed, so that what runs it is compiled once.
pub(crate) type TestFuture = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Runs `test` with its own server and database, and removes both, also when it fails.
pub(crate) async fn run(database: Database, test: fn(TestServer) -> TestFuture) {
    let database = TestDatabase::create(database).await;
    let (atrio, stop) = TestServer::start(&database.url).await;
    let store = atrio.store.clone();
    let outcome = tokio::spawn(test(atrio)).await;
    drop(stop);
    store.close().await;
    database.drop().await;
    if let Err(failure) = outcome {
        std::panic::resume_unwind(failure.into_panic());
    }
}

/// A running server.
#[derive(Clone)]
pub(crate) struct TestServer {
    /// `http://127.0.0.1:{port}`.
    pub(crate) origin: String,
    pub(crate) url: String,
    pub(crate) store: Store,
    /// The clock of the store.
    pub(crate) clock: Arc<MockClock>,
    /// The clock of the rate limiter, in milliseconds.
    ticks: Arc<AtomicU64>,
    /// Follows no redirects and keeps no cookies.
    pub(crate) http: reqwest::Client,
}

impl TestServer {
    /// Starts a server on the test database at `url`; it stops when the returned sender is dropped.
    pub(crate) async fn start(url: &str) -> (Self, oneshot::Sender<()>) {
        let clock = Arc::new(MockClock::at(NOW.parse::<Timestamp>().expect("a moment")));
        let store = Store::connect(url, clock.clone()).await.expect("a database");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let origin = format!("http://{address}");
        let ticks = Arc::new(AtomicU64::new(0));
        let read = ticks.clone();
        let limiter = RateLimiter::with_ticks(move || Duration::from_millis(read.load(Ordering::SeqCst)));
        let state = AppState::with_limiter(store.clone(), config(url, &origin), limiter).expect("a state");

        let (stop, stopped) = oneshot::channel::<()>();
        tokio::spawn(serve::accept_until(listener, router(state), async {
            let _ = stopped.await;
        }));
        let http = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().expect("a client");
        (Self { origin, url: url.to_owned(), store, clock, ticks, http }, stop)
    }

    /// Another server on the same database and clock with other settings; it stops with the test.
    pub(crate) async fn with_config(&self, change: impl FnOnce(&mut Config)) -> Self {
        self.with_state(change).await.0
    }

    /// The same with the state of that server.
    pub(crate) async fn with_state(&self, change: impl FnOnce(&mut Config)) -> (Self, AppState) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let origin = format!("http://{}", listener.local_addr().expect("an address"));
        let mut config = config(&self.url, &origin);
        change(&mut config);
        let state = AppState::new(self.store.clone(), config).expect("a state");
        tokio::spawn(serve::accept_until(listener, router(state.clone()), std::future::pending()));
        (Self { origin, ..self.clone() }, state)
    }

    /// Another process on the same database and clock; it stops with the test.
    pub(crate) async fn another_process(&self) -> Self {
        let store = Store::connect(&self.url, self.clock.clone()).await.expect("a database");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let origin = format!("http://{}", listener.local_addr().expect("an address"));
        let app = router(AppState::new(store.clone(), config(&self.url, &origin)).expect("a state"));
        tokio::spawn(serve::accept_until(listener, app, std::future::pending()));
        Self { origin, store, ..self.clone() }
    }

    /// Advances the clock of the rate limiter.
    pub(crate) fn advance_limiter(&self, time: Duration) {
        let millis = u64::try_from(time.as_millis()).expect("a short time");
        self.ticks.fetch_add(millis, Ordering::SeqCst);
    }

    /// A request from an IP address that no other request uses.
    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        static NEXT: AtomicU32 = AtomicU32::new(0x0A00_0000);
        let ip = std::net::Ipv4Addr::from_bits(NEXT.fetch_add(1, Ordering::Relaxed));
        self.request_from(&ip.to_string(), method, path)
    }

    /// A request from `ip`, as reported by a trusted proxy.
    pub(crate) fn request_from(&self, ip: &str, method: Method, path: &str) -> RequestBuilder {
        self.http.request(method, format!("{}{path}", self.origin)).header("x-forwarded-for", ip)
    }

    /// `GET path`.
    pub(crate) async fn get(&self, path: &str) -> TestResponse {
        TestResponse::to(self.request(Method::GET, path)).await
    }

    /// `POST path` with a body.
    pub(crate) async fn post(&self, path: &str, body: impl Into<reqwest::Body>) -> TestResponse {
        TestResponse::to(self.request(Method::POST, path).body(body)).await
    }

    /// Sends raw `bytes` on a separate connection, and returns the whole response.
    pub(crate) async fn send_raw(&self, bytes: &[u8]) -> String {
        let address = self.origin.trim_start_matches("http://");
        let mut stream = TcpStream::connect(address).await.expect("a connection");
        stream.write_all(bytes).await.expect("sent");
        let mut received = Vec::new();
        let all = stream.read_to_end(&mut received);
        tokio::time::timeout(Duration::from_secs(5), all).await.expect("in time").expect("an answer");
        String::from_utf8(received).expect("UTF-8")
    }

    /// All records, as an export.
    pub(crate) async fn export(&self) -> Value {
        serde_json::from_slice(&self.store.export().await.expect("an export")).expect("JSON")
    }

    /// All records except stored deliveries, to check that nothing changed.
    pub(crate) async fn export_without_deliveries(&self) -> Value {
        let mut everything = self.export().await;
        everything.as_object_mut().expect("an object").remove("lead_deliveries");
        everything
    }

    /// Runs a statement without the store, which then knows that something has changed.
    pub(crate) async fn sql(&self, statement: &str) {
        crate::database::execute(&self.url, statement).await;
        // Fails while a table is hidden: then nothing has changed that is kept in memory.
        self.store.import(&b"{}"[..], &mut |_, _| ()).await.ok();
    }

    pub(crate) async fn records(&self, kind: &str) -> Vec<Value> {
        self.export().await[kind].as_array().expect("an array").clone()
    }

    /// Null where there is none.
    pub(crate) async fn record(&self, kind: &str, id: &str) -> Value {
        self.records(kind).await.into_iter().find(|record| record["id"] == id).unwrap_or(Value::Null)
    }

    /// Imports `records`, in the format of an export.
    pub(crate) async fn import(&self, records: &Value) {
        self.store.import(records.to_string().as_bytes(), &mut |_, _| ()).await.expect("an import");
    }

    /// The portal credential of the person with this token.
    pub(crate) async fn credential(&self, token: &str) -> String {
        self.store.client_by_token(token).await.expect("a person").portal_credential()
    }
}

/// Beside the database, or with its name.
pub(crate) fn files_folder(database_url: &str) -> std::path::PathBuf {
    match database_url.strip_prefix("sqlite://") {
        Some(file) => std::path::Path::new(file).with_file_name("files"),
        None => std::env::temp_dir().join("atrio-test-files").join(database_url.rsplit('/').next().unwrap_or_default()),
    }
}

/// The settings of a server at `origin`.
pub(crate) fn config(database_url: &str, origin: &str) -> Config {
    Config {
        database_url: database_url.to_owned(),
        listen: "127.0.0.1:0".parse().expect("an address"),
        metrics: None,
        base_url: origin.to_owned(),
        admin_email: ADMIN_EMAIL.to_owned(),
        admin_password_hash: Secret::new(ADMIN_PASSWORD_HASH.as_str()),
        admin_password_source: Secret::new(ADMIN_PASSWORD),
        auth_secrets: vec![Secret::new("x".repeat(32))],
        lead_webhook_secret: Some(Secret::new(WEBHOOK_SECRET)),
        internal_secret: Some(Secret::new(INTERNAL_SECRET)),
        mail: None,
        notify_after: Duration::from_mins(5),
        files: FilesConfig::in_folder(files_folder(database_url)),
        trusted_proxies: TrustedProxies::Private,
        log_format: LogFormat::Text,
    }
}

#[derive(Debug)]
pub(crate) struct TestResponse {
    pub(crate) status: StatusCode,
    pub(crate) headers: header::HeaderMap,
    pub(crate) text: String,
}

impl TestResponse {
    /// Sends `request`; fails on any 5xx.
    pub(crate) async fn to(request: RequestBuilder) -> Self {
        let response = request.send().await.expect("an answer");
        let (status, headers) = (response.status(), response.headers().clone());
        let text = response.text().await.expect("a body");
        assert!(status.as_u16() < 500, "{status} {text}");
        Self { status, headers, text }
    }

    /// The value of a header, or an empty string.
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().expect("ASCII"))
    }

    /// The body, which must be JSON with the headers of the API.
    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.header("content-type"), "application/json; charset=utf-8");
        assert_eq!(self.header("cache-control"), "no-store");
        serde_json::from_str(&self.text).expect("JSON")
    }

    /// Checks for exactly this error, byte by byte.
    #[track_caller]
    pub(crate) fn assert_error(&self, status: u16, error: &str) {
        assert_eq!((self.status.as_u16(), self.text.as_str()), (status, &*format!(r#"{{"error":"{error}"}}"#)));
        self.json();
    }

    /// Checks the status and the whole body.
    #[track_caller]
    pub(crate) fn assert_json(&self, status: u16, body: &Value) {
        assert_eq!((self.status.as_u16(), &self.json()), (status, body));
    }
}

/// Parses an id.
#[track_caller]
pub(crate) fn to_id<T: TryFrom<String>>(id: &str) -> T {
    T::try_from(id.to_owned()).ok().expect(id)
}
