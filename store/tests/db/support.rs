//! A database for each test, and a small workspace to import.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use domain::audit::Actor;
use domain::{DomainError, MessageText, Timestamp};
use serde_json::Value;
use serde_json::value::RawValue;
use sqlx::{AnyConnection, Connection, Executor, PgConnection};
use store::{ClientScope, Error, ImportError, MockClock, Result, Store};
use tempfile::TempDir;

/// Runs each test on both databases, as `name::sqlite` and `name::postgres`.
macro_rules! on_both_databases {
    ($(async fn $name:ident($db:ident: Database) $body:block)+) => {$(
        async fn $name($db: crate::support::Database) $body

        mod $name {
            #[test]
            fn sqlite() {
                crate::support::Database::on_sqlite(super::$name);
            }

            #[test]
            fn postgres() {
                crate::support::Database::on_postgres(super::$name);
            }
        }
    )+};
}
pub(crate) use on_both_databases;

/// Boxed, so that what runs it is compiled once.
type Test<'a> = Box<dyn FnOnce(Database) -> Pin<Box<dyn Future<Output = ()> + 'a>> + 'a>;

/// Migrations take longer than most tests: they get a copy of this file.
static SQLITE_TEMPLATE: OnceLock<TempDir> = OnceLock::new();

fn sqlite_url(folder: &TempDir) -> String {
    format!("sqlite://{}/atrio.db", folder.path().display())
}

/// The database of one test, and a manual clock.
#[derive(Clone)]
pub(crate) struct Database {
    pub(crate) url: String,
    pub(crate) clock: Arc<MockClock>,
    pub(crate) store: Store,
}

/// The initial time of the clock, 2026-11-20T12:00:00Z.
pub(crate) fn noon() -> Timestamp {
    "2026-11-20T12:00:00Z".parse().unwrap()
}

/// Parses the read receipts of a poll.
pub(crate) fn read_times(json: &RawValue) -> BTreeMap<String, Timestamp> {
    serde_json::from_str(json.get()).unwrap()
}

/// The account of the environment.
pub(crate) fn admin() -> Actor {
    Actor::Admin("admin@example.it".to_owned())
}

/// Parses an id.
#[track_caller]
pub(crate) fn to_id<T: TryFrom<String>>(id: &str) -> T {
    T::try_from(id.to_owned()).ok().expect(id)
}

#[track_caller]
pub(crate) fn domain_error<T: Debug>(outcome: Result<T>) -> DomainError {
    match outcome {
        Err(Error::Domain(refusal)) => refusal,
        other => panic!("expected a domain error, got {other:?}"),
    }
}

#[track_caller]
pub(crate) fn assert_domain_error<T: Debug>(outcome: &Result<T>, why: DomainError) {
    assert!(matches!(outcome, Err(Error::Domain(refusal)) if *refusal == why), "{outcome:?}");
}

/// All records.
pub(crate) async fn export(store: &Store) -> Value {
    serde_json::from_slice(&store.export().await.unwrap()).unwrap()
}

pub(crate) async fn import_error(store: &Store, file: Value) -> String {
    match store.import(file.to_string().as_bytes(), &mut |_, _| ()).await {
        Err(ImportError::Invalid(problem)) => problem,
        other => panic!("expected an import error for {file}, got {other:?}"),
    }
}

impl Database {
    /// Runs `test` on a new SQLite file.
    pub(crate) fn on_sqlite<F: Future<Output = ()>>(test: impl FnOnce(Self) -> F) {
        Self::run_on_sqlite(Box::new(|db| Box::pin(test(db))));
    }

    fn run_on_sqlite(test: Test) {
        let template = SQLITE_TEMPLATE.get_or_init(|| {
            let folder = tempfile::tempdir().unwrap();
            runtime().block_on(async { Self::at(sqlite_url(&folder)).await.store.close().await });
            folder
        });
        let folder = tempfile::tempdir().unwrap();
        std::fs::copy(template.path().join("atrio.db"), folder.path().join("atrio.db")).unwrap();
        Self::run_at(sqlite_url(&folder), test);
    }

