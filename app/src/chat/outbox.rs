//! Messages on their way. Each carries the id it will have, so that however often it is sent and
//! whoever brings it back first, it is one message.

use domain::id::CommentId;
use domain::{ChannelKey, Timestamp};
use serde::{Deserialize, Serialize};

/// Where a message on its way stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fate {
    /// It is being sent, or next in line.
    Sending,
    /// Too many were sent; it leaves by itself when it may.
    Waiting,
    /// It was not sent; its author decides.
    Failed,
}

/// A message on its way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unsent {
    /// The id it will have.
    pub id: CommentId,
    /// Where it belongs.
    pub channel: ChannelKey,
    /// What was written.
    pub text: String,
    pub at: Timestamp,
    /// Where it stands.
    pub fate: Fate,
}

/// The messages on their way, in the order they were written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outbox(Vec<Unsent>);

impl Outbox {
    /// Whether nothing is on its way.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes in a message, unless it is there.
    pub fn put(&mut self, message: Unsent) {
        if !self.has(&message.id) {
            self.0.push(message);
        }
    }

    /// Whether a message is on its way.
    pub fn has(&self, id: &CommentId) -> bool {
        self.0.iter().any(|message| message.id == *id)
    }

    /// The message to send now.
    pub fn next(&self) -> Option<&Unsent> {
        self.0.iter().find(|message| message.fate != Fate::Failed)
    }

    /// The messages of a channel.
    pub fn of<'a>(&'a self, channel: &'a ChannelKey) -> impl Iterator<Item = &'a Unsent> {
        self.0.iter().filter(move |message| message.channel == *channel)
    }

    /// Takes out a message that has arrived or that its author gave up; returns its channel.
    pub fn take(&mut self, id: &CommentId) -> Option<ChannelKey> {
        let place = self.0.iter().position(|message| message.id == *id)?;
        Some(self.0.remove(place).channel)
    }

    /// Marks a message; where one fails, those behind it in its channel do not overtake it.
    pub fn mark(&mut self, id: &CommentId, fate: Fate) {
        let Some(place) = self.0.iter().position(|message| message.id == *id) else { return };
        let channel = self.0[place].channel.clone();
        self.0[place].fate = fate;
        if fate == Fate::Failed {
            for behind in self.0[place..].iter_mut().filter(|message| message.channel == channel) {
                behind.fate = fate;
            }
        }
    }

    /// Sends again what was being sent when the page was left.
    pub fn revive(&mut self) {
        for message in self.0.iter_mut().filter(|message| message.fate == Fate::Waiting) {
            message.fate = Fate::Sending;
        }
    }

    /// Marks every message as not sent.
    pub fn fail(&mut self) {
        for message in &mut self.0 {
            message.fate = Fate::Failed;
        }
    }

    /// The messages of a channel as text to keep; nothing if there is none.
    pub fn kept(&self, channel: &ChannelKey) -> String {
        let messages: Vec<&Unsent> = self.of(channel).collect();
        if messages.is_empty() { String::new() } else { serde_json::to_string(&messages).unwrap_or_default() }
    }

    /// Takes in what [`kept`](Self::kept) wrote; anything else is left alone.
    pub fn restore(&mut self, kept: &str) {
        for message in serde_json::from_str::<Vec<Unsent>>(kept).unwrap_or_default() {
            self.put(message);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(name: &str) -> ChannelKey {
        serde_json::from_value(name.into()).expect("a key")
    }

    fn id(name: &str) -> CommentId {
        CommentId::parse(name).expect("an id")
    }

    fn outbox(messages: &[(&str, &str)]) -> Outbox {
        let mut outbox = Outbox::default();
        for (name, channel) in messages {
            outbox.put(Unsent {
                id: id(name),
                channel: key(channel),
                text: "ciao".to_owned(),
                at: Timestamp::from_millis(0),
                fate: Fate::Sending,
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
            assert!(outbox.take(&id(expected)).is_some());
        }
        assert!(outbox.is_empty());
        assert_eq!(outbox.take(&id("a")), None);
    }

    #[test]
    fn failed_message_blocks_its_channel() {
        let mut outbox = outbox(&[("a", "design"), ("b", "build"), ("c", "design")]);
        outbox.mark(&id("a"), Fate::Failed);
        assert_eq!(next(&outbox), Some("b"));
        outbox.take(&id("b"));
        assert_eq!(next(&outbox), None);
        outbox.mark(&id("a"), Fate::Sending);
        assert_eq!(next(&outbox), Some("a"));
        assert_eq!(
            outbox.of(&key("design")).map(|message| message.fate).collect::<Vec<_>>(),
            [Fate::Sending, Fate::Failed]
        );
    }

    #[test]
    fn waiting_message_stays_next() {
        let mut outbox = outbox(&[("a", "design"), ("b", "design")]);
        outbox.mark(&id("a"), Fate::Waiting);
        assert_eq!(next(&outbox), Some("a"));
        outbox.fail();
        assert_eq!(next(&outbox), None);
    }

    #[test]
    fn restore_adds_stored_messages_once() {
        let mut outbox = outbox(&[("a", "design"), ("b", "build")]);
        outbox.mark(&id("a"), Fate::Failed);
        let mut restored = Outbox::default();
        for _ in 0..2 {
            restored.restore(&outbox.kept(&key("design")));
            restored.restore(&outbox.kept(&key("build")));
        }
        assert_eq!(restored, outbox);
        assert_eq!(outbox.kept(&key("launch")), "");
        restored.restore("{\"not\":\"ours\"}");
        assert_eq!(restored, outbox);
    }
}
