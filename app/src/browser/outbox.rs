//! The queue of unsent messages. Each has its final id, so that a message sent twice, or returned by a
//! poll before the response to its request, is still one message.

use domain::Timestamp;
use domain::id::CommentId;
use serde::{Deserialize, Serialize};

use super::json;

/// The state of an unsent message.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum SendState {
    /// In flight, or queued.
    #[default]
    Sending,
    /// Not sent yet; it is retried automatically.
    Waiting,
    /// Not sent; its author retries or discards it.
    Failed,
}

/// An unsent message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unsent {
    /// The id it will be stored with.
    pub id: CommentId,
    /// The conversation it belongs to. `channel` in the storage of tabs opened before the field was renamed.
    #[serde(alias = "channel")]
    pub place: String,
    pub text: String,
    /// Not in the storage of tabs opened before replies had it.
    #[serde(default = "default_at")]
    pub at: Timestamp,
    /// `fate` in the storage of tabs opened before the field was renamed, and none for replies.
    #[serde(default, alias = "fate")]
    pub state: SendState,
    /// The request of the form it was written in; empty for a message that is sent as JSON.
    #[serde(default)]
    pub action: String,
    #[serde(default)]
    pub body: String,
}

fn default_at() -> Timestamp {
    Timestamp::MIN
}

/// The unsent messages, in the order they were written.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Outbox(Vec<Unsent>);

impl Outbox {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a message, unless it is there.
    pub fn add(&mut self, message: Unsent) {
        if !self.contains(&message.id) {
            self.0.push(message);
        }
    }

    pub fn contains(&self, id: &CommentId) -> bool {
        self.0.iter().any(|message| message.id == *id)
    }

    /// The message to send next.
    pub fn next(&self) -> Option<&Unsent> {
        self.0.iter().find(|message| message.state != SendState::Failed)
    }

    /// The messages of a conversation.
    pub fn at<'a>(&'a self, place: &'a str) -> impl Iterator<Item = &'a Unsent> {
        self.0.iter().filter(move |message| message.place == place)
    }

    /// Removes a message that was delivered or discarded; returns its conversation.
    pub fn remove(&mut self, id: &CommentId) -> Option<String> {
        let index = self.0.iter().position(|message| message.id == *id)?;
        Some(self.0.remove(index).place)
    }

    /// Sets a message's state. If it failed, the later ones of its conversation fail too, so that the order stays.
    pub fn set_state(&mut self, id: &CommentId, state: SendState) {
        let Some(index) = self.0.iter().position(|message| message.id == *id) else { return };
        let place = self.0[index].place.clone();
        self.0[index].state = state;
        if state == SendState::Failed {
            for later in self.0[index..].iter_mut().filter(|message| message.place == place) {
                later.state = state;
            }
        }
    }

    /// Replaces the request of a message.
    pub fn set_body(&mut self, id: &CommentId, body: String) {
        if let Some(message) = self.0.iter_mut().find(|message| message.id == *id) {
            message.body = body;
        }
    }

    /// Queues the waiting messages again.
    pub fn resume(&mut self) {
        self.replace_state(SendState::Waiting, SendState::Sending);
    }

    /// Lets the queued messages wait.
    pub fn pause(&mut self) {
        self.replace_state(SendState::Sending, SendState::Waiting);
    }

    /// Queues the failed messages again.
    pub fn retry(&mut self) {
        self.replace_state(SendState::Failed, SendState::Sending);
    }

    fn replace_state(&mut self, from: SendState, to: SendState) {
        for message in self.0.iter_mut().filter(|message| message.state == from) {
            message.state = to;
        }
    }

    pub fn has_failed(&self) -> bool {
        self.0.iter().any(|message| message.state == SendState::Failed)
    }

    /// Marks every message as failed.
    pub fn fail_all(&mut self) {
        for message in &mut self.0 {
            message.state = SendState::Failed;
        }
    }

    /// All messages as JSON; empty if there is none.
    pub fn all_to_json(&self) -> String {
        to_json(self.0.iter())
    }

    /// The messages of a conversation as JSON; empty if there is none.
    pub fn to_json(&self, place: &str) -> String {
        to_json(self.at(place))
    }

    /// Adds the messages of [`to_json`](Self::to_json); other text is ignored.
    pub fn restore(&mut self, text: &str) {
        for message in json::parse::<Vec<Unsent>>(text).unwrap_or_default() {
            self.add(message);
        }
    }
}