    /// Runs `test` on a new PostgreSQL database, which is dropped afterwards, also on failure.
    pub(crate) fn on_postgres<F: Future<Output = ()>>(test: impl FnOnce(Self) -> F) {
        Self::run_on_postgres(Box::new(|db| Box::pin(test(db))));
    }

    fn run_on_postgres(test: Test) {
        let server = std::env::var("TEST_POSTGRES_URL")
            .expect("TEST_POSTGRES_URL is not set: run the tests by `cargo xtask test`, which starts PostgreSQL");
        let name = new_name();
        let dropped = Dropped { server: server.clone(), name: name.clone() };
        let (address, _) = server.rsplit_once('/').unwrap();
        let url = format!("{address}/{name}");
        // The files of the template are copied, not its pages through the log: less work for so small a database.
        runtime().block_on(create(&server, &format!("{name} STRATEGY FILE_COPY")));
        Self::run_at(url, test);
        drop(dropped);
    }

    fn run_at(url: String, test: Test) {
        runtime().block_on(async {
            let database = Self::at(url).await;
            test(database.clone()).await;
            database.store.close().await;
        });
    }

    async fn at(url: String) -> Self {
        let clock = Arc::new(MockClock::at(noon()));
        let store = Store::connect(&url, clock.clone()).await.unwrap();
        Self { url, clock, store }
    }

    /// Another store on the same database with its own clock, in place of another process.
    pub(crate) async fn another_process(&self, clock: Arc<MockClock>) -> Store {
        Store::connect(&self.url, clock).await.unwrap()
    }

    /// The URL of a second database of the same kind, without tables.
    pub(crate) async fn sibling_address(&self) -> String {
        let Some((_, name)) = self.url.rsplit_once('/').filter(|_| self.url.starts_with("postgres")) else {
            return format!("{}-sibling", self.url);
        };
        create(&std::env::var("TEST_POSTGRES_URL").unwrap(), &format!("{name}_sibling TEMPLATE template0")).await;
        format!("{}_sibling", self.url)
    }

    /// A second, empty database of the same kind.
    pub(crate) async fn sibling(&self) -> Self {
        Self::at(self.sibling_address().await).await
    }

    /// Imports `json`.
    pub(crate) async fn import(&self, json: &str) {
        self.store.import(json.as_bytes(), &mut |_, _| ()).await.unwrap();
    }

    /// With the two clients of [`WORKSPACE`].
    pub(crate) async fn with_workspace(&self) -> (ClientScope, ClientScope) {
        self.import(WORKSPACE).await;
        let rossi = self.store.client_by_token(ROSSI_TOKEN).await.unwrap();
        let verdi = self.store.client_by_token(VERDI_TOKEN).await.unwrap();
        (rossi, verdi)
    }

    /// How much the inbox shows as unread.
    pub(crate) async fn unread(&self) -> i64 {
        self.store.inbox("", true, None).await.unwrap().items.iter().map(|line| line.unread).sum()
    }

    /// Runs SQL without the store.
    pub(crate) async fn execute(&self, sql: impl Into<String>) {
        let mut connection = AnyConnection::connect(&self.url).await.unwrap();
        connection.execute(sqlx::AssertSqlSafe(sql.into())).await.unwrap();
        connection.close().await.unwrap();
    }

