//! A server that falls silent, the limits of a session, and what is checked between two uses of a connection.

use std::net::SocketAddr;

use domain::Timestamp;
use sqlx::PgConnection;
use tokio::io::{AsyncRead, AsyncWrite, copy};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use super::*;
use crate::db::Db;

fn now() -> Timestamp {
    Timestamp::from_millis(0)
}

const SHORT: Limits = Limits {
    acquire: Duration::from_millis(500),
    statement: Duration::from_millis(500),
    answer: Duration::from_millis(200),
};

/// A new database, dropped by [`TestDatabase::drop`].
struct TestDatabase {
    admin: PgConnection,
    name: String,
    server: SocketAddr,
}

impl TestDatabase {
    async fn new(test: &str) -> Self {
        sqlx::any::install_default_drivers();
        let url = std::env::var("TEST_POSTGRES_URL").expect("TEST_POSTGRES_URL, as `cargo xtask test` sets it");
        let mut admin = PgConnection::connect(&url).await.expect("a server");
        let name = format!("atrio_{test}_{}", std::process::id());
        admin.execute(AssertSqlSafe(format!("CREATE DATABASE {name}"))).await.expect("a database");
        let authority = url.split('/').nth(2).unwrap_or_default();
        let (_, address) = authority.rsplit_once('@').expect("a user");
        Self { admin, name, server: address.parse().expect("an IP address and a port") }
    }

    fn url(&self, server: SocketAddr) -> String {
        format!("postgres://postgres@{server}/{}", self.name)
    }

    async fn drop(mut self) {
        let drop = format!("DROP DATABASE {} WITH (FORCE)", self.name);
        self.admin.execute(AssertSqlSafe(drop)).await.expect("dropped");
    }
}

/// Passes bytes on to a server. Connections that exist when it falls silent never get another byte.
struct Relay {
    address: SocketAddr,
    is_silent: watch::Sender<bool>,
}

impl Relay {
    async fn to(server: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let (is_silent, silence) = watch::channel(false);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = TcpStream::connect(server).await.expect("the server");
                let (from_client, to_client) = client.into_split();
                let (from_server, to_server) = server.into_split();
                tokio::spawn(pass_on(from_client, to_server, silence.clone()));
                tokio::spawn(pass_on(from_server, to_client, silence.clone()));
            }
        });
        Self { address, is_silent }
    }
}

async fn pass_on(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    mut silence: watch::Receiver<bool>,
) {
    let silenced = async { drop(silence.wait_for(|is_silent| *is_silent).await) };
    tokio::select! {
        _ = copy(&mut from, &mut to) => {}
        () = silenced => std::future::pending().await,
    }
}

/// Fails the test where the database waits for longer than its limits.
async fn in_time<T>(answer: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(10), answer).await.expect("an answer within the limits")
}

async fn read(db: &Db) -> sqlx::Result<String> {
    sqlx::query_scalar("SELECT 'read'").fetch_one(&mut db.readers().acquire().await?).await
}

