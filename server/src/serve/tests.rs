use axum::Router;
use axum::body::Body;
use axum::routing::{get, post};
use futures_util::stream;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::*;

const LIMITS: Limits = Limits {
    connections: 4,
    head: Duration::from_secs(10),
    body: Duration::from_secs(30),
    idle: Duration::from_secs(75),
    write: Duration::from_secs(30),
    stall: Duration::from_millis(50),
};

/// A limit that a test waits for.
const SHORT: Duration = Duration::from_millis(50);

async fn serve_at_most(connections: usize) -> SocketAddr {
    serve(Limits { connections, ..LIMITS }).await
}

async fn serve(limits: Limits) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let slow = || async {
        tokio::time::sleep(Duration::from_secs(1)).await;
        "slow"
    };
    let endless = || async {
        let chunk = Bytes::from(vec![b'x'; 65_536]);
        Body::from_stream(stream::repeat_with(move || Ok::<_, Infallible>(chunk.clone())))
    };
    let app = Router::new()
        .route("/", get(|| async { "quick" }))
        .route("/slow", get(slow))
        .route("/unread", post(|| async { "unread" }))
        .route("/read", post(|_: Bytes| async { "read" }))
        .route("/endless", get(endless));
    tokio::spawn(accept(listener, app, Connections::new(limits, Bytes::new()), std::future::pending()));
    address
}

async fn connect(address: SocketAddr) -> TcpStream {
    TcpStream::connect(address).await.unwrap()
}

async fn send(stream: &mut TcpStream, path: &str) {
    let request = format!("GET {path} HTTP/1.1\r\nhost: x\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
}

/// The response, or an empty string if the connection was closed.
async fn receive(stream: &mut TcpStream) -> String {
    let mut bytes = [0; 1024];
    let received = tokio::time::timeout(Duration::from_secs(10), stream.read(&mut bytes)).await.unwrap();
    String::from_utf8(bytes[..received.unwrap_or(0)].to_vec()).unwrap()
}

async fn is_served(stream: &mut TcpStream) -> bool {
    send(stream, "/").await;
    receive(stream).await.ends_with("quick")
}

#[tokio::test]
async fn oldest_idle_connection_makes_room() {
    let address = serve_at_most(4).await;
    let mut streams = Vec::new();
    for _ in 0..3 {
        streams.push(connect(address).await);
        assert!(is_served(streams.last_mut().unwrap()).await);
    }
    // The first becomes the newest.
    assert!(is_served(&mut streams[0]).await);
    let mut fourth = connect(address).await;
    assert!(is_served(&mut fourth).await);
    assert_eq!(receive(&mut streams[1]).await, "", "it has waited longest");
    assert!(is_served(&mut streams[2]).await && is_served(&mut streams[0]).await);
    let mut fifth = connect(address).await;
    assert!(is_served(&mut fifth).await);
    assert_eq!(receive(&mut fourth).await, "");
    assert!(is_served(&mut streams[2]).await && is_served(&mut streams[0]).await);
}

#[tokio::test]
async fn request_in_flight_is_never_closed_to_make_room() {
    let address = serve_at_most(2).await;
    let mut busy = Vec::new();
    for _ in 0..2 {
        let mut stream = connect(address).await;
        send(&mut stream, "/slow").await;
        busy.push(stream);
    }
    let mut waiting = connect(address).await;
    assert!(is_served(&mut waiting).await, "as soon as one of them is idle");
    for stream in &mut busy {
        assert!(receive(stream).await.ends_with("slow"));
    }
}

#[tokio::test]
async fn half_sent_head_makes_room_too() {
    let address = serve_at_most(2).await;
    let mut half = connect(address).await;
    half.write_all(b"GET / HTTP/1.1\r\nx-slow: ").await.unwrap();
    for _ in 0..3 {
        assert!(is_served(&mut connect(address).await).await);
    }
    assert_eq!(receive(&mut half).await, "");
}

#[tokio::test]
async fn clients_that_read_nothing_make_room() {
    let address = serve_at_most(4).await;
    let mut unread = Vec::new();
    for _ in 0..4 {
        let mut stream = connect(address).await;
        send(&mut stream, "/endless").await;
        unread.push(stream);
    }
    for _ in 0..4 {
        assert!(is_served(&mut connect(address).await).await);
    }
}

#[tokio::test]
async fn client_that_reads_nothing_is_disconnected() {
    let address = serve(Limits { write: SHORT, ..LIMITS }).await;
    let mut stream = connect(address).await;
    send(&mut stream, "/endless").await;
    // Reading would go on for ever. What is written to a connection that was closed is refused.
    let closed = async {
        while stream.write_all(b"x").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), closed).await.unwrap();
}

