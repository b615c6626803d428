//! How many requests may wait at once, whether or not their clients are still there.

use std::time::{Duration, Instant};

use reqwest::{Method, RequestBuilder, Response};
use serde_json::json;
use sqlx::{AnyConnection, Connection as _, Executor as _};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::database::{Database, TestDatabase};
use crate::support::{ANNA, TestServer, on_sqlite};

const PLACES: usize = 512;
const PLACES_OF_NETWORK: usize = PLACES / 4;
/// Bodies that may be arriving.
const BODIES: usize = 256;
/// Shorter than a request waits for the database.
const AT_ONCE: Duration = Duration::from_secs(4);

on_sqlite![slow_bodies_take_no_place_and_the_slowest_is_cut_off];

/// A server whose database another process has locked, so that writes wait.
async fn with_locked_database<F: Future<Output = ()>>(test: impl FnOnce(TestServer, AnyConnection) -> F) {
    let database = TestDatabase::create(Database::Sqlite).await;
    let (atrio, stop) = TestServer::start(&database.url).await;
    let mut holder = AnyConnection::connect(&database.url).await.unwrap();
    holder.execute("BEGIN IMMEDIATE").await.unwrap();
    test(atrio.clone(), holder).await;
    drop(stop);
    atrio.store.close().await;
    database.drop().await;
}

fn comment(atrio: &TestServer) -> RequestBuilder {
    let body = json!({ "token": ANNA, "entity_type": "general", "entity_id": "anna", "text": "Ciao" });
    atrio.request(Method::POST, "/api/client/comment").body(body.to_string())
}

async fn assert_refused(response: Response, content_type: &str, text: &str) {
    let header = |name: &str| response.headers()[name].to_str().unwrap().to_owned();
    assert_eq!((response.status().as_u16(), &*header("retry-after")), (503, "5"));
    assert_eq!((&*header("content-type"), &*header("x-frame-options")), (content_type, "DENY"));
    let body = response.text().await.unwrap();
    assert!(body.contains(text), "{body}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_beyond_all_places_are_refused_at_once() {
    with_locked_database(async |atrio, holder| {
        let start = Instant::now();
        let mut comments = JoinSet::new();
        for _ in 0..PLACES + 20 {
            comments.spawn(comment(&atrio).send());
        }
        for _ in 0..20 {
            let refused = comments.join_next().await.unwrap().unwrap().unwrap();
            let text = r#"{"error":"Servizio occupato, riprova tra poco"}"#;
            assert_refused(refused, "application/json; charset=utf-8", text).await;
        }
        let page = atrio.request(Method::GET, &format!("/c/{ANNA}")).header("accept", "text/html");
        let text = "<h1>Un momento di pazienza</h1>";
        assert_refused(page.send().await.unwrap(), "text/html; charset=utf-8", text).await;
        assert_eq!(atrio.get("/healthz").await.text, "ok");
        assert!(start.elapsed() < AT_ONCE, "{:?}", start.elapsed());
        holder.close().await.unwrap();
        for written in comments.join_all().await {
            assert_eq!(written.unwrap().status(), 201);
        }
        assert_eq!(comment(&atrio).send().await.unwrap().status(), 201);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_network_takes_a_quarter_also_after_it_has_hung_up() {
    with_locked_database(async |atrio, holder| {
        let start = Instant::now();
        let host = atrio.origin.trim_start_matches("http://");
        let mut senders = Vec::new();
        for number in 0..PLACES_OF_NETWORK {
            let ip = format!("2001:db8:1:{number}::1");
            let guess = format!("GET /c/nessuno-a1b2 HTTP/1.1\r\nhost: x\r\nx-forwarded-for: {ip}\r\n\r\n");
            let mut stream = TcpStream::connect(host).await.unwrap();
            stream.write_all(guess.as_bytes()).await.unwrap();
            senders.push(stream);
        }
        // Who hangs up before a request has begun is not served.
        tokio::time::sleep(Duration::from_millis(500)).await;
        drop(senders);
        let guess = || atrio.request_from("2001:db8:1:ffff::1", Method::GET, "/c/nessuno-a1b2").timeout(AT_ONCE);
        assert_refused(guess().send().await.unwrap(), "application/json; charset=utf-8", "Servizio occupato").await;
        let history = format!("/api/client/history?token={ANNA}&channel_key=anna&before=2027-01-01");
        assert_eq!(atrio.get(&history).await.status, 200, "of another network");
        assert!(start.elapsed() < AT_ONCE, "{:?}", start.elapsed());
        holder.close().await.unwrap();
        // Those that were waiting have to end.
        while guess().send().await.unwrap().status() == 503 {
            tokio::time::sleep(Duration::from_millis(20)).await;
            assert!(start.elapsed() < 2 * AT_ONCE, "{:?}", start.elapsed());
        }
    })
    .await;
}

async fn slow_bodies_take_no_place_and_the_slowest_is_cut_off(atrio: TestServer) {
    let host = atrio.origin.trim_start_matches("http://");
    let head = "POST /api/auth/callback/credentials HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 192.0.2.1\r\n\
                content-length: 1000\r\n\r\nemail=";
    let mut senders = Vec::new();
    for _ in 0..=BODIES {
        let mut stream = TcpStream::connect(host).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        senders.push(stream);
        if senders.len() == 1 {
            // It is the first, and slow when the last one comes.
            tokio::time::sleep(Duration::from_millis(1_200)).await;
        }
    }
    let mut status = [0; 12];
    let first = senders[0].read_exact(&mut status);
    tokio::time::timeout(AT_ONCE, first).await.expect("in time").unwrap();
    assert_eq!(&status, b"HTTP/1.1 503");
    let second = senders[1].read_exact(&mut status);
    assert!(tokio::time::timeout(Duration::from_millis(100), second).await.is_err(), "it is waited for");
    assert_eq!(comment(&atrio).header("x-forwarded-for", "192.0.2.1").send().await.unwrap().status(), 201);
    // The rest of a body that was waited for.
    senders[BODIES].write_all(&[b'x'; 994]).await.unwrap();
    let last = senders[BODIES].read_exact(&mut status);
    tokio::time::timeout(AT_ONCE, last).await.expect("in time").unwrap();
    assert_eq!(&status, b"HTTP/1.1 302");
}
