//! What the chat shows, and how it changes: without a browser, so that it is tested without one.

use domain::id::CommentId;
use domain::{ChannelKey, ChannelView, MessageText, Timestamp};

use super::clock::{Clock, ClockZone};
use super::conversation::Conversation;
use super::message::Side;
use super::message_list::{MessageList, Row, new_since};
use super::{ChatData, ChatStart, older_address};
use crate::api::chat::PollResponse;
use crate::browser::clock::MAX_CLOCK_SKEW;
use crate::browser::fetch::FetchError;
use crate::browser::outbox::{Outbox, SendState, Unsent};
use crate::browser::polling::{INTERVAL, MAX_PAUSE, pause};
use crate::i18n::I18n;

/// The most rows of the message field, in browsers that do not grow it with CSS.
const MAX_ROWS: usize = 6;

/// The state of the chat.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts, one signal for all")]
pub struct ChatState {
    pub start: ChatStart,
    pub conversation: Conversation,
    pub outbox: Outbox,
    /// The channel shown.
    pub open: ChannelKey,
    /// Messages of the open channel after this are marked as new.
    pub new_since: Option<Timestamp>,
    /// The time of the newest message of the open channel that was visible.
    pub seen: Option<Timestamp>,
    /// Whether the log is scrolled to its end.
    pub is_at_end: bool,
    /// Whether screen readers do not announce what changes in the log.
    pub is_quiet: bool,
    pub connection: ConnectionState,
    /// The number of failed polls in a row.
    pub failures: u32,
    /// Whether the page was hidden since the last poll.
    pub was_hidden: bool,
    /// By the server's clock.
    pub now: Timestamp,
    pub zone: ClockZone,
    /// The server's clock minus the device's, in milliseconds.
    pub clock_offset: i64,
    /// Whether the offset is that of a response. Until then it is that of the page, which may be old.
    pub is_clock_checked: bool,
    /// The read receipt sent last, so that a refused one is not repeated until the next poll.
    pub receipt: Option<(ChannelKey, Timestamp)>,
    /// How many read receipts have no response yet.
    receipts_in_flight: u32,
    /// The draft of each channel; it works without session storage too.
    pub drafts: Vec<(ChannelKey, String)>,
    /// The number of the notice shown in a form that was sent without a network; the one after it if none is shown.
    pub offline_notice: u32,
    /// Whether session storage refused a write.
    pub storage_failed: bool,
    /// Whether a page of older messages is being fetched.
    pub is_loading_older: bool,
    /// Why there are no older messages.
    pub older_error: Option<&'static str>,
    pub composer: ComposerState,
}

/// What the message form shows besides the text, which is the field's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComposerState {
    /// Empty if there is no error.
    pub error: String,
    pub is_invalid: bool,
    /// How many characters are left; negative if there are too many.
    pub remaining: i64,
    pub rows: usize,
}

/// The state of polling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConnectionState {
    Connected,
    /// Polls fail.
    Reconnecting,
    /// The rate limit was hit.
    RateLimited,
    /// Access is gone for good.
    Closed,
}

impl ConnectionState {
    /// The notice for the reader, if any.
    fn notice(self, i18n: I18n) -> Option<&'static str> {
        match self {
            Self::Connected => None,
            Self::Reconnecting => Some(i18n.reconnecting()),
            Self::RateLimited => Some(i18n.slowed_down()),
            Self::Closed => Some(i18n.closed()),
        }
    }
}

impl ChatState {
    /// The state as the server renders it, and as the browser hydrates it.
    pub fn new(data: ChatData) -> Self {
        let ChatData { start, channels, cursor, utc_offsets } = data;
        let open = start.open.clone();
        Self {
            new_since: channels.iter().find(|channel| channel.key == open).and_then(new_since),
            conversation: Conversation::new(channels, cursor),
            outbox: Outbox::default(),
            open,
            seen: None,
            is_at_end: true,
            is_quiet: false,
            connection: ConnectionState::Connected,
            failures: 0,
            was_hidden: false,
            now: start.now,
            zone: ClockZone::OfPage(utc_offsets.into()),
            clock_offset: 0,
            is_clock_checked: false,
            receipt: None,
            receipts_in_flight: 0,
            drafts: Vec::new(),
            offline_notice: 0,
            storage_failed: false,
            is_loading_older: false,
            older_error: None,
            composer: ComposerState {
                is_invalid: !start.error.is_empty(),
                error: start.error.clone(),
                remaining: MessageText::remaining(&start.draft),
                rows: 1,
            },
            start,
        }
    }

