//! Renders a channel's message list as rows: day dividers, the divider above new messages, messages,
//! unsent messages and the read receipt.

use domain::portal::ChannelView;
use domain::{Author, Entry, Timestamp};

use super::clock::Clock;
use super::markup::Markup;
use super::message::{Side, author_html, event_html, text_class, text_html};
use crate::browser::outbox::{SendState, Unsent};
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

    /// As [`Self::html`], with `data-key`: the live refresh matches rows by it. `id` is that of the element.
    pub fn keyed_html(&self, id: Option<&str>) -> Markup {
        let mut html = Markup::default();
        html.raw("<li data-key=\"").text(&self.key).raw("\" class=\"").text(&self.class);
        if let Some(id) = id {
            html.raw("\" id=\"").text(id);
        }
        html.raw("\">");
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
    pub fn rows<'b>(&self, channel: &ChannelView, unsent: impl Iterator<Item = &'b Unsent>) -> Vec<Row> {
        let i18n = self.clock.i18n;
        let entries = channel.entries();
        let is_new = |one: &Entry<'_>| {
            !self.side.is_own(one.author()) && self.new_since.is_some_and(|since| one.at() > since)
        };
        let first_new = entries.iter().position(is_new);
        let is_read = |one: &Entry<'_>| {
            one.message().is_some() && self.side.is_own(one.author()) && self.other_read_at >= Some(one.at())
        };
        let last_read = entries.iter().rposition(is_read);

        let mut rows = Vec::new();
        let mut day = None;
        let mut before: Option<(Author, Timestamp)> = None;
        for (index, entry) in entries.iter().enumerate() {
            let (author, at) = (entry.author(), entry.at());
            rows.extend(self.day_line(&mut day, at));
            if Some(index) == first_new {
                let mut facts = Markup::default();
                facts.text(i18n.new_messages());
                rows.push(Row::line("new:", "unread-line", facts));
                before = None;
            }
            let follows = self.follows(before, author, at);
            let (key, text, body) = match entry {
                Entry::Message(comment) => {
                    let text = comment.text.as_str();
                    (comment.id.to_string(), text, text_html(text, comment.badge.as_ref(), i18n))
                }
                Entry::ChangeRequest { message, title, reason } => {
                    (message.id.to_string(), "", event_html(i18n.changes_event(), title, reason, i18n))
                }
                Entry::Approval { id, title, .. } => {
                    let mut key = String::from("approved:");
                    key.push_str(id.as_str());
                    (key, "", event_html(i18n.approval_event(), title, "", i18n))
                }
            };
            let mut class = self.class(author, text, follows);
            class.push_str(match entry {
                Entry::Message(_) => "",
                Entry::ChangeRequest { .. } => " message--event message--changes",
                Entry::Approval { .. } => " message--event message--approval",
            });
            rows.push(Row {
                key,
                class,
                head: author_html(self.side, author, i18n),
                facts: self.clock.time(at),
                body,
                at: entry.message().map(|_| at),
            });
            before = Some((author, at));
            if Some(index) == last_read {
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
pub fn send_state_html(state: SendState, i18n: I18n) -> Markup {
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
    for row in list.rows(channel, std::iter::empty()) {
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
