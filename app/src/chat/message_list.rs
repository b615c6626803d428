//! Renders a channel's message list as rows: day dividers, the divider above new messages, messages,
//! unsent messages and the read receipt.

use domain::portal::ChannelView;
use domain::{Author, Comment, Timestamp};

use super::clock::Clock;
use super::markup::Markup;
use super::message::{Side, author_html, text_class, text_html};
use super::outbox::{SendState, Unsent};
use crate::i18n::I18n;

/// One `<li>`. Rows with the same key are the same row: only its class and facts may change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Unique in the list: a message's id, which has no colon, or a name with a colon for other rows.
    pub key: String,
    pub class: String,
    /// The part before the facts: the author.
    pub head: Markup,
    /// The part that changes without an announcement: the time sent, or the send state.
    pub facts: Markup,
    /// The part after the facts: the message's text.
    pub body: Markup,
    /// When it was written; none unless it is a stored message.
    pub at: Option<Timestamp>,
}

impl Row {
    pub fn html(&self) -> Markup {
        let mut html = Markup::default();
        html.raw("<li class=\"").text(&self.class).raw("\">").add(&self.inside());
        html.raw("</li>");
        html
    }

    /// As [`Self::html`], with `data-key`: the live refresh matches rows by it.
    pub fn keyed_html(&self) -> Markup {
        let mut html = Markup::default();
        html.raw("<li data-key=\"").text(&self.key).raw("\" class=\"").text(&self.class).raw("\">");
        html.add(&self.inside()).raw("</li>");
        html
    }

    fn inside(&self) -> Markup {
        let mut html = Markup::default();
        html.add(&self.head);
        html.raw("<span class=\"message__facts\" aria-live=\"off\">").add(&self.facts).raw("</span>");
        html.add(&self.body);
        html
    }

    fn line(key: &str, class: &str, facts: Markup) -> Self {
        let (head, body) = (Markup::default(), Markup::default());
        Self { key: key.to_owned(), class: class.to_owned(), head, facts, body, at: None }
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

impl MessageList<'_> {
    /// The rows of a channel; unsent messages come last.
    pub fn rows<'b>(&self, messages: &[Comment], unsent: impl Iterator<Item = &'b Unsent>) -> Vec<Row> {
        let i18n = I18n(self.clock.language);
        let is_new = |one: &&Comment| {
            !self.side.is_own(one.author) && self.new_since.is_some_and(|since| one.created_at > since)
        };
        let first_new = messages.iter().find(is_new).map(|one| &one.id);
        let is_read =
            |one: &&Comment| self.side.is_own(one.author) && self.other_read_at >= Some(one.created_at);
        let last_read = messages.iter().rfind(is_read).map(|one| &one.id);

        let mut rows = Vec::new();
        let mut day = None;
        let mut before: Option<(Author, Timestamp)> = None;
        for comment in messages {
            let at = comment.created_at;
            rows.extend(self.day_line(&mut day, at));
            if Some(&comment.id) == first_new {
                let mut facts = Markup::default();
                facts.text(i18n.new_messages());
                rows.push(Row::line("new:", "unread-line", facts));
                before = None;
            }
            let follows = self.follows(before, comment.author, at);
            let class = self.class(comment.author, comment.text.as_str(), follows);
            rows.push(Row {
                key: comment.id.to_string(),
                class,
                head: author_html(self.side, comment.author, i18n),
                facts: self.clock.time(at),
                body: text_html(comment.text.as_str(), comment.badge.as_ref(), i18n),
                at: Some(at),
            });
            before = Some((comment.author, at));
            if Some(&comment.id) == last_read {
                let read_at = self.other_read_at.unwrap_or(at);
                rows.push(Row::line("read:", "read-line", self.clock.labelled_time(i18n.read(), read_at)));
            }
        }
        for message in unsent {
            // They stay last even when the device's clock is slow.
            let at = before.map_or(message.at, |(_, last)| last.max(message.at));
            rows.extend(self.day_line(&mut day, at));
            let follows = self.follows(before, Author::Client, at);
            let mut class = self.class(Author::Client, &message.text, follows);
            class.push_str(if message.state == SendState::Failed {
                " message--failed"
            } else {
                " message--leaving"
            });
            rows.push(Row {
                key: message.id.to_string(),
                class,
                head: author_html(self.side, Author::Client, i18n),
                facts: send_state_html(message.state, i18n),
                body: text_html(&message.text, None, i18n),
                at: None,
            });
            before = Some((Author::Client, at));
        }
        rows
    }

    /// The divider above the first message of a day.
    fn day_line(&self, last: &mut Option<i64>, at: Timestamp) -> Option<Row> {
        let day = Some(self.clock.day(at));
        if last.replace(self.clock.day(at)) == day {
            return None;
        }
        let mut facts = Markup::default();
        facts.text(&self.clock.day_line(at));
        let mut key = String::from("day:");
        key.push_str(&self.clock.day(at).to_string());
        Some(Row::line(&key, "day-line", facts))
    }

    fn follows(&self, before: Option<(Author, Timestamp)>, author: Author, at: Timestamp) -> bool {
        before.is_some_and(|(last, then)| last == author && self.clock.are_grouped(then, at))
    }

    fn class(&self, author: Author, text: &str, follows: bool) -> String {
        let mut class = text_class(self.side, author, text);
        if follows {
            class.push_str(" message--follows");
        }
        class
    }
}

/// The state of an unsent message, with the buttons that retry or discard it.
fn send_state_html(state: SendState, i18n: I18n) -> Markup {
    let mut html = Markup::default();
    match state {
        SendState::Sending => html.text(i18n.sending()),
        SendState::Waiting => html.text(i18n.waiting_to_send()),
        SendState::Failed => html
            .text(i18n.unsent())
            .raw(" <button type=\"button\" class=\"link-button\" data-act=\"retry\">")
            .text(i18n.retry())
            .raw("</button> <button type=\"button\" class=\"link-button\" data-act=\"discard\">")
            .text(i18n.discard())
            .raw("</button>"),
    };
    html
}

/// The rows of a channel without unsent messages, as HTML.
pub fn message_list_html(channel: &ChannelView, clock: Clock, side: &Side) -> Markup {
    let new_since = new_since(channel);
    let list = MessageList { clock, side, new_since, other_read_at: channel.other_read_at };
    let mut html = Markup::default();
    for row in list.rows(&channel.messages, std::iter::empty()) {
        html.add(&row.html());
    }
    html
}

/// The time after which a channel's messages are new, if it has unread ones.
pub fn new_since(channel: &ChannelView) -> Option<Timestamp> {
    (channel.unread > 0).then(|| channel.read_at.unwrap_or(Timestamp::MIN))
}

#[cfg(test)]
mod tests;