    pub fn channel(&self) -> Option<&ChannelView> {
        self.conversation.channel(&self.open)
    }

    /// The rows of the open channel.
    pub fn rows(&self) -> Vec<Row> {
        let Some(channel) = self.channel() else { return Vec::new() };
        let list = MessageList {
            clock: Clock { i18n: self.start.i18n, zone: self.zone.clone(), now: self.now },
            side: &Side::Client(self.start.agency.clone()),
            new_since: self.new_since,
            other_read_at: channel.other_read_at,
        };
        list.rows(channel, self.outbox.at(self.open.as_str()))
    }

    /// The address of the page with the messages before those loaded, if there are any.
    pub fn older_address(&self) -> Option<String> {
        older_address(&self.start, self.channel()?)
    }

    /// The number of messages below the screen that the reader has not seen.
    pub fn unseen(&self) -> usize {
        if self.is_at_end {
            return 0;
        }
        let read_at = self.channel().and_then(|channel| channel.read_at);
        self.conversation.unread_after(&self.open, self.seen.max(read_at))
    }

    /// What the reader should know, if anything.
    pub fn notice(&self) -> Option<String> {
        let i18n = self.start.i18n;
        let outdated = self.conversation.outdated.then(|| i18n.outdated());
        let is_clock_off = self.is_clock_checked && self.clock_offset.abs() > MAX_CLOCK_SKEW;
        let clock = is_clock_off.then(|| i18n.clock_off());
        let storage = self.storage_failed.then(|| i18n.no_storage());
        let notices = [self.connection.notice(i18n), outdated, self.older_error, clock, storage];
        let notice = notices.into_iter().flatten().collect::<Vec<_>>().join(" ");
        (!notice.is_empty()).then_some(notice)
    }

    /// Whether nothing can be sent.
    pub fn is_closed(&self) -> bool {
        self.start.is_preview || self.connection == ConnectionState::Closed
    }

    /// Opens a channel; returns whether it was not open yet.
    pub fn switch(&mut self, key: &ChannelKey) -> bool {
        let Some(channel) = self.conversation.channel(key).filter(|_| *key != self.open) else {
            return false;
        };
        self.new_since = new_since(channel);
        self.open = key.clone();
        self.seen = None;
        self.older_error = None;
        self.set_error("");
        true
    }

    /// The first channel with unread messages, if the open one has none.
    pub fn unread_elsewhere(&self) -> Option<ChannelKey> {
        let is_here = self.channel().is_some_and(|open| open.unread > 0);
        let unread = |one: &&ChannelView| one.unread > 0 && !is_here;
        self.conversation.channels.iter().find(unread).map(|channel| channel.key.clone())
    }

    /// Applies the response of a poll; returns the conversations with an unsent message that has arrived.
    /// `is_watching`: the newest messages are on the screen.
    pub fn receive(&mut self, response: PollResponse, is_watching: bool) -> Vec<String> {
        self.failures = 0;
        self.connection = ConnectionState::Connected;
        if self.receipts_in_flight == 0 {
            self.receipt = None;
        }
        let delivered = response.comments.iter().filter_map(|comment| self.outbox.remove(&comment.id)).collect();
        let unread = |state: &Self| state.channel().map(|open| (open.unread > 0, open.read_at));
        let before = unread(self);
        self.conversation.receive(response);
        // New messages get a divider, unless the reader sees them arrive.
        if let (Some((false, read_at)), Some((true, _))) = (before, unread(self)) {
            self.new_since = (!is_watching || self.was_hidden).then(|| read_at.unwrap_or(Timestamp::MIN));
        }
        self.was_hidden = false;
        delivered
    }

    /// Notes a failed poll; returns the pause before the next one, in milliseconds.
    pub fn poll_failed(&mut self, error: FetchError) -> u32 {
        if error == FetchError::Gone {
            self.outbox.fail_all();
            self.connection = ConnectionState::Closed;
            return INTERVAL;
        }
        self.failures += 1;
        if let FetchError::RateLimited(seconds) = error {
            self.connection = ConnectionState::RateLimited;
            pause(self.failures).max(retry_after(seconds))
        } else {
            self.connection = ConnectionState::Reconnecting;
            pause(self.failures)
        }
    }

