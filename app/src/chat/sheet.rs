//! What the log of a channel shows, row by row: lines between days and above what is new, messages,
//! those on their way, and how far the agency has read.

use domain::portal::ChannelView;
use domain::{Author, Comment, Timestamp};

use super::clock::Clock;
use super::markup::Markup;
use super::message::{Side, author_html, text_class, text_html};
use super::outbox::{Fate, Unsent};
use crate::i18n::I18n;

/// A row: the inside of one `<li>`. A row with the same key is the same row, whose class and facts may
/// change; nothing else of it does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// What it is known by. Ids have no colon, the keys of other rows do.
    pub key: String,
    pub class: String,
    /// What stands before the facts: who wrote.
    pub head: Markup,
    /// What may change without being announced: when it was sent, or how it stands.
    pub facts: Markup,
    /// What stands after: the message itself.
    pub body: Markup,
    /// When it was written; only of a message that has arrived.
    pub at: Option<Timestamp>,
}

impl Row {
    /// The row as HTML.
    pub fn html(&self) -> Markup {
        let mut html = Markup::default();
        html.raw("<li class=\"").text(&self.class).raw("\">").add(&self.inside());
        html.raw("</li>");
        html
    }

    /// As [`Self::html`], with its key: for a list that is brought up to date by another's rows.
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

/// What decides how a channel looks.
pub struct Sheet<'a> {
    /// The reader's clock.
    pub clock: Clock,
    /// Through whose eyes.
    pub side: &'a Side,
    /// What is new came after this; none: nothing is marked as new.
    pub new_since: Option<Timestamp>,
    /// Up to when the other side has read.
    pub other_read_at: Option<Timestamp>,
}

impl Sheet<'_> {
    /// The rows of a channel, the messages on their way after all others.
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
                rows.push(Row::line("read:", "read-line", self.clock.timed(i18n.read(), read_at)));
            }
        }
        for message in unsent {
            // Shown after all others, also when the reader's clock is behind.
            let at = before.map_or(message.at, |(_, last)| last.max(message.at));
            rows.extend(self.day_line(&mut day, at));
            let follows = self.follows(before, Author::Client, at);
            let mut class = self.class(Author::Client, &message.text, follows);
            class.push_str(if message.fate == Fate::Failed {
                " message--failed"
            } else {
                " message--leaving"
            });
            rows.push(Row {
                key: message.id.to_string(),
                class,
                head: author_html(self.side, Author::Client, i18n),
                facts: fate_html(message.fate, i18n),
                body: text_html(&message.text, None, i18n),
                at: None,
            });
            before = Some((Author::Client, at));
        }
        rows
    }

    /// The line above the first message of a day.
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
        before.is_some_and(|(last, then)| last == author && self.clock.together(then, at))
    }

    fn class(&self, author: Author, text: &str, follows: bool) -> String {
        let mut class = text_class(self.side, author, text);
        if follows {
            class.push_str(" message--follows");
        }
        class
    }
}

/// How a message on its way stands, with what its author can do about it.
fn fate_html(fate: Fate, i18n: I18n) -> Markup {
    let mut html = Markup::default();
    match fate {
        Fate::Sending => html.text(i18n.sending()),
        Fate::Waiting => html.text(i18n.waiting_to_send()),
        Fate::Failed => html
            .text(i18n.unsent())
            .raw(" <button type=\"button\" class=\"link-button\" data-act=\"retry\">")
            .text(i18n.retry())
            .raw("</button> <button type=\"button\" class=\"link-button\" data-act=\"discard\">")
            .text(i18n.discard())
            .raw("</button>"),
    };
    html
}

/// The rows of a channel as it was read, as HTML.
pub fn sheet_html(channel: &ChannelView, clock: Clock, side: &Side) -> Markup {
    let new_since = new_since(channel);
    let sheet = Sheet { clock, side, new_since, other_read_at: channel.other_read_at };
    let mut html = Markup::default();
    for row in sheet.rows(&channel.messages, std::iter::empty()) {
        html.add(&row.html());
    }
    html
}

/// Since when there is something new in a channel, if there is.
pub fn new_since(channel: &ChannelView) -> Option<Timestamp> {
    (channel.unread > 0).then(|| channel.read_at.unwrap_or(Timestamp::MIN))
}

#[cfg(test)]
mod tests;
