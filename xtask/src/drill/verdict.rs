//! What was acknowledged and promised, and what a recovered server has.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use serde::Deserialize;

use super::{
    load::{Comment, Message},
    way::Promise,
};

/// What an export has of messages.
#[derive(Deserialize)]
struct Export {
    comments: Vec<Comment>,
}

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Verdict {
    pub(super) messages: Kept,
    pub(super) files: Kept,
    /// What should not be so.
    pub(super) broken: Vec<String>,
}

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Kept {
    pub(super) acknowledged: usize,
    pub(super) lost: usize,
    /// From the last one that is there to the moment that the recovery aims at.
    pub(super) gap: Duration,
}

impl Verdict {
    /// `has_file` says whether the recovered server has a message's file.
    pub(super) fn of(
        messages: &[Message],
        promise: &Promise,
        recovered: &str,
        has_file: impl Fn(&Message) -> bool,
    ) -> Result<Self> {
        let export: Export = serde_json::from_str(recovered).context("the export of the recovered server")?;
        let comments: BTreeMap<&str, &Comment> =
            export.comments.iter().map(|comment| (comment.id.as_str(), comment)).collect();
        let is_there = |message: &Message| comments.contains_key(message.comment.id.as_str());
        let mut broken = Vec::new();
        for message in messages {
            let Comment { id, .. } = &message.comment;
            match comments.get(id.as_str()) {
                None if message.acknowledged < promise.messages => broken.push(format!("message {id} is lost")),
                Some(_) if message.sent > promise.aim => broken.push(format!("message {id} came later")),
                Some(comment) if **comment != message.comment => broken.push(format!("message {id} is another one")),
                _ => {}
            }
            if message.file.is_some() && message.acknowledged < promise.files && !has_file(message) {
                broken.push(format!("the file of message {id} is lost"));
            }
        }
        let with_file = messages.iter().filter(|message| message.file.is_some());
        Ok(Self {
            messages: Kept::of(messages.iter(), promise.aim, is_there),
            files: Kept::of(with_file, promise.aim, |message| is_there(message) && has_file(message)),
            broken,
        })
    }
}

impl Kept {
    /// Of those acknowledged before `aim`.
    fn of<'a>(messages: impl Iterator<Item = &'a Message>, aim: Instant, is_there: impl Fn(&Message) -> bool) -> Self {
        let (there, missing): (Vec<_>, Vec<_>) =
            messages.filter(|message| message.acknowledged <= aim).partition(|message| is_there(message));
        let newest = there.iter().map(|message| message.acknowledged).max();
        let gap = newest.map_or(Duration::MAX, |newest| aim.saturating_duration_since(newest));
        Self { acknowledged: there.len() + missing.len(), lost: missing.len(), gap }
    }
}

/// The records of `export` that `recovered` does not have as they were. An export has a record on each line.
pub(super) fn missing_records<'a>(export: &'a str, recovered: &str) -> Vec<&'a str> {
    fn records(export: &str) -> impl Iterator<Item = &str> {
        export.lines().map(|line| line.trim_end_matches(','))
    }
    let recovered: BTreeSet<&str> = records(recovered).collect();
    records(export).filter(|record| !recovered.contains(record)).collect()
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::{
        super::{
            load::{Comment, Message},
            way::Promise,
        },
        Kept, Verdict, missing_records,
    };

    const SECOND: Duration = Duration::from_secs(1);

    /// One message each second, acknowledged at once.
    fn messages(start: Instant) -> Vec<Message> {
        let message = |number: u32| Message {
            comment: Comment { id: number.to_string(), text: String::new(), created_at: String::new() },
            file: None,
            sent: start + number * SECOND,
            acknowledged: start + number * SECOND,
        };
        (0..5).map(message).collect()
    }

    fn export(ids: &[u32]) -> String {
        let comments: Vec<_> =
            ids.iter().map(|id| format!(r#"{{"id": "{id}", "text": "", "created_at": ""}}"#)).collect();
        format!(r#"{{"comments": [{}]}}"#, comments.join(","))
    }

    #[test]
    fn last_message_that_is_there_ends_the_gap() {
        let start = Instant::now();
        let promise = Promise { messages: start + 3 * SECOND, files: start, aim: start + 5 * SECOND, is_whole: true };
        let verdict = Verdict::of(&messages(start), &promise, &export(&[0, 1, 2]), |_| true).unwrap();
        assert_eq!(verdict.messages, Kept { acknowledged: 5, lost: 2, gap: 3 * SECOND });
        assert!(verdict.broken.is_empty(), "{:?}", verdict.broken);
    }

    #[test]
    fn lost_and_later_messages_break_the_promise() {
        let start = Instant::now();
        let promise = Promise { messages: start + 3 * SECOND, files: start, aim: start + 3 * SECOND, is_whole: true };
        let verdict = Verdict::of(&messages(start), &promise, &export(&[0, 2, 4]), |_| true).unwrap();
        assert_eq!(verdict.broken, ["message 1 is lost", "message 4 came later"]);
    }

    #[test]
    fn changed_records_are_missing() {
        let missing =
            missing_records("{\n{\"id\": 1},\n{\"id\": 2}\n}", "{\n{\"id\": 1},\n{\"id\": 3},\n{\"id\": 2}\n}");
        assert!(missing.is_empty());
        assert_eq!(
            missing_records("{\"id\": 1},\n{\"id\": 2}", "{\"id\": 1, \"x\": 1},\n{\"id\": 2}"),
            ["{\"id\": 1}"]
        );
    }
}