async fn write(db: &Db) -> Result<(), Fault> {
    let mut tx = db.write().await?;
    sqlx::query("UPDATE client SET id = id").execute(&mut *tx).await?;
    tx.commit().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn silent_server_fails_statements_until_it_answers() {
    let database = TestDatabase::new("silent").await;
    let relay = Relay::to(database.server).await;
    let db = Db::connect_within(&database.url(relay.address), now(), SHORT).await.expect("a database");
    read(&db).await.expect("a row");
    write(&db).await.expect("a commit");
    let mut open = db.write().await.expect("a transaction");
    let mut uncommitted = db.write().await.expect("a transaction");
    sqlx::query("UPDATE client SET id = id").execute(&mut *uncommitted).await.expect("updated");

    relay.is_silent.send_replace(true);
    let waiting = sqlx::query("SELECT 1").execute(&mut *open);
    let (waiting, committed, read_, written) =
        in_time(async { tokio::join!(waiting, uncommitted.commit(), read(&db), write(&db)) }).await;
    assert!(waiting.is_err() && committed.is_err() && read_.is_err() && written.is_err());
    in_time(open.rollback()).await.expect_err("no answer");

    relay.is_silent.send_replace(false);
    in_time(async {
        while read(&db).await.is_err() || write(&db).await.is_err() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    })
    .await;
    in_time(db.close()).await;
    database.drop().await;
}

async fn setting(connection: &mut crate::db::Connection, name: &str) -> String {
    let setting = sqlx::query_scalar("SELECT current_setting($1)").bind(name.to_owned());
    setting.fetch_one(connection).await.expect("a setting")
}

#[tokio::test]
async fn session_has_limits_unless_the_url_sets_others() {
    let database = TestDatabase::new("limits").await;
    let url = format!("{}?options[statement_timeout]=1min", database.url(database.server));
    let db = Db::connect(&url, now()).await.expect("a database");
    for pool in [db.readers(), db.writers()] {
        let mut connection = pool.acquire().await.expect("a connection");
        assert_eq!(setting(&mut connection, "lock_timeout").await, "5s");
        assert_eq!(setting(&mut connection, "idle_in_transaction_session_timeout").await, "30s");
        assert_eq!(setting(&mut connection, "tcp_keepalives_idle").await, "30");
        assert_eq!(setting(&mut connection, "tcp_user_timeout").await, "30000");
        assert_eq!(setting(&mut connection, "jit").await, "off");
        assert_eq!(setting(&mut connection, "statement_timeout").await, "1min");
    }
    let mut long = db.snapshot().await.expect("a transaction");
    db.allow_long_statements(&mut long).await.expect("raised");
    assert_eq!(setting(&mut long, "statement_timeout").await, "10min");
    long.commit().await.expect("ended");
    db.close().await;
    database.drop().await;
}

#[tokio::test]
async fn snapshot_shows_no_commit_of_others_and_writes_nothing() {
    let database = TestDatabase::new("snapshot").await;
    let db = Db::connect(&database.url(database.server), now()).await.expect("a database");
    let mut snapshot = db.snapshot().await.expect("a transaction");
    let count = "SELECT COUNT(*) FROM setting";
    let before: i64 = sqlx::query_scalar(count).fetch_one(&mut *snapshot).await.expect("a count");
    let insert = "INSERT INTO setting (key, value) VALUES ('language', 'en')";
    let mut tx = db.write().await.expect("a transaction");
    sqlx::query(insert).execute(&mut *tx).await.expect("inserted");
    tx.commit().await.expect("committed");
    let after: i64 = sqlx::query_scalar(count).fetch_one(&mut *snapshot).await.expect("a count");
    assert_eq!(after, before);
    sqlx::query(insert).execute(&mut *snapshot).await.expect_err("it only reads");
    drop(snapshot);
    db.close().await;
    database.drop().await;
}

#[tokio::test]
async fn connection_returns_to_the_pool_without_a_transaction() {
    let database = TestDatabase::new("returned").await;
    let db = Db::connect(&database.url(database.server), now()).await.expect("a database");
    for statements in [&["BEGIN"][..], &["BEGIN", "SELECT 1 / 0"], &["BEGIN", "SAVEPOINT a"]] {
        let mut connection = db.writers().acquire().await.expect("a connection");
        for statement in statements {
            // The division fails.
            let _ = sqlx::raw_sql(*statement).execute(&mut connection).await;
        }
        drop(connection);
        let mut next = db.writers().acquire().await.expect("a connection");
        let outside = sqlx::raw_sql("SAVEPOINT outside").execute(&mut next).await.expect_err("there is no transaction");
        assert!(outside.to_string().contains("can only be used in transaction blocks"), "{outside}");
    }
    db.close().await;
    database.drop().await;
}
