//! Pages of a channel's messages.

use serde::{Deserialize, Serialize};

use crate::Comment;

/// A page of a channel's messages.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MessagePage {
    /// Oldest first: at most [`Self::MAX_MESSAGES`], unless more messages share one timestamp, which only happens
    /// after an import.
    pub messages: Vec<Comment>,
    pub has_older: bool,
}

impl MessagePage {
    /// The size of a page.
    pub const MAX_MESSAGES: usize = 50;

    /// A page of the newest `messages`, which are in order. Messages with the same timestamp stay on one
    /// page, because the next page contains only messages strictly before it.
    pub fn newest_of(messages: Vec<Comment>) -> Self {
        Self::newest(messages, Self::MAX_MESSAGES)
    }

    /// As [`Self::newest_of`], with a page size of `most`.
    pub fn newest(mut messages: Vec<Comment>, most: usize) -> Self {
        let moment = |at: usize| messages[at].created_at;
        let begins = |&at: &usize| at == 0 || moment(at - 1) != moment(at);
        let first = messages.len().saturating_sub(most);
        let start = (first..messages.len()).find(begins).or_else(|| (0..first).rev().find(begins)).unwrap_or(0);
        // If all messages share one timestamp, only the next page can show whether there are older ones.
        let has_older = start > 0 || messages.len() > most;
        messages.drain(..start);
        Self { messages, has_older }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::ClientId;
    use crate::{Author, Entity, MessageText, Timestamp};

    /// Messages made at these milliseconds.
    fn at(moments: impl IntoIterator<Item = i64>) -> Vec<Comment> {
        let general = Entity::General(ClientId::parse("rossi").expect("an id"));
        let message = |(number, millis): (usize, i64)| {
            let id = crate::id::CommentId::parse(format!("m{number}")).expect("an id");
            let text = MessageText::parse("ciao").expect("a text");
            Comment::on(&general, id, Author::Client, text, Timestamp::from_millis(millis))
        };
        moments.into_iter().enumerate().map(message).collect()
    }

    /// The first and the last moment of the page, how many messages it has, and whether there are older ones.
    fn page(moments: impl IntoIterator<Item = i64>) -> (Option<i64>, Option<i64>, usize, bool) {
        let MessagePage { messages, has_older } = MessagePage::newest_of(at(moments));
        let moment = |message: Option<&Comment>| message.map(|message| message.created_at.as_millis());
        (moment(messages.first()), moment(messages.last()), messages.len(), has_older)
    }

    #[test]
    fn page_holds_newest_fifty() {
        assert_eq!(page([]), (None, None, 0, false));
        assert_eq!(page(1..=50), (Some(1), Some(50), 50, false));
        assert_eq!(page(1..=51), (Some(2), Some(51), 50, true));
    }

    #[test]
    fn page_does_not_split_equal_timestamps() {
        // Two share the moment at which a page of fifty would begin.
        assert_eq!(page([1, 1].into_iter().chain(2..=50)), (Some(2), Some(50), 49, true));
        assert_eq!(page([0, 1, 1].into_iter().chain(2..=50)), (Some(2), Some(50), 49, true));
    }

    #[test]
    fn page_grows_for_over_fifty_equal_timestamps() {
        assert_eq!(page([7; 60]), (Some(7), Some(7), 60, true));
        assert_eq!(page([1, 2].into_iter().chain([7; 60])), (Some(7), Some(7), 60, true));
    }
}
