//! What the responses of polls change.

use domain::Timestamp;

use super::ChatState;
use crate::api::chat::PollResponse;
use crate::browser::fetch::FetchError;
use crate::browser::polling::{INTERVAL, MAX_PAUSE, pause};
use crate::i18n::I18n;

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
    pub(super) fn notice(self, i18n: I18n) -> Option<&'static str> {
        match self {
            Self::Connected | Self::Closed => None,
            Self::Reconnecting => Some(i18n.reconnecting()),
            Self::RateLimited => Some(i18n.slowed_down()),
        }
    }
}

impl ChatState {
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
}

/// The pause that a server asks for, in milliseconds.
pub fn retry_after(seconds: u32) -> u32 {
    seconds.saturating_mul(1_000).min(MAX_PAUSE)
}
