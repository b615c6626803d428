//! What the chat shows, and how it changes: without a browser, so that it is tested without one.

mod composer;
mod polling;
mod sending;

use domain::{ChannelKey, ChannelView, Timestamp};

use super::clock::{Clock, ClockZone};
use super::conversation::Conversation;
use super::message::Side;
use super::message_list::{MessageList, Row, new_since};
use super::{ChatData, ChatStart, older_address};
use crate::browser::clock::MAX_CLOCK_SKEW;
use crate::browser::outbox::Outbox;

pub use composer::ComposerState;
pub use polling::{ConnectionState, retry_after};

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
    /// The number of failed requests since the last poll that succeeded.
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
            composer: ComposerState::new(&start),
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
            side: &Side::Client { agency: self.start.agency.clone(), contact: self.start.contact.clone() },
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
        let closed = (self.connection == ConnectionState::Closed).then_some(self.start.closed.0.as_str());
        let notices = [closed, self.connection.notice(i18n), outdated, self.older_error, clock, storage];
        let notice = notices.into_iter().flatten().collect::<Vec<_>>().join(" ");
        (!notice.is_empty()).then_some(notice)
    }

    /// What the reader should know in the other language, too.
    pub fn other_notice(&self) -> Option<String> {
        (self.connection == ConnectionState::Closed).then(|| self.start.closed.1.clone())
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

#[cfg(test)]
mod tests;
