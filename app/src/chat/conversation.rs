//! What the panel knows of the conversation, and what news does to it.

use std::collections::BTreeMap;

use domain::portal::ChannelView;
use domain::{Author, ChannelKey, Comment, Timestamp};
use serde::Deserialize;

/// What a poll brings (`GET /api/client/chat`).
#[derive(Debug, Clone, Default, Deserialize)]
pub struct News {
    /// Comments newer than the cursor, oldest first.
    pub comments: Vec<Comment>,
    /// Up to when the client has read each channel.
    pub reads: BTreeMap<ChannelKey, Timestamp>,
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

    /// The moment of a channel's newest message, if something in the channel is unread.
    pub fn unread_up_to(&self, key: &ChannelKey) -> Option<Timestamp> {
        let channel = self.channel(key).filter(|channel| channel.unread > 0)?;
        channel.messages.last().map(|message| message.created_at)
    }

    /// Whether there is anything in what a poll brought.
    pub fn is_news(&self, news: &News) -> bool {
        let is_new = |channel: &ChannelView| news.reads.get(&channel.key) > channel.read_at.as_ref();
        !news.comments.is_empty() || self.channels.iter().any(is_new)
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
        for (key, at) in news.reads {
            self.read_up_to(&key, at);
        }
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
            messages: Vec::new(),
            has_older: false,
        };
        Conversation::new(vec![channel("design"), channel("build")], Some(at(0)))
    }

    fn news(comments: Vec<Comment>) -> News {
        News { comments, reads: BTreeMap::new() }
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
        assert_eq!(unread(&chat), Some(2));
        assert_eq!(chat.unread_up_to(&key("design")), Some(at(3)));
        assert_eq!(chat.first_unread(&key("design")).map(|first| first.id.to_string()).as_deref(), Some("a"));
        chat.read_up_to(&key("design"), at(1));
        assert_eq!(unread(&chat), Some(1));
        let read = News { comments: Vec::new(), reads: BTreeMap::from([(key("design"), at(3))]) };
        assert!(chat.is_news(&read));
        chat.receive(read.clone());
        assert!(!chat.is_news(&read));
        assert_eq!(unread(&chat), Some(0));
        assert_eq!(chat.unread_up_to(&key("design")), None);
        chat.read_up_to(&key("design"), at(1));
        assert_eq!(chat.channel(&key("design")).and_then(|channel| channel.read_at), Some(at(3)));
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
