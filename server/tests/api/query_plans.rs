//! With a large database every page, every request of a client and every job reads few rows: each list uses an index, on
//! both databases, in the statements that are actually sent. An export reads each record once.
//!
//! The pages are opened on PostgreSQL, which reports the plan and the rows read of each statement. The same
//! statements are then explained on SQLite.

mod jobs;
mod postgres;
mod sent;
mod sqlite;

use std::collections::BTreeMap;

use domain::audit::Actor;
use reqwest::Method;
use sample::{PAGES, Scale};
use serde_json::{Value, json};
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Row};
use store::{MockClock, Store};

use self::sent::SentStatements;
use crate::browser::Browser;
use crate::database::{Database, TestDatabase};
use crate::support::{NOW, TestResponse, TestServer};

/// 500 projects, 5,000 tasks, 20,000 messages, 2,000 leads, 4,000 deliveries.
const SCALE: Scale = Scale::of(100);
/// A table with at least this many rows counts as large.
const LARGE_TABLE_ROWS: i64 = 400;

/// Pages of merged leads: the remaining lead, and the URL of the removed one.
const MERGED_LEAD_PAGES: [&str; 2] = ["/admin/leads/g-lead-500", "/admin/leads/g-lead-1000"];

/// Pages without lists.
const PAGES_WITHOUT_LISTS: &[&str] = &[
    "/admin/login",
    "/admin/account",
    "/admin/settings/people",
    "/admin/projects/{project}/deliverables/{deliverable}",
    "/admin/receipts/{deliverable}",
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn queries_use_an_index() {
    postgres::capture_notices();
    let [database, sqlite] = [Database::Postgres, Database::Sqlite].map(|database| tokio::spawn(workspace(database)));
    let (database, sqlite) = tokio::try_join!(database, sqlite).expect("workspaces");
    for setting in postgres::SETTINGS {
        database.execute(&format!("ALTER DATABASE {} SET {setting}", database.name())).await;
    }
    let outcome = tokio::spawn(on_postgres(database.url.clone())).await;
    database.drop().await;
    let mut sent = outcome.unwrap_or_else(|failure| std::panic::resume_unwind(failure.into_panic()));
    let mut problems = std::mem::take(&mut sent.problems);
    problems.extend(on_sqlite(sqlite, &sent).await);
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
}

/// Opens every page, runs every job, and exports.
async fn on_postgres(url: String) -> SentStatements {
    let (atrio, stop) = TestServer::start(&url).await;
    let mut browser = Browser::new(&atrio);
    browser.sign_in().await;
    let large = large_tables(&url).await;
    for table in ["comment", "project", "lead_delivery", "lead_merge"] {
        assert!(large.contains_key(table), "{table}: {large:?}");
    }

    let mut sent = SentStatements::of(large);
    for page in PAGES.iter().chain(&MERGED_LEAD_PAGES) {
        let mut address = Some((*page).to_owned());
        // The first page of a list and the next one.
        for _ in 0..2 {
            let Some(open) = address.take() else { break };
            drop(postgres::take_statements());
            let response = browser.get(&open).await;
            assert_eq!(response.status, 200, "{open}");
            address = next_page(&response.text);
            sent.add_page(&open);
        }
    }
    for (method, address, body) in client_requests() {
        drop(postgres::take_statements());
        let response = TestResponse::to(atrio.request(method, &address).json(&body)).await;
        assert!(response.status.is_success(), "{address}: {}", response.text);
        sent.add_page(&address);
    }
    jobs::run_each(&atrio, &mut sent).await;
    atrio.store.export().await.expect("an export");
    sent.add_export();
    drop(stop);
    atrio.store.close().await;
    sent
}

/// What the page of a client sends.
fn client_requests() -> Vec<(Method, String, Value)> {
    let portal = sample::portals(&SCALE).next().expect("a portal");
    let (token, project, client) = (&portal.token, &portal.project, &portal.client);
    let poll = format!("/api/client/chat?token={token}&project_id={project}");
    let message = json!({ "token": token, "entity_type": "general", "entity_id": client, "text": "Ciao" });
    let read = json!({ "token": token, "channel_key": client });
    vec![
        (Method::GET, format!("/c/{token}"), Value::Null),
        (Method::GET, format!("/c/{token}?project={project}"), Value::Null),
        (Method::GET, format!("{poll}&since=2026-10-01T00:00:00.000Z"), Value::Null),
        (Method::GET, poll, Value::Null),
        (
            Method::GET,
            format!("/api/client/history?token={token}&channel_key={client}&before=2026-11-20T00:00:00.000Z"),
            Value::Null,
        ),
        (Method::POST, "/api/client/comment".to_owned(), message),
        (Method::POST, "/api/client/chat".to_owned(), read),
        (Method::GET, format!("/c/{token}?project={project}"), Value::Null),
    ]
}

/// The target of the link to the next page of a list.
fn next_page(html: &str) -> Option<String> {
    let links = html.split("href=\"").skip(1).filter_map(|rest| rest.split_once('"'));
    let next = links.map(|(link, _)| link).find(|link| link.contains("after="))?;
    Some(next.split('#').next().unwrap_or(next).replace("&amp;", "&"))
}

/// Cascading deletes must find the referring rows by an index too: one of all rows, or of those that refer to something.
#[tokio::test]
async fn every_foreign_key_has_an_index() {
    // There is at most one timer.
    const WITHOUT_INDEX: &str = "SELECT c.conrelid::regclass::text || '.' || a.attname AS reference \
         FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1] \
         WHERE c.contype = 'f' AND c.conrelid <> 'timer'::regclass AND NOT EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = c.conrelid \
             AND i.indkey[0] = c.conkey[1] \
             AND COALESCE(pg_get_expr(i.indpred, i.indrelid), '') IN ('', '(' || a.attname || ' IS NOT NULL)'))";
    let database = TestDatabase::create(Database::Postgres).await;
    let mut connection = AnyConnection::connect(&database.url).await.expect("the database");
    let count = "SELECT COUNT(*) FROM pg_constraint WHERE contype = 'f'";
    let references: i64 = sqlx::query_scalar(count).fetch_one(&mut connection).await.expect("a count");
    let slow: Vec<String> = sqlx::query_scalar(WITHOUT_INDEX).fetch_all(&mut connection).await.expect("names");
    connection.close().await.expect("the connection closes");
    database.drop().await;
    assert!(references > 20 && slow.is_empty(), "{references} references, without an index: {slow:?}");
}

/// The inefficient statements according to SQLite.
async fn on_sqlite(database: TestDatabase, sent: &SentStatements) -> Vec<String> {
    let large = large_tables(&database.url).await;
    let mut connection = AnyConnection::connect(&database.url).await.expect("the database");
    let partial = sqlite::partial_indexes(&mut connection).await;
    let mut problems = Vec::new();
    for statement in &sent.lists {
        let wrong = sqlite::problems(&mut connection, statement, &large, &partial).await;
        problems.extend(wrong.iter().map(|wrong| format!("SQLite: {wrong}\n  {statement}")));
    }
    for statement in &sent.exports {
        let scans = sqlite::full_scans(&mut connection, statement, &large).await;
        if scans.len() > 1 {
            problems.push(format!("export: SQLite: {}\n  {statement}", scans.join(", ")));
        }
    }
    connection.close().await.expect("the connection closes");
    database.drop().await;
    problems
}

/// A database with enough records.
async fn workspace(database: Database) -> TestDatabase {
    let database = TestDatabase::create(database).await;
    let mut file = Vec::new();
    sample::write(&mut file, &SCALE).expect("a workspace");
    let clock = std::sync::Arc::new(MockClock::at(NOW.parse().expect("a moment")));
    let store = Store::connect(&database.url, clock).await.expect("a database");
    store.import(&file, &mut |_, _| {}).await.expect("an import");
    merge_leads(&store).await;
    store.close().await;
    // PostgreSQL does this by itself some minutes later.
    if !database.name().is_empty() {
        database.execute("VACUUM").await;
    }
    database
}

/// Merges leads, because an import contains no merges.
async fn merge_leads(store: &Store) {
    let by = Actor::Admin("admin@example.it".to_owned());
    let mut merged = 0;
    for number in 0..500 {
        let (remaining, removed) = (format!("g-lead-{}", 500 + number), format!("g-lead-{}", 1_000 + number));
        let plan = store
            .merge_plan(&crate::support::to_id(&remaining), &crate::support::to_id(&removed))
            .await
            .expect("two leads");
        if !plan.clients_differ {
            store
                .merge_leads(&by, &crate::support::to_id(&remaining), &crate::support::to_id(&removed), &plan.version)
                .await
                .expect("a merge");
            merged += 1;
        }
    }
    assert!(merged > LARGE_TABLE_ROWS, "{merged}");
}

/// The large tables with their numbers of rows.
async fn large_tables(url: &str) -> BTreeMap<String, i64> {
    let tables = if url.starts_with("sqlite") {
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
    } else {
        "SELECT table_name::text AS name FROM information_schema.tables WHERE table_schema = 'public'"
    };
    let mut connection = AnyConnection::connect(url).await.expect("the database");
    let mut large = BTreeMap::new();
    for row in sqlx::query(tables).fetch_all(&mut connection).await.expect("tables") {
        let table: String = row.get("name");
        let count = AssertSqlSafe(format!("SELECT COUNT(*) FROM {table}"));
        let rows: i64 = sqlx::query_scalar(count).fetch_one(&mut connection).await.expect("a count");
        if rows >= LARGE_TABLE_ROWS {
            large.insert(table, rows);
        }
    }
    connection.close().await.expect("the connection closes");
    large
}

#[test]
fn every_admin_page_is_covered_by_query_plan_test() {
    let opened = |path: &str| {
        PAGES.iter().chain(PAGES_WITHOUT_LISTS).any(|page| {
            let page = page.split('?').next().unwrap_or(page);
            let (page, path): (Vec<_>, Vec<_>) = (page.split('/').collect(), path.split('/').collect());
            page.len() == path.len() && path.iter().zip(page).all(|(to, is)| to.starts_with('{') || *to == is)
        })
    };
    let admin: Vec<_> = pages::routes::admin_paths().collect();
    assert!(admin.len() > 5);
    for path in admin {
        assert!(opened(path), "{path} is not in sample::PAGES");
    }
}