    /// Queues a new message. A reader who replies has read the new messages.
    pub fn queue(&mut self, id: CommentId, text: String, at: Timestamp) {
        let place = self.open.to_string();
        let (action, body) = (String::new(), String::new());
        self.outbox.add(Unsent { id, place, text, at, state: SendState::Sending, action, body });
        self.new_since = None;
    }

    /// The message to send next, which is marked as being sent.
    pub fn next_to_send(&mut self) -> Option<Unsent> {
        let message = self.outbox.next().cloned()?;
        self.outbox.set_state(&message.id, SendState::Sending);
        Some(message)
    }

    /// Notes that a message was not sent, unless a poll has returned it meanwhile: it waits, or has failed. Returns
    /// whether it had not arrived.
    pub fn send_failed(&mut self, id: &CommentId, error: FetchError) -> bool {
        if !self.outbox.contains(id) {
            return false;
        }
        let i18n = self.start.i18n;
        let (send_state, notice) = match error {
            FetchError::RateLimited(_) => (SendState::Waiting, i18n.not_sent_yet()),
            FetchError::Gone => (SendState::Failed, i18n.not_sent_gone()),
            FetchError::Unavailable => (SendState::Failed, i18n.not_sent()),
        };
        self.outbox.set_state(id, send_state);
        notice.clone_into(&mut self.composer.error);
        true
    }

    /// Adds what the tab has stored of a channel.
    pub fn restore(&mut self, key: ChannelKey, unsent: &str, draft: String) {
        self.outbox.restore(unsent);
        if !draft.is_empty() {
            self.drafts.push((key, draft));
        }
    }

    /// Removes the restored messages that were delivered before the reload, and queues the others; returns the
    /// conversations of those removed.
    pub fn resume(&mut self) -> Vec<String> {
        let messages = self.conversation.channels.iter().flat_map(|channel| &channel.messages);
        let delivered = messages.filter_map(|message| self.outbox.remove(&message.id)).collect();
        self.outbox.resume();
        delivered
    }

    /// The draft of the open channel.
    pub fn draft(&self) -> &str {
        self.drafts.iter().find(|(channel, _)| *channel == self.open).map_or("", |(_, draft)| draft)
    }

    pub fn set_draft(&mut self, text: String) {
        self.drafts.retain(|(channel, _)| *channel != self.open);
        if !text.is_empty() {
            self.drafts.push((self.open.clone(), text));
        }
    }

    /// Whether unsent text would be lost with the page.
    pub fn would_lose_text(&self) -> bool {
        self.storage_failed && !(self.drafts.is_empty() && self.outbox.is_empty())
    }

    /// An empty error clears it.
    pub fn set_error(&mut self, error: &str) {
        error.clone_into(&mut self.composer.error);
        self.composer.is_invalid &= !error.is_empty();
    }

    /// Measures the text of the field.
    pub fn measure_text(&mut self, text: &str) {
        self.composer.remaining = MessageText::remaining(text);
        self.composer.rows = text.split('\n').count().min(MAX_ROWS);
    }

    /// The read receipt to send after messages up to `seen` were visible, unless none is due.
    pub fn receipt_for(&mut self, seen: Timestamp) -> Option<(ChannelKey, Timestamp)> {
        self.seen = self.seen.max(Some(seen));
        let receipt = Some((self.open.clone(), seen));
        let is_due = self.conversation.has_unread_up_to(&self.open, seen) && self.receipt != receipt;
        if !is_due || self.is_closed() {
            return None;
        }
        self.receipt.clone_from(&receipt);
        self.receipts_in_flight += 1;
        receipt
    }

    /// Notes the response to a read receipt.
    pub fn receipt_sent(&mut self, channel: &ChannelKey, seen: Timestamp, is_taken: bool) {
        self.receipts_in_flight -= 1;
        if is_taken {
            self.conversation.read_up_to(channel, seen);
        }
    }
}

/// The pause that a server asks for, in milliseconds.
pub fn retry_after(seconds: u32) -> u32 {
    seconds.saturating_mul(1_000).min(MAX_PAUSE)
}

#[cfg(test)]
mod tests;
