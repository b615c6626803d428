//! SIGTERM: requests in flight are completed, other connections are closed, and the process exits
//! (docs/REFERENCE.md#shutdown).

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use crate::support::{RunningServer, Sandbox};

const TEN_SECONDS: Duration = Duration::from_secs(10);

fn connect(server: &RunningServer) -> TcpStream {
    let stream = TcpStream::connect(server.address()).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(15))).unwrap();
    stream
}

/// Sends the head and half the body of a request whose whole body has 40 bytes.
fn send_half_request(server: &RunningServer) -> TcpStream {
    let mut stream = connect(server);
    let head = "POST /api/client/approve HTTP/1.1\r\nHost: localhost\r\nContent-Length: 40\r\n\r\n";
    write!(stream, "{head}{:20}", "{").unwrap();
    // Once the server has read the head, the request is in flight.
    std::thread::sleep(Duration::from_millis(300));
    stream
}

fn read_all(mut stream: &TcpStream) -> String {
    let mut bytes = Vec::new();
    // The connection may also be reset.
    let _ = stream.read_to_end(&mut bytes);
    String::from_utf8(bytes).unwrap()
}

#[test]
fn shutdown_finishes_requests_and_closes_idle_connections() {
    for signal in ["TERM", "INT"] {
        let server = Sandbox::configured().serve();
        let untouched = connect(&server);
        let mut half_open = connect(&server);
        write!(half_open, "GET /healthz HTTP/1.1\r\nHost: loc").unwrap();
        let mut kept_alive = connect(&server);
        write!(kept_alive, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
        let mut answer = [0; 15];
        kept_alive.read_exact(&mut answer).unwrap();
        assert_eq!(&answer, b"HTTP/1.1 200 OK");
        let mut slow = send_half_request(&server);
        let address = server.address().to_owned();

        server.signal(signal);
        for idle in [&untouched, &half_open, &kept_alive] {
            read_all(idle);
        }
        assert!(TcpStream::connect(&address).is_err(), "new connections are refused");
        std::thread::sleep(Duration::from_millis(500));
        write!(slow, "{:20}", "}").unwrap();
        let answer = read_all(&slow);
        assert!(answer.starts_with("HTTP/1.1 400 Bad Request\r\n"), "{answer}");
        assert!(answer.ends_with(r#"{"error":"token e deliverableId richiesti"}"#), "{answer}");

        let (status, _, log) = server.wait_for_exit(TEN_SECONDS);
        assert_eq!(status, Some(0), "{log:?}");
        assert!(log.last().unwrap().contains("stopped"), "{log:?}");
    }
}

#[test]
fn shutdown_takes_at_most_ten_seconds() {
    let server = Sandbox::configured().serve();
    let never_done = send_half_request(&server);
    let started = Instant::now();
    server.signal("TERM");
    let (status, _, log) = server.wait_for_exit(TEN_SECONDS);
    assert_eq!(status, Some(0), "{log:?}");
    assert!(started.elapsed() < TEN_SECONDS, "{:?}", started.elapsed());
    assert!(started.elapsed() > Duration::from_secs(5), "the open request was not waited for: {:?}", started.elapsed());
    drop(never_done);
}

#[test]
fn idle_server_shuts_down_immediately() {
    let server = Sandbox::configured().serve();
    server.signal("TERM");
    let (status, duration, _) = server.wait_for_exit(TEN_SECONDS);
    assert_eq!(status, Some(0));
    assert!(duration < Duration::from_secs(2), "{duration:?}");
}
