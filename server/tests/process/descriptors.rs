//! The limit of open files.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use crate::support::Sandbox;

#[test]
fn soft_limit_of_open_files_is_raised_to_the_hard_one() {
    let server = Sandbox::configured().serve_with_soft_limit_of_files(256);
    let mut stream = TcpStream::connect(server.address()).unwrap();
    stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n").unwrap();
    stream.read_exact(&mut [0; 15]).unwrap();
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", server.id())).unwrap();
    let line = limits.lines().find(|line| line.starts_with("Max open files")).unwrap();
    let values: Vec<&str> = line.split_whitespace().skip(3).take(2).collect();
    assert!(values[0] == values[1] && values[0] != "256", "{line}");
}
