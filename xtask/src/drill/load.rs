//! Clients who write messages, one of them with files, until the server is lost.

use std::{
    net::SocketAddr,
    panic::resume_unwind,
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    thread::{self, Scope, ScopedJoinHandle},
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail, ensure};
use sample::{Portal, portals};
use serde::Deserialize;
use serde_json::json;

use super::way::SCALE;
use crate::{durability::request, interrupt};

/// Between two messages of a client.
const PAUSE: Duration = Duration::from_millis(50);
/// Between two messages with a file.
const UPLOAD_PAUSE: Duration = Duration::from_millis(500);

/// Numbers messages and files over all clients.
static NUMBERS: AtomicU64 = AtomicU64::new(1);

pub(super) struct Load {
    server: SocketAddr,
    /// From then on requests fail.
    pub(super) is_lost: AtomicBool,
}

/// An acknowledged message.
pub(super) struct Message {
    pub(super) comment: Comment,
    pub(super) file: Option<SentFile>,
    pub(super) sent: Instant,
    pub(super) acknowledged: Instant,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(super) struct Comment {
    pub(super) id: String,
    pub(super) text: String,
    pub(super) created_at: String,
}

pub(super) struct SentFile {
    pub(super) id: String,
    number: u64,
    /// Opens it.
    token: String,
}

#[derive(Deserialize)]
struct Answer {
    comment: Comment,
}

impl Load {
    pub(super) fn new(server: SocketAddr) -> Self {
        Self { server, is_lost: AtomicBool::new(false) }
    }

    /// Writes while `work` runs; returns what was acknowledged.
    pub(super) fn write_during<T>(&self, work: impl FnOnce() -> Result<T>) -> Result<(T, Vec<Message>)> {
        thread::scope(|scope| {
            let clients = self.clients(scope);
            let worked = work();
            self.is_lost.store(true, Ordering::SeqCst);
            let written: Result<Vec<_>> =
                clients.into_iter().map(|client| client.join().unwrap_or_else(|panic| resume_unwind(panic))).collect();
            Ok((worked?, written?.into_iter().flatten().collect()))
        })
    }

    /// The first one sends files.
    fn clients<'scope>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
    ) -> Vec<ScopedJoinHandle<'scope, Result<Vec<Message>>>> {
        // The first projects belong to different clients.
        let portals = portals(&SCALE).take(6).enumerate();
        portals.map(|(client, portal)| scope.spawn(move || self.write(&portal, client == 0))).collect()
    }

    fn write(&self, portal: &Portal, with_files: bool) -> Result<Vec<Message>> {
        let mut messages = Vec::new();
        loop {
            interrupt::check()?;
            match self.send(portal, with_files) {
                Ok(message) => messages.push(message),
                Err(_) if self.is_lost.load(Ordering::SeqCst) => return Ok(messages),
                Err(error) => return Err(error.context("before the loss a message was refused")),
            }
            thread::sleep(if with_files { UPLOAD_PAUSE } else { PAUSE });
        }
    }

    fn send(&self, portal: &Portal, with_file: bool) -> Result<Message> {
        let number = NUMBERS.fetch_add(1, Ordering::SeqCst);
        let key = format!("00000000-0000-4000-8000-{number:012x}");
        let text = format!("Messaggio {number}, lungo come tanti altri.");
        let mut body = json!({
            "token": portal.token, "entity_type": "general", "entity_id": portal.client, "text": text,
        });
        let sent = Instant::now();
        let file = if with_file { Some(SentFile::upload(self.server, &portal.token, number)?) } else { None };
        if let Some(file) = &file {
            body["files"] = json!([file.id]);
        }
        let response = request::post(self.server, "/api/client/comment", &key, &body.to_string())?;
        if response.status != 201 {
            bail!("it was answered with {} {}", response.status, response.body);
        }
        let acknowledged = Instant::now();
        let comment = serde_json::from_str::<Answer>(&response.body)?.comment;
        ensure!(comment.id == key && comment.text == text, "message {key} was answered with {}", comment.id);
        Ok(Message { comment, file, sent, acknowledged })
    }
}

impl SentFile {
    fn upload(server: SocketAddr, token: &str, number: u64) -> Result<Self> {
        let answer = request::upload(server, token, &format!("{number}.txt"), &content(number))?;
        ensure!(answer.status == 201, "a file was answered with {}", answer.status);
        let id = request::file_id(&answer.body).context("a file without an id")?.to_owned();
        Ok(Self { id, number, token: token.to_owned() })
    }

    /// Whether the server sends what was uploaded.
    pub(super) fn is_whole(&self, server: SocketAddr) -> bool {
        let path = format!("/api/client/files/{}?token={}", self.id, self.token);
        request::get(server, &path).is_ok_and(|read| read.status == 200 && read.body == content(self.number))
    }
}

/// Between 30 KB and 200 KB, of each number another one.
fn content(number: u64) -> String {
    let lines = (number % 7 + 1) * 900;
    let lines: Vec<String> = (0..lines).map(|line| format!("{number:08}{line:023}\n")).collect();
    lines.concat()
}