#[tokio::test]
async fn half_sent_head_is_closed_after_its_limit() {
    let address = serve(Limits { head: SHORT, ..LIMITS }).await;
    let mut stream = connect(address).await;
    stream.write_all(b"GET / HTTP/1.1\r\nx-slow: ").await.unwrap();
    assert_eq!(receive(&mut stream).await, "");
}

#[tokio::test]
async fn idle_connection_is_closed_after_its_limit() {
    let address = serve(Limits { idle: SHORT, ..LIMITS }).await;
    let mut stream = connect(address).await;
    assert!(is_served(&mut stream).await);
    assert_eq!(receive(&mut stream).await, "");
}

#[tokio::test]
async fn slow_body_is_refused_after_its_limit() {
    let address = serve(Limits { body: SHORT, ..LIMITS }).await;
    let mut stream = connect(address).await;
    let head = b"POST /read HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\nslow";
    stream.write_all(head).await.unwrap();
    let answer = receive(&mut stream).await;
    assert!(answer.starts_with("HTTP/1.1 400 Bad Request\r\n"), "{answer}");
}

#[tokio::test]
async fn unread_body_is_no_further_request() {
    let address = serve_at_most(4).await;
    let mut stream = connect(address).await;
    let hidden = "GET / HTTP/1.1\r\nhost: x\r\n\r\n";
    let head = format!("POST /unread HTTP/1.1\r\nhost: x\r\ncontent-length: {}\r\n\r\n", 2 * hidden.len());
    stream.write_all(format!("{head}{hidden}").as_bytes()).await.unwrap();
    assert!(receive(&mut stream).await.ends_with("unread"), "it is answered before the body is complete");
    stream.write_all(hidden.as_bytes()).await.unwrap();
    send(&mut stream, "/slow").await;
    assert!(receive(&mut stream).await.ends_with("slow"), "the next response is that of the next request");
}

#[tokio::test]
async fn pipelined_requests_are_answered_in_order() {
    let address = serve_at_most(4).await;
    let mut stream = connect(address).await;
    let (slow, quick) = ("GET /slow HTTP/1.1\r\nhost: x\r\n\r\n", "GET / HTTP/1.1\r\nhost: x\r\n\r\n");
    stream.write_all(format!("{slow}{}", &quick[..10]).as_bytes()).await.unwrap();
    assert!(receive(&mut stream).await.ends_with("slow"));
    stream.write_all(&quick.as_bytes()[10..]).await.unwrap();
    assert!(receive(&mut stream).await.ends_with("quick"));
}

#[tokio::test]
async fn body_that_was_not_asked_for_is_no_request() {
    let address = serve_at_most(4).await;
    let mut stream = connect(address).await;
    let hidden = "GET / HTTP/1.1\r\nhost: x\r\n\r\n";
    let head = "POST /unread HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-length: 100\r\n\r\n";
    stream.write_all(head.as_bytes()).await.unwrap();
    assert!(receive(&mut stream).await.ends_with("unread"));
    let _ = stream.write_all(hidden.as_bytes()).await;
    assert_eq!(receive(&mut stream).await, "", "the connection is closed");
}
