//! A channel's message list as rows: day dividers, the divider above new messages, messages, unsent messages and the
//! read receipt. [`MessageRow`](super::row::MessageRow) renders them.

use domain::{Author, Badge, ChannelView, Entry, ShownFile, Timestamp};

use super::clock::{Clock, ClockZone};
use super::message::{Side, text_class};
use crate::address;
use crate::browser::outbox::{SendState, Unsent};
use crate::i18n::I18n;

/// The class of a message below another one of its author.
const FOLLOWS: &str = " message--follows";

/// The key of the row that says up to where the other side has read.
pub const READ: &str = "read:";

/// One `<li>`. Rows with the same key are the same row: only its class and facts may change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Unique in the list: a message's id, which has no colon, or a name with a colon for other rows.
    pub key: String,
    pub class: String,
    pub facts: Facts,
    pub content: Content,
    /// When it was written; none unless it is a stored message.
    pub at: Option<Timestamp>,
}

/// The part of a row that changes without an announcement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Facts {
    Text(String),
    Time {
        at: Timestamp,
        /// The hour, or what happened then.
        shown: String,
        /// Whether screen readers skip it, because the full date has it.
        is_hour: bool,
        full: String,
        has_title: bool,
    },
    Unsent(SendState),
}

/// The part of a row that stays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// A divider or the read receipt.
    Line,
    Message {
        author: String,
        text: String,
        /// The task or deliverable that an old comment was written on.
        badge: Option<Badge>,
        files: Vec<ShownFile>,
        /// Where the place on a picture is shown that it is about.
        pin: Option<String>,
    },
    /// What a client decided about a deliverable, with the text of a change request.
    Event { author: String, what: &'static str, title: String, text: String },
}

impl Row {
    fn line(key: &str, class: &str, facts: Facts) -> Self {
        Self { key: key.to_owned(), class: class.to_owned(), facts, content: Content::Line, at: None }
    }
}

impl Facts {
    fn time(clock: &Clock, at: Timestamp, label: Option<&'static str>) -> Self {
        Self::Time {
            at,
            shown: label.map_or_else(|| clock.hour(at), str::to_owned),
            is_hour: label.is_none(),
            full: clock.full_date(at),
            has_title: clock.zone == ClockZone::Device,
        }
    }
}

/// The inputs of a channel's message list, besides its messages.
pub struct MessageList<'a> {
    /// The reader's clock.
    pub clock: Clock,
    /// The reader.
    pub side: &'a Side,
    /// Messages after this are new; if none, no message is marked as new.
    pub new_since: Option<Timestamp>,
    /// The time up to which the other side has read.
    pub other_read_at: Option<Timestamp>,
}

/// The side and the name of who wrote the message before, and when.
type Before<'a> = Option<((Author, Option<&'a str>), Timestamp)>;

