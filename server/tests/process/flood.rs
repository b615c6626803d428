//! Thousands of requests of strangers, each from another address, who hang up at once.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use reqwest::Client;
use serde_json::json;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::support::{ANNA, PROCESSOR, RunningServer, Sandbox};

/// Three of four are posts.
const REQUESTS: u32 = 8_000;
const SENDERS: usize = 32;
/// Allowed in a body.
const PADDING: usize = 60 * 1024;

/// A wrong token, a wrong credential or a wrong slug.
fn request(number: u32) -> String {
    let [_, a, b, c] = number.to_be_bytes();
    let padding = "x".repeat(PADDING);
    let form = "key=anna-a1b2&pass=anna.AAAA&project=casa&channel=anna&deliverable=d";
    let (line, body) = match number % 4 {
        0 => ("POST /api/client/comment".to_owned(), comment("token-of-nobody-in-tests", &padding)),
        1 => ("POST /rpc/approve".to_owned(), format!("{form}&padding={padding}")),
        // As JSON it is six times as long.
        2 => ("POST /rpc/comment".to_owned(), format!("{form}&text={}", "\u{1}".repeat(PADDING))),
        _ => (format!("GET /c/nessuno{number}-a1b2"), String::new()),
    };
    let mut request = format!("{line} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 10.{a}.{b}.{c}\r\n");
    if !body.is_empty() {
        let content_type = "application/x-www-form-urlencoded";
        write!(request, "content-type: {content_type}\r\ncontent-length: {}\r\n", body.len()).unwrap();
    }
    request + "\r\n" + &body
}

fn comment(token: &str, padding: &str) -> String {
    json!({"token": token, "entity_type": "phase", "entity_id": "fondamenta", "text": "ciao", "padding": padding})
        .to_string()
}

/// Sends all requests without reading a response.
async fn flood(server: &RunningServer) {
    let next = Arc::new(AtomicU32::new(0));
    let mut senders = JoinSet::new();
    for _ in 0..SENDERS {
        let (next, address) = (next.clone(), server.address().to_owned());
        senders.spawn(async move {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= REQUESTS {
                    return;
                }
                let mut stream = TcpStream::connect(&address).await.unwrap();
                // The server may have answered and closed before the end of the body.
                let _ = stream.write_all(request(number).as_bytes()).await;
            }
        });
    }
    senders.join_all().await;
}

/// Sends a message until it is accepted, as an open portal does, and returns how long that took. It keeps its connection:
/// while thousands connect, the kernel repeats a new one after a second.
async fn send_message(server: &RunningServer, http: &Client, number: u32) -> Duration {
    let [_, a, b, c] = number.to_be_bytes();
    let (start, key) = (Instant::now(), Uuid::now_v7().to_string());
    loop {
        let request = http
            .post(server.url("/api/client/comment"))
            .header("x-forwarded-for", format!("172.{a}.{b}.{c}"))
            .header("idempotency-key", &key);
        let response = request.body(comment("token-of-anna-in-tests", "")).send().await.unwrap();
        let status = response.status().as_u16();
        // An unread body would end the connection.
        response.bytes().await.unwrap();
        match status {
            201 => return start.elapsed(),
            503 => tokio::time::sleep(Duration::from_millis(50)).await,
            status => panic!("{status}"),
        }
    }
}

/// The most memory that the process has had, in kilobytes.
fn peak_memory(server: &RunningServer) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

/// Of the database and its log, in bytes.
fn disk(sandbox: &Sandbox) -> u64 {
    let files = std::fs::read_dir(sandbox.path().join("data")).unwrap();
    files.map(|file| file.unwrap().metadata().unwrap().len()).sum()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn flood_takes_little_memory_and_delays_no_message() {
    let _alone = PROCESSOR.lock().await;
    let sandbox = Sandbox::configured();
    sandbox.write("anna.json", ANNA);
    sandbox.run(&["import", "anna.json"]).ok();
    let server = sandbox.serve();
    let http = Client::new();
    send_message(&server, &http, 0).await;
    let (memory_before, disk_before) = (peak_memory(&server), disk(&sandbox));
    let is_over = AtomicBool::new(false);
    let messages = async {
        let mut waits = Vec::new();
        for number in 1.. {
            waits.push(send_message(&server, &http, number).await);
            if is_over.load(Ordering::Relaxed) {
                break;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        waits.sort_unstable();
        waits
    };
    let strangers = async {
        flood(&server).await;
        is_over.store(true, Ordering::Relaxed);
    };
    let ((), waits) = tokio::join!(strangers, messages);
    let memory = peak_memory(&server);
    assert!(memory < 100_000, "{memory} kB after {memory_before} kB");
    // Without optimisation, and while the senders and other tests need the processor too.
    assert!(waits[(waits.len() - 1) / 2] < Duration::from_secs(3), "{waits:?}");
    let growth = disk(&sandbox).saturating_sub(disk_before);
    assert!(growth < 8_000_000, "{growth} bytes");
}