    /// The first column of the first row.
    pub(crate) async fn number(&self, sql: impl Into<String>) -> i64 {
        let mut connection = AnyConnection::connect(&self.url).await.unwrap();
        let number = sqlx::query_scalar(sqlx::AssertSqlSafe(sql.into())).fetch_one(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        number
    }
}

/// Drops a PostgreSQL database when the test ends, also by a panic.
struct Dropped {
    server: String,
    name: String,
}

impl Drop for Dropped {
    fn drop(&mut self) {
        runtime().block_on(async {
            // If the server is down, the test has failed already; a second panic would abort all tests.
            let Ok(mut admin) = PgConnection::connect(&self.server).await else { return };
            for name in [self.name.clone(), format!("{}_sibling", self.name)] {
                let drop = format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)");
                admin.execute(sqlx::AssertSqlSafe(drop)).await.unwrap();
            }
        });
    }
}

async fn create(server: &str, name_and_options: &str) {
    let mut admin = PgConnection::connect(server).await.unwrap();
    let create = format!("CREATE DATABASE {name_and_options}");
    admin.execute(sqlx::AssertSqlSafe(create)).await.unwrap();
}

fn new_name() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    format!("atrio_store_{}_{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap()
}

pub(crate) fn text(text: &str) -> MessageText {
    MessageText::parse(text).unwrap()
}

pub(crate) const ROSSI_TOKEN: &str = "rossi-token-rossi-token";
pub(crate) const VERDI_TOKEN: &str = "verdi-token-verdi-token";

/// Two clients. Rossi has two projects and an archived one, old comments on a task and a deliverable.
pub(crate) const WORKSPACE: &str = r#"{
"clients": [
  {"id": "rossi", "name": "Rossi", "token": "rossi-token-rossi-token", "slug": "rossi-a1b2"},
  {"id": "verdi", "name": "Verdi", "token": "verdi-token-verdi-token", "slug": "verdi-c3d4", "language": "en"}
],
"projects": [
  {"id": "site", "client_id": "rossi", "name": "Sito", "created_at": "2026-01-01"},
  {"id": "shop", "client_id": "rossi", "name": "Negozio", "created_at": "2026-02-01"},
  {"id": "old", "client_id": "rossi", "name": "Vecchio", "status": "archived", "created_at": "2025-01-01"},
  {"id": "app", "client_id": "verdi", "name": "App"}
],
"phases": [
  {"id": "design", "project_id": "site", "name": "Design", "status": "in_progress"},
  {"id": "build", "project_id": "site", "name": "Sviluppo"},
  {"id": "catalogue", "project_id": "shop", "name": "Catalogo"},
  {"id": "past", "project_id": "old", "name": "Passato"},
  {"id": "screens", "project_id": "app", "name": "Screens"}
],
"tasks": [
  {"id": "logo-task", "phase_id": "design", "title": "Disegnare il logo", "status": "in_progress"},
  {"id": "screens-task", "phase_id": "screens", "title": "Draw"}
],
"deliverables": [
  {"id": "logo", "task_id": "logo-task", "title": "Logo", "status": "in_review", "url": "https://example.com/logo"},
  {"id": "screen", "task_id": "screens-task", "title": "Screen", "status": "in_review"}
],
"comments": [
  {"id": "old-1", "entity_type": "task", "entity_id": "logo-task", "author": "admin", "text": "Sul task", "created_at": "2026-03-01T10:00:00Z"},
  {"id": "old-2", "entity_type": "deliverable", "entity_id": "logo", "author": "client", "text": "Sul logo", "created_at": "2026-03-02T10:00:00Z"},
  {"id": "verdi-1", "entity_type": "general", "entity_id": "verdi", "author": "admin", "text": "Hello", "created_at": "2026-03-03T10:00:00Z"}
],
"payments": [
  {"id": "p2", "project_id": "site", "label": "Saldo", "amount_cents": 50000},
  {"id": "p1", "project_id": "site", "label": "Acconto", "amount_cents": 50000, "due_on": "2026-01-15", "paid_at": "2026-01-14"}
],
"documents": [{"id": "d1", "project_id": "site", "name": "Contratto", "url": "https://example.com/contratto"}],
"time_entries": [{"id": "t1", "project_id": "site", "task_id": "logo-task", "spent_on": "2026-03-01", "minutes": 90}]
}"#;
