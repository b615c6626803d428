//! Slow clients are disconnected.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use crate::support::Sandbox;

#[test]
fn slow_request_head_times_out() {
    let server = Sandbox::configured().serve();
    let started = Instant::now();
    let mut stream = TcpStream::connect(server.address()).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    write!(stream, "GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ").unwrap();
    let mut rest = Vec::new();
    let _ = stream.read_to_end(&mut rest);
    let duration = started.elapsed();
    assert!((Duration::from_secs(5)..Duration::from_secs(15)).contains(&duration), "{duration:?}");
}

#[test]
fn idle_connection_outlives_the_poll_interval() {
    let server = Sandbox::configured().serve();
    let mut stream = TcpStream::connect(server.address()).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let mut healthz = || {
        write!(stream, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
        let mut answer = [0; 4096];
        let length = stream.read(&mut answer).unwrap();
        assert!(answer[..length].starts_with(b"HTTP/1.1 200 OK\r\n"), "{length}");
    };
    healthz();
    std::thread::sleep(Duration::from_secs(25));
    healthz();

    // The next head has ten seconds all the same.
    let started = Instant::now();
    write!(stream, "GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ").unwrap();
    let _ = stream.read_to_end(&mut Vec::new());
    let duration = started.elapsed();
    assert!((Duration::from_secs(5)..Duration::from_secs(15)).contains(&duration), "{duration:?}");
}

#[test]
fn slow_request_body_times_out() {
    let server = Sandbox::configured().serve();
    let started = Instant::now();
    let mut stream = TcpStream::connect(server.address()).unwrap();
    stream.set_read_timeout(Some(Duration::from_millis(500))).unwrap();
    write!(stream, "POST /api/client/comment HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n")
        .unwrap();
    let mut answer = Vec::new();
    while started.elapsed() < Duration::from_secs(45) {
        // Waits for a response or the end of the connection; the slow writes cause neither.
        match stream.read_to_end(&mut answer) {
            Ok(_) => break,
            Err(_) if write!(stream, "x").is_err() => break,
            Err(_) => {}
        }
    }
    let duration = started.elapsed();
    assert!((Duration::from_secs(20)..Duration::from_secs(40)).contains(&duration), "{duration:?}");
    let answer = String::from_utf8_lossy(&answer);
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 400"), "{answer}");
}
