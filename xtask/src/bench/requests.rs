//! The requests of the load. `{address}` is a placeholder that the load replaces: the server limits how often one
//! address may ask, and believes `x-forwarded-for` on the loopback interface.

use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
    time::Duration,
};

use anyhow::{Context, Result, bail};
use sample::Portal;
use serde_json::json;

const FORWARDED: &str = "x-forwarded-for: 2001:db8:{address}::1";

pub(crate) fn get(path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nhost: localhost\r\naccept: */*\r\n{FORWARDED}\r\n\r\n")
}

/// What a script polls.
pub(crate) fn poll(portal: &Portal, since: &str) -> String {
    let Portal { token, project, .. } = portal;
    get(&format!("/api/client/chat?token={token}&project_id={project}&since={since}"))
}

/// What the island of a portal page polls: also what the agency has read.
pub(crate) fn poll_of_island(portal: &Portal, since: &str) -> String {
    let Portal { token, project, .. } = portal;
    get(&format!("/api/client/chat?agency_reads=1&token={token}&project_id={project}&since={since}"))
}

pub(crate) fn portal_page(portal: &Portal) -> String {
    get(&format!("/c/{}?project={}", portal.token, portal.project))
}

/// As a browser asks for it.
pub(crate) fn compressed(request: &str) -> String {
    request.replacen("\r\n", "\r\naccept-encoding: gzip, deflate, br, zstd\r\n", 1)
}

/// A message in the General channel.
pub(crate) fn message(portal: &Portal) -> String {
    let text = "Un messaggio di prova, lungo come tanti.";
    let body = json!({
        "token": portal.token, "entity_type": "general", "entity_id": portal.client, "text": text,
    });
    let body = body.to_string();
    format!(
        "POST /api/client/comment HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n{FORWARDED}\r\n\r\n{body}",
        body.len()
    )
}

/// Sends one request; returns the whole response.
pub(crate) fn send(address: SocketAddr, request: &str, status: u16) -> Result<String> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_mins(1)))?;
    // No address of the load.
    let request = request.replacen("{address}", "ffff:ffff", 1);
    stream.write_all(request.replacen("\r\n", "\r\nconnection: close\r\n", 1).as_bytes())?;
    let mut response = String::new();
    stream.read_to_string(&mut response)?;
    if !response.starts_with(&format!("HTTP/1.1 {status} ")) {
        bail!("not {status}, but: {}", response.lines().next().unwrap_or_default());
    }
    Ok(response)
}

/// The timestamp of a posted message.
pub(crate) fn created_at(response: &str) -> Result<&str> {
    let (_, rest) = response.split_once("\"created_at\":\"").context("a message without a timestamp")?;
    rest.split('"').next().context("a timestamp without an end")
}

#[cfg(test)]
mod tests {
    use sample::Portal;

    use super::{created_at, message};

    #[test]
    fn message_has_its_length_and_one_address() {
        let portal = Portal { client: "c".into(), token: "t".into(), project: "p".into() };
        let request = message(&portal);
        let (head, body) = request.split_once("\r\n\r\n").unwrap();
        assert!(head.contains(&format!("content-length: {}\r\n", body.len())));
        assert_eq!(head.matches("{address}").count(), 1);
    }

    #[test]
    fn created_at_is_read_from_a_response() {
        let response = r#"{"comment":{"id":"a","created_at":"2026-11-20T10:00:00.123Z","badge":null}}"#;
        assert_eq!(created_at(response).unwrap(), "2026-11-20T10:00:00.123Z");
        assert!(created_at("{}").is_err());
    }
}
