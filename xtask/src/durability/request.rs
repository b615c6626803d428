//! HTTP requests from many addresses of this machine, because the server limits how often one address may ask. Behind
//! a proxy the socket's address counts, without one the header.

use std::{
    io::{Error, ErrorKind, Read, Result, Write},
    net::{Ipv4Addr, SocketAddr, TcpStream},
    sync::atomic::{AtomicU32, Ordering},
    time::Duration,
};

use socket2::{Domain, Socket, Type};

use crate::test_server::WEBHOOK_SECRET;

const FIRST_ADDRESS: u32 = 0x7f01_0000;
/// Who waits longer asks again.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Between the parts of an upload.
const BOUNDARY: &str = "of-an-upload";

static REQUESTS: AtomicU32 = AtomicU32::new(0);

#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) body: String,
}

pub(crate) fn get(server: SocketAddr, path: &str) -> Result<Response> {
    send(server, &format!("GET {path} HTTP/1.1\r\n"), "")
}

/// `POST path` with an `Idempotency-Key`.
pub(crate) fn post(server: SocketAddr, path: &str, key: &str, body: &str) -> Result<Response> {
    let length = body.len();
    let head = format!("POST {path} HTTP/1.1\r\nidempotency-key: {key}\r\ncontent-length: {length}\r\n");
    send(server, &head, body)
}

/// A client's upload of a text.
pub(crate) fn upload(server: SocketAddr, token: &str, name: &str, text: &str) -> Result<Response> {
    let (head, before, after) = upload_frame(token, name, text.len() as u64);
    send(server, &head, &[&before, text, &after].concat())
}

/// The head of a client's upload of so many bytes, and what its body has before and after them.
pub(crate) fn upload_frame(token: &str, name: &str, bytes: u64) -> (String, String, String) {
    let part = format!("--{BOUNDARY}\r\ncontent-disposition: form-data; name=");
    let before = format!("{part}\"token\"\r\n\r\n{token}\r\n{part}\"file\"; filename=\"{name}\"\r\n\r\n");
    let after = format!("\r\n--{BOUNDARY}--\r\n");
    let length = bytes + (before.len() + after.len()) as u64;
    let head = format!(
        "POST /api/client/files HTTP/1.1\r\ncontent-type: multipart/form-data; boundary={BOUNDARY}\r\n\
         content-length: {length}\r\n"
    );
    (head, before, after)
}

/// The id in the answer to an upload.
pub(crate) fn file_id(answer: &str) -> Option<&str> {
    answer.split_once("\"id\":\"").and_then(|(_, rest)| rest.split('"').next())
}

/// A lead, as a form of a site sends it.
pub(crate) fn post_lead(server: SocketAddr, form: &str) -> Result<Response> {
    let length = form.len();
    let head = format!(
        "POST /api/webhooks/lead HTTP/1.1\r\ncontent-type: application/x-www-form-urlencoded\r\n\
         x-webhook-secret: {WEBHOOK_SECRET}\r\ncontent-length: {length}\r\n"
    );
    send(server, &head, form)
}

/// Fails unless a complete response arrives in time.
fn send(server: SocketAddr, head: &str, body: &str) -> Result<Response> {
    // Every request has an address of 127.0.0.0/8 for itself.
    let from = Ipv4Addr::from(FIRST_ADDRESS + REQUESTS.fetch_add(1, Ordering::Relaxed) % 0xf0_0000);
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None)?;
    socket.bind(&SocketAddr::from((from, 0)).into())?;
    socket.connect_timeout(&server.into(), TIMEOUT)?;
    let mut stream = TcpStream::from(socket);
    stream.set_read_timeout(Some(TIMEOUT))?;
    let request = format!("{head}host: localhost\r\nconnection: close\r\nx-forwarded-for: {from}\r\n\r\n{body}");
    stream.write_all(request.as_bytes())?;
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes)?;
    parse(&String::from_utf8_lossy(&bytes)).ok_or_else(|| Error::from(ErrorKind::UnexpectedEof))
}

/// `None` unless the body is as long as the head says.
fn parse(response: &str) -> Option<Response> {
    let (head, body) = response.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let length = head
        .lines()
        .filter_map(|line| line.split_once(':'))
        .find_map(|(name, value)| name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>()));
    // The proxy's own answers end with the connection.
    let is_complete = length.is_none_or(|length| length.is_ok_and(|length| length == body.len()));
    is_complete.then(|| Response { status, body: body.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn truncated_response_is_none() {
        let response = "HTTP/1.1 201 Created\r\nContent-Length: 4\r\n\r\n{\"a\"";
        assert_eq!(parse(response).map(|response| response.status), Some(201));
        assert!(parse(&response[..response.len() - 1]).is_none());
        assert!(parse("HTTP/1.1 201 Created\r\n").is_none());
    }
}
