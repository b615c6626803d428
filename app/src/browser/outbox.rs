//! The queue of unsent messages. Each has its final id, so that a message sent twice, or returned by a
//! poll before the response to its request, is still one message.

use domain::Timestamp;
use domain::id::CommentId;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::json;

/// The state of an unsent message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum SendState {
    /// In flight, or queued.
    Sending,
    /// Rate limited; it is retried automatically.
    Waiting,
    /// Not sent; its author retries or discards it.
    Failed,
}

/// An unsent message. `R` is what its request needs besides the text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unsent<R = ()> {
    /// The id it will be stored with.
    pub id: CommentId,
    /// The conversation it belongs to. `channel` in the storage of tabs opened before the field was renamed.
    #[serde(alias = "channel")]
    pub place: String,
    pub text: String,
    pub at: Timestamp,
    /// `fate` in the storage of tabs opened before the field was renamed.
    #[serde(alias = "fate")]
    pub state: SendState,
    #[serde(default)]
    pub request: R,
}

/// The unsent messages, in the order they were written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outbox<R = ()>(Vec<Unsent<R>>);

impl<R> Default for Outbox<R> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<R> Outbox<R> {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a message, unless it is there.
    pub fn add(&mut self, message: Unsent<R>) {
        if !self.contains(&message.id) {
            self.0.push(message);
        }
    }

    pub fn contains(&self, id: &CommentId) -> bool {
        self.0.iter().any(|message| message.id == *id)
    }

    /// The message to send next.
    pub fn next(&self) -> Option<&Unsent<R>> {
        self.0.iter().find(|message| message.state != SendState::Failed)
    }

    /// The messages of a conversation.
    pub fn at<'a>(&'a self, place: &'a str) -> impl Iterator<Item = &'a Unsent<R>> {
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

    /// Queues again, after a reload, the messages that waited for the rate limit.
    pub fn resume(&mut self) {
        for message in self.0.iter_mut().filter(|message| message.state == SendState::Waiting) {
            message.state = SendState::Sending;
        }
    }

    pub fn has_failed(&self) -> bool {
        self.0.iter().any(|message| message.state == SendState::Failed)
    }

    /// Queues the failed messages again; returns whether there are any.
    pub fn retry(&mut self) -> bool {
        let mut failed = self.0.iter_mut().filter(|message| message.state == SendState::Failed).peekable();
        let has_failed = failed.peek().is_some();
        failed.for_each(|message| message.state = SendState::Sending);
        has_failed
    }

    /// Marks every message as failed.
    pub fn fail_all(&mut self) {
        for message in &mut self.0 {
            message.state = SendState::Failed;
        }
    }
}

impl<R: Serialize> Outbox<R> {
    /// The messages of a conversation as JSON; empty if there is none.
    pub fn to_json(&self, place: &str) -> String {
        let messages: Vec<&Unsent<R>> = self.at(place).collect();
        if messages.is_empty() { String::new() } else { serde_json::to_string(&messages).unwrap_or_default() }
    }
}

impl<R: DeserializeOwned + Default> Outbox<R> {
    /// Adds the messages of [`to_json`](Self::to_json); other text is ignored.
    pub fn restore(&mut self, text: &str) {
        for message in json::parse::<Vec<Unsent<R>>>(text).unwrap_or_default() {
            self.add(message);
        }
    }
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
                request: (),
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
        assert!(!outbox.retry());
        outbox.set_state(&id("a"), SendState::Failed);
        assert_eq!(next(&outbox), None);
        assert!(outbox.retry());
        assert_eq!(next(&outbox), Some("a"));
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
        restored.restore(
            r#"[{"id":"old","channel":"design","text":"x","at":"2026-01-01T00:00:00Z","fate":"Waiting"}]"#,
        );
        assert_eq!(restored.at("design").last().map(|message| message.state), Some(SendState::Waiting));
    }
}