fn to_json<'a>(messages: impl Iterator<Item = &'a Unsent>) -> String {
    let messages: Vec<_> = messages.collect();
    if messages.is_empty() { String::new() } else { serde_json::to_string(&messages).unwrap_or_default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(name: &str) -> CommentId {
        CommentId::parse(name).expect("an id")
    }

    fn outbox(messages: &[(&str, &str)]) -> Outbox {
        let mut outbox = Outbox::default();
        for (name, place) in messages {
            outbox.add(Unsent {
                id: id(name),
                place: (*place).to_owned(),
                text: "ciao".to_owned(),
                at: Timestamp::from_millis(0),
                state: SendState::Sending,
                action: String::new(),
                body: String::new(),
            });
        }
        outbox
    }

    fn next(outbox: &Outbox) -> Option<&str> {
        outbox.next().map(|message| message.id.as_str())
    }

    #[test]
    fn outbox_sends_in_written_order() {
        let mut outbox = outbox(&[("a", "design"), ("b", "build"), ("c", "design"), ("a", "design")]);
        for expected in ["a", "b", "c"] {
            assert_eq!(next(&outbox), Some(expected));
            assert!(outbox.remove(&id(expected)).is_some());
        }
        assert!(outbox.is_empty());
        assert_eq!(outbox.remove(&id("a")), None);
    }

    #[test]
    fn failed_message_blocks_its_conversation() {
        let mut outbox = outbox(&[("a", "design"), ("b", "build"), ("c", "design")]);
        outbox.set_state(&id("a"), SendState::Failed);
        assert_eq!(next(&outbox), Some("b"));
        outbox.remove(&id("b"));
        assert_eq!(next(&outbox), None);
        outbox.set_state(&id("a"), SendState::Sending);
        assert_eq!(next(&outbox), Some("a"));
        assert_eq!(
            outbox.at("design").map(|message| message.state).collect::<Vec<_>>(),
            [SendState::Sending, SendState::Failed]
        );
    }

    #[test]
    fn new_body_is_of_its_message_only() {
        let mut outbox = outbox(&[("a", "design"), ("b", "design")]);
        outbox.set_body(&id("b"), "x=1".to_owned());
        assert_eq!(outbox.at("design").map(|message| message.body.as_str()).collect::<Vec<_>>(), ["", "x=1"]);
    }

    #[test]
    fn waiting_message_stays_next() {
        let mut outbox = outbox(&[("a", "design"), ("b", "design")]);
        outbox.set_state(&id("a"), SendState::Waiting);
        assert_eq!(next(&outbox), Some("a"));
        outbox.fail_all();
        assert_eq!(next(&outbox), None);
    }

    #[test]
    fn failed_messages_are_queued_again() {
        let mut outbox = outbox(&[("a", "design"), ("b", "design")]);
        outbox.set_state(&id("a"), SendState::Failed);
        assert_eq!(next(&outbox), None);
        outbox.retry();
        assert_eq!(next(&outbox), Some("a"));
    }

    #[test]
    fn pause_lets_queued_messages_wait_until_resumed() {
        let states = |outbox: &Outbox| outbox.0.iter().map(|message| message.state).collect::<Vec<_>>();
        let mut outbox = outbox(&[("a", "design"), ("b", "design"), ("c", "build")]);
        outbox.set_state(&id("c"), SendState::Failed);
        outbox.pause();
        assert_eq!(states(&outbox), [SendState::Waiting, SendState::Waiting, SendState::Failed]);
        outbox.resume();
        assert_eq!(states(&outbox), [SendState::Sending, SendState::Sending, SendState::Failed]);
    }

    #[test]
    fn restore_adds_stored_messages_once() {
        let mut outbox = outbox(&[("a", "design"), ("b", "build")]);
        outbox.set_state(&id("a"), SendState::Failed);
        let mut restored = Outbox::default();
        for _ in 0..2 {
            restored.restore(&outbox.to_json("design"));
            restored.restore(&outbox.to_json("build"));
        }
        assert_eq!(restored, outbox);
        assert_eq!(outbox.to_json("launch"), "");
        restored.restore("{\"not\":\"ours\"}");
        assert_eq!(restored, outbox);
        restored
            .restore(r#"[{"id":"old","channel":"design","text":"x","at":"2026-01-01T00:00:00Z","fate":"Waiting"}]"#);
        assert_eq!(restored.at("design").last().map(|message| message.state), Some(SendState::Waiting));
        restored.restore(
            r#"[{"place":"anna/design","id":"reply","text":"x","action":"/rpc","body":"a=b","is_refused":true}]"#,
        );
        assert_eq!(restored.at("anna/design").map(|reply| reply.body.as_str()).collect::<Vec<_>>(), ["a=b"]);
    }
}
