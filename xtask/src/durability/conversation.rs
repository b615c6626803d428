//! One client who writes, and a page that polls, while the servers behind them fail.

use std::{
    net::SocketAddr,
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use sample::Portal;
use serde::Deserialize;
use serde_json::json;

use super::request::{self, Response};
use crate::interrupt;

/// Between two messages, and two polls, of a conversation.
const PAUSE: Duration = Duration::from_millis(50);
/// How long the last message and the last poll may be repeated.
const LAST_ANSWER: Duration = Duration::from_mins(1);

/// Numbers messages over all conversations.
static MESSAGES: AtomicU64 = AtomicU64::new(1);

/// What the conversations share.
pub(crate) struct Load {
    /// The proxy.
    pub(crate) server: SocketAddr,
    pub(crate) writing: AtomicBool,
    pub(crate) polling: AtomicBool,
}

#[derive(Default)]
pub(crate) struct Requests {
    pub(crate) answered: u64,
    /// Without an answer or with a 5xx, and therefore repeated.
    pub(crate) repeated: u64,
    /// Answers that a working server would not give.
    pub(crate) wrong: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct Comment {
    pub(crate) id: String,
    pub(crate) text: String,
    pub(crate) created_at: String,
}

#[derive(Deserialize)]
struct Chat {
    comments: Vec<Comment>,
}

pub(crate) struct Written {
    pub(crate) acknowledged: Vec<Comment>,
    pub(crate) requests: Requests,
}

pub(crate) struct Polled {
    /// In the order in which polls returned them.
    pub(crate) seen: Vec<Comment>,
    pub(crate) longest_gap: Duration,
    pub(crate) requests: Requests,
}

impl Load {
    pub(crate) fn new(server: SocketAddr) -> Self {
        Self { server, writing: AtomicBool::new(true), polling: AtomicBool::new(true) }
    }

    /// Writes one message after the other; repeats each with its key until it is acknowledged.
    pub(crate) fn write(&self, portal: &Portal) -> Result<Written> {
        let mut written = Written { acknowledged: Vec::new(), requests: Requests::default() };
        while self.writing.load(Ordering::SeqCst) {
            let number = MESSAGES.fetch_add(1, Ordering::SeqCst);
            let key = format!("00000000-0000-4000-8000-{number:012x}");
            let text = format!("Messaggio {number}");
            let body = json!({
                "token": portal.token, "entity_type": "general", "entity_id": portal.client, "text": text,
            });
            let body = body.to_string();
            let response = repeat(&self.writing, &mut written.requests, 201, || {
                request::post(self.server, "/api/client/comment", &key, &body)
            })?;
            let comment: serde_json::Value = serde_json::from_str(&response)?;
            let comment: Comment = serde_json::from_value(comment["comment"].clone())?;
            if comment.id != key || comment.text != text {
                written.requests.wrong.push(format!("message {key} was answered with {}", comment.id));
            }
            written.acknowledged.push(comment);
            thread::sleep(PAUSE);
        }
        Ok(written)
    }

    /// Polls from the newest message that it has seen, and once more when writing has ended.
    pub(crate) fn poll(&self, portal: &Portal) -> Result<Polled> {
        let mut polled = Polled { seen: Vec::new(), longest_gap: Duration::ZERO, requests: Requests::default() };
        let mut last_answer = Instant::now();
        loop {
            let is_last = !self.polling.load(Ordering::SeqCst);
            let since = polled.seen.last().map_or("", |comment| &comment.created_at).to_owned();
            let comments = self.chat(portal, &since, &mut polled.requests)?;
            polled.longest_gap = polled.longest_gap.max(last_answer.elapsed());
            last_answer = Instant::now();
            polled.seen.extend(comments);
            if is_last {
                return Ok(polled);
            }
            thread::sleep(PAUSE);
        }
    }

    /// The messages after `since`, or all.
    pub(crate) fn chat(&self, portal: &Portal, since: &str, requests: &mut Requests) -> Result<Vec<Comment>> {
        let Portal { token, project, .. } = portal;
        let path = format!("/api/client/chat?token={token}&project_id={project}&since={since}");
        let response = repeat(&self.polling, requests, 200, || request::get(self.server, &path))?;
        Ok(serde_json::from_str::<Chat>(&response).context("a poll")?.comments)
    }
}

/// Sends a request until its answer has this status; returns the body. Gives up a minute after `running`
/// has ended.
fn repeat(
    running: &AtomicBool,
    requests: &mut Requests,
    status: u16,
    send: impl Fn() -> std::io::Result<Response>,
) -> Result<String> {
    let mut stopped = None;
    loop {
        interrupt::check()?;
        match send() {
            Ok(response) if response.status == status => {
                requests.answered += 1;
                return Ok(response.body);
            }
            Ok(Response { status: 500.., .. }) | Err(_) => requests.repeated += 1,
            Ok(Response { status, body }) => requests.wrong.push(format!("{status} {body}")),
        }
        if !running.load(Ordering::SeqCst) && stopped.get_or_insert_with(Instant::now).elapsed() > LAST_ANSWER {
            anyhow::bail!("no answer for a minute after the last failure");
        }
        thread::sleep(PAUSE);
    }
}