impl MessageList<'_> {
    /// The rows of a channel; unsent messages come last.
    pub fn rows<'b>(&self, channel: &ChannelView, unsent: impl Iterator<Item = &'b Unsent>) -> Vec<Row> {
        let i18n = self.clock.i18n;
        let entries = channel.entries();
        let is_new =
            |one: &Entry<'_>| !self.side.is_own(one.author()) && self.new_since.is_some_and(|since| one.at() > since);
        let first_new = entries.iter().position(is_new);
        let is_read = |one: &Entry<'_>| {
            one.message().is_some() && self.side.is_own(one.author()) && self.other_read_at >= Some(one.at())
        };
        let last_read = entries.iter().rposition(is_read);

        let mut rows = Vec::new();
        let mut day = None;
        let mut before: Before<'_> = None;
        for (index, entry) in entries.iter().enumerate() {
            let (author, at) = (entry.author(), entry.at());
            rows.extend(self.day_line(&mut day, at));
            if Some(index) == first_new {
                rows.push(Row::line("new:", "unread-line", Facts::Text(i18n.new_messages().to_owned())));
                before = None;
            }
            let named = self.side.person(author, entry.author_name());
            let follows = self.follows(before, (author, named), at);
            let name = named.unwrap_or_else(|| self.side.name(author, i18n)).to_owned();
            let (key, kind, content) = match entry {
                Entry::Message(comment) => {
                    let text = comment.text.as_str().to_owned();
                    let content = Content::Message {
                        author: name,
                        text,
                        badge: comment.badge.clone(),
                        files: comment.files.clone(),
                        pin: comment.pin.as_ref().map(|_| address::pin(self.side.author(), comment.id.as_str())),
                    };
                    (comment.id.to_string(), "", content)
                }
                Entry::ChangeRequest { message, title, reason } => {
                    let (title, text) = ((*title).to_owned(), (*reason).to_owned());
                    let content = Content::Event { author: name, what: i18n.changes_event(), title, text };
                    (message.id.to_string(), " message--event message--changes", content)
                }
                Entry::Approval { id, title, .. } => {
                    let (title, text) = ((*title).to_owned(), String::new());
                    let content = Content::Event { author: name, what: i18n.approval_event(), title, text };
                    (["approved:", id.as_str()].concat(), " message--event message--approval", content)
                }
            };
            let mut class = class(self.side.is_on_own_side(author, named), &content, follows);
            class.push_str(kind);
            if named.is_some() {
                class.push_str(" message--named");
            }
            rows.push(Row {
                key,
                class,
                facts: Facts::time(&self.clock, at, None),
                content,
                at: entry.message().map(|_| at),
            });
            before = Some(((author, named), at));
            if Some(index) == last_read {
                let read_at = self.other_read_at.unwrap_or(at);
                rows.push(Row::line(READ, "read-line", Facts::time(&self.clock, read_at, Some(i18n.read()))));
            }
        }
        for message in unsent {
            // They stay last even when the device's clock is slow.
            let at = before.map_or(message.at, |(_, last)| last.max(message.at));
            rows.extend(self.day_line(&mut day, at));
            let mut row = unsent_row(message, self.side, i18n);
            if self.follows(before, (self.side.author(), None), at) {
                row.class.push_str(FOLLOWS);
            }
            rows.push(row);
            before = Some(((self.side.author(), None), at));
        }
        rows
    }

    /// The divider above the first message of a day.
    fn day_line(&self, last: &mut Option<i64>, at: Timestamp) -> Option<Row> {
        let day = Some(self.clock.day(at));
        if last.replace(self.clock.day(at)) == day {
            return None;
        }
        let key = ["day:", &self.clock.day(at).to_string()].concat();
        Some(Row::line(&key, "day-line", Facts::Text(self.clock.day_line(at))))
    }

    fn follows(&self, before: Before<'_>, author: (Author, Option<&str>), at: Timestamp) -> bool {
        before.is_some_and(|(last, then)| last == author && self.clock.are_grouped(then, at))
    }
}

fn class(is_own: bool, content: &Content, follows: bool) -> String {
    let text = if let Content::Message { text, .. } = content { text } else { "" };
    let mut class = text_class(is_own, text);
    if follows {
        class.push_str(FOLLOWS);
    }
    class
}

/// The row of an unsent message of the reader.
pub fn unsent_row(message: &Unsent, side: &Side, i18n: I18n) -> Row {
    let (author, text) = (side.author(), message.text.clone());
    let mut class = text_class(true, &text);
    class.push_str(if message.state == SendState::Failed { " message--failed" } else { " message--leaving" });
    Row {
        key: message.id.to_string(),
        class,
        facts: Facts::Unsent(message.state),
        content: Content::Message {
            author: side.name(author, i18n).to_owned(),
            text,
            badge: None,
            files: Vec::new(),
            pin: None,
        },
        at: None,
    }
}

/// The rows of a channel without unsent messages, by the server's clock.
pub fn stored_rows(channel: &ChannelView, clock: Clock, side: &Side) -> Vec<Row> {
    let new_since = new_since(channel);
    let list = MessageList { clock, side, new_since, other_read_at: channel.other_read_at };
    list.rows(channel, std::iter::empty())
}

/// The time after which a channel's messages are new, if it has unread ones.
pub fn new_since(channel: &ChannelView) -> Option<Timestamp> {
    (channel.unread > 0).then(|| channel.read_at.unwrap_or(Timestamp::MIN))
}

#[cfg(test)]
mod tests;
