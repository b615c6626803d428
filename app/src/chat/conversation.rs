//! What the panel knows of the conversation, and what news does to it.

use std::fmt;

use domain::portal::ChannelView;
use domain::{Author, ChannelKey, Comment, Timestamp};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};

/// What a poll brings (`GET /api/client/chat?agency_reads=1`).
#[derive(Debug, Clone, Default, serde::Deserialize)]
pub struct News {
    /// Comments newer than the cursor, oldest first.
    pub comments: Vec<Comment>,
    /// Up to when the client has read each channel.
    pub reads: Reads,
    /// Up to when the agency has.
    #[serde(default)]
    pub agency_reads: Reads,
}

/// Up to when channels have been read: a JSON object, as pairs (smaller in the browser than a map).
#[derive(Debug, Clone, Default)]
pub struct Reads(pub Vec<(ChannelKey, Timestamp)>);

impl<'de> Deserialize<'de> for Reads {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Pairs;
        impl<'de> Visitor<'de> for Pairs {
            type Value = Reads;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("channels and timestamps")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Reads, A::Error> {
                let mut reads = Reads::default();
                while let Some(pair) = map.next_entry()? {
                    reads.0.push(pair);
                }
                Ok(reads)
            }
        }
        from.deserialize_map(Pairs)
    }
}

/// A page of older messages (`GET /api/client/history`).
#[derive(Debug, Clone, serde::Deserialize)]
pub struct Older {
    /// The messages, oldest first.
    pub comments: Vec<Comment>,
    /// Whether there are still older ones.
    pub has_older: bool,
}

/// The channels of a project as one client sees them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conversation {
    /// General first, then the phases in order.
    pub channels: Vec<ChannelView>,
    /// Whether something came for a channel that is not among them: the page is out of date.
    pub outdated: bool,
    cursor: Option<Timestamp>,
}

impl Conversation {
    /// The conversation as the server rendered it; `cursor` is where polling goes on.
    pub fn new(channels: Vec<ChannelView>, cursor: Option<Timestamp>) -> Self {
        Self { channels, outdated: false, cursor }
    }

    /// The `since` of the next poll: the newest `created_at` that came from a poll. Own messages
    /// do not move it: one of the agency's may have been committed just before.
    pub fn cursor(&self) -> Option<Timestamp> {
        self.cursor
    }

    pub fn channel(&self, key: &ChannelKey) -> Option<&ChannelView> {
        self.channels.iter().find(|channel| channel.key == *key)
    }

    /// How many messages are unread in all channels.
    pub fn unread(&self) -> i64 {
        self.channels.iter().map(|channel| channel.unread).sum()
    }

    /// Whether a reader who has seen everything up to `seen` has read something new.
    pub fn is_progress(&self, key: &ChannelKey, seen: Timestamp) -> bool {
        let is_new = |channel: &ChannelView| {
            let new = |message: &Comment| message.created_at <= seen && is_unread(message, channel.read_at);
            channel.messages.iter().any(new)
        };
        self.channel(key).is_some_and(is_new)
    }

    /// How many unread messages stand in a channel after `seen`.
    pub fn unread_after(&self, key: &ChannelKey, seen: Option<Timestamp>) -> usize {
        let is_new = |message: &&Comment| is_unread(message, seen);
        self.channel(key).map_or(0, |channel| channel.messages.iter().filter(is_new).count())
    }

    /// The first message of a channel its reader has not read.
    pub fn first_unread(&self, key: &ChannelKey) -> Option<&Comment> {
        let channel = self.channel(key)?;
        channel.messages.iter().find(|message| is_unread(message, channel.read_at))
    }

    /// Takes in what a poll brought.
    pub fn receive(&mut self, news: News) {
        for comment in news.comments {
            self.cursor = self.cursor.max(Some(comment.created_at));
            self.add(comment);
        }
        for (key, at) in news.reads.0 {
            self.read_up_to(&key, at);
        }
        for (key, at) in news.agency_reads.0 {
            if let Some(channel) = self.channels.iter_mut().find(|channel| channel.key == key) {
                channel.other_read_at = channel.other_read_at.max(Some(at));
            }
        }
    }

    /// Puts a page of older messages before those of a channel.
    pub fn older(&mut self, key: &ChannelKey, page: Older) {
        let Some(channel) = self.channels.iter_mut().find(|channel| channel.key == *key) else { return };
        let known = |message: &Comment| channel.messages.iter().any(|known| known.id == message.id);
        let mut messages: Vec<Comment> = page.comments.into_iter().filter(|one| !known(one)).collect();
        messages.append(&mut channel.messages);
        channel.messages = messages;
        channel.has_older = page.has_older;
    }

    /// Takes in a message the client just sent.
    pub fn sent(&mut self, comment: Comment) {
        self.add(comment);
    }

    /// Takes note that a channel has been read up to `at`; never moves back.
    pub fn read_up_to(&mut self, key: &ChannelKey, at: Timestamp) {
        let Some(channel) = self.channels.iter_mut().find(|channel| channel.key == *key) else { return };
        if channel.read_at.is_some_and(|read| read >= at) {
            return;
        }
        channel.read_at = Some(at);
        // Older messages than the page holds may be unread too, unless reading got past them.
        if channel.messages.first().is_none_or(|oldest| oldest.created_at <= at) {
            let unread = channel.messages.iter().filter(|message| is_unread(message, Some(at))).count();
            channel.unread = i64::try_from(unread).unwrap_or(i64::MAX);
        }
    }

    /// Puts a message in its place, once.
    fn add(&mut self, comment: Comment) {
        let Some(channel) = self.channels.iter_mut().find(|channel| channel.key == comment.channel_key)
        else {
            self.outdated = true;
            return;
        };
        if channel.messages.iter().any(|known| known.id == comment.id) {
            return;
        }
        if is_unread(&comment, channel.read_at) {
            channel.unread += 1;
        }
        let place = channel.messages.partition_point(|known| known.created_at <= comment.created_at);
        channel.messages.insert(place, comment);
    }
}

/// Whether the client has still to read a message (docs/REFERENCE.md#unread-messages).
fn is_unread(message: &Comment, read_at: Option<Timestamp>) -> bool {
    message.author != Author::Client && read_at.is_none_or(|read| message.created_at > read)
}

#[cfg(test)]
mod tests;
