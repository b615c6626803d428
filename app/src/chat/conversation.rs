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

    /// The channel with this key.
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

/// Whether the client has still to read a message (CONTRACT §2, Unread).
fn is_unread(message: &Comment, read_at: Option<Timestamp>) -> bool {
    message.author != Author::Client && read_at.is_none_or(|read| message.created_at > read)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_millis(second * 1_000)
    }

    fn comment(id: &str, channel: &str, author: &str, second: i64) -> Comment {
        serde_json::from_value(serde_json::json!({
            "id": id, "entity_type": "phase", "entity_id": channel, "channel_key": channel,
            "author": author, "text": "ciao", "created_at": at(second), "badge": null,
        }))
        .expect("a comment")
    }

    fn key(text: &str) -> ChannelKey {
        serde_json::from_value(text.into()).expect("a key")
    }

    fn conversation() -> Conversation {
        let channel = |name: &str| ChannelView {
            key: key(name),
            phase_name: Some(name.to_owned()),
            unread: 0,
            read_at: None,
            other_read_at: None,
            messages: Vec::new(),
            has_older: false,
        };
        Conversation::new(vec![channel("design"), channel("build")], Some(at(0)))
    }

    fn news(comments: Vec<Comment>) -> News {
        News { comments, ..News::default() }
    }

    fn ids(conversation: &Conversation, name: &str) -> Vec<String> {
        let channel = conversation.channel(&key(name)).expect("a channel");
        channel.messages.iter().map(|message| message.id.to_string()).collect()
    }

    #[test]
    fn a_message_that_comes_twice_is_shown_once() {
        let mut chat = conversation();
        chat.sent(comment("own", "design", "client", 5));
        chat.receive(news(vec![
            comment("theirs", "design", "admin", 4),
            comment("own", "design", "client", 5),
        ]));
        chat.receive(news(vec![comment("theirs", "design", "admin", 4)]));
        assert_eq!(ids(&chat, "design"), ["theirs", "own"]);
    }

    #[test]
    fn only_polls_move_the_cursor_and_only_forward() {
        let mut chat = conversation();
        chat.sent(comment("own", "design", "client", 9));
        assert_eq!(chat.cursor(), Some(at(0)));
        chat.receive(news(vec![comment("a", "design", "admin", 8), comment("b", "build", "admin", 7)]));
        assert_eq!(chat.cursor(), Some(at(8)));
        chat.receive(News::default());
        assert_eq!(chat.cursor(), Some(at(8)));
    }

    #[test]
    fn what_the_agency_writes_is_unread_until_it_is_read() {
        let mut chat = conversation();
        chat.receive(news(vec![comment("a", "design", "admin", 1), comment("b", "design", "admin", 2)]));
        chat.receive(news(vec![comment("c", "design", "client", 3)]));
        let unread = |chat: &Conversation| chat.channel(&key("design")).map(|channel| channel.unread);
        assert_eq!((unread(&chat), chat.unread()), (Some(2), 2));
        assert_eq!(chat.first_unread(&key("design")).map(|first| first.id.to_string()).as_deref(), Some("a"));
        assert_eq!(chat.unread_after(&key("design"), Some(at(1))), 1);
        assert!(!chat.is_progress(&key("design"), at(0)));
        assert!(chat.is_progress(&key("design"), at(1)));
        chat.read_up_to(&key("design"), at(1));
        assert!(!chat.is_progress(&key("design"), at(1)));
        assert_eq!(unread(&chat), Some(1));
        chat.receive(News { reads: Reads(vec![(key("design"), at(3))]), ..News::default() });
        assert_eq!(unread(&chat), Some(0));
        assert!(!chat.is_progress(&key("design"), at(9)));
        chat.read_up_to(&key("design"), at(1));
        assert_eq!(chat.channel(&key("design")).and_then(|channel| channel.read_at), Some(at(3)));
    }

    #[test]
    fn a_poll_is_read_as_the_api_writes_it() {
        let text = r#"{"comments":[],"reads":{"design":"1970-01-01T00:00:03.000Z"},"agency_reads":{"build":"1970-01-01T00:00:04.000Z"}}"#;
        let mut chat = conversation();
        chat.receive(serde_json::from_str(text).expect("news"));
        assert_eq!(chat.channels[0].read_at, Some(at(3)));
        assert_eq!(chat.channels[1].other_read_at, Some(at(4)));
        let without: News = serde_json::from_str(r#"{"comments":[],"reads":{}}"#).expect("news");
        chat.receive(without);
        assert_eq!(chat.channels[1].other_read_at, Some(at(4)));
    }

    #[test]
    fn older_messages_come_before_and_are_never_doubled() {
        let mut chat = conversation();
        chat.channels[0].has_older = true;
        chat.receive(news(vec![comment("c", "design", "admin", 3)]));
        let page = || Older {
            comments: vec![comment("a", "design", "client", 1), comment("b", "design", "admin", 2)],
            has_older: false,
        };
        chat.older(&key("design"), page());
        chat.older(&key("design"), page());
        assert_eq!(ids(&chat, "design"), ["a", "b", "c"]);
        assert!(!chat.channels[0].has_older);
        assert_eq!(chat.cursor(), Some(at(3)));
    }

    #[test]
    fn unread_messages_older_than_the_page_holds_stay_counted() {
        let mut chat = conversation();
        chat.channels[0].unread = 60;
        chat.channels[0].messages = vec![comment("z", "design", "admin", 100)];
        chat.read_up_to(&key("design"), at(50));
        assert_eq!(chat.channels[0].unread, 60);
        chat.read_up_to(&key("design"), at(100));
        assert_eq!(chat.channels[0].unread, 0);
    }

    #[test]
    fn a_message_in_an_unknown_channel_says_the_page_is_out_of_date() {
        let mut chat = conversation();
        chat.receive(news(vec![comment("a", "launch", "admin", 1)]));
        assert!(chat.outdated);
        assert_eq!(chat.cursor(), Some(at(1)));
    }
}
