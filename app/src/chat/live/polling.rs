//! Polls every 20 seconds while the page is visible, at once when it becomes visible or the network
//! returns, less often after failures, and never again once access is gone (docs/REFERENCE.md#live-updates).

use domain::Timestamp;
use leptos::prelude::{document, window};
use leptos::task::spawn_local;

use super::ChatPanel;
use super::api;
use super::rows::ScrollAnchor;
use crate::api::chat::PollResponse;
use crate::browser::clock::device_now;
use crate::browser::dom::{is_visible, listen};
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
    pub fn notice(self, i18n: I18n) -> Option<&'static str> {
        match self {
            Self::Connected => None,
            Self::Reconnecting => Some(i18n.reconnecting()),
            Self::RateLimited => Some(i18n.slowed_down()),
            Self::Closed => Some(i18n.closed()),
        }
    }
}

impl ChatPanel {
    pub(super) fn start_polling(&'static self) {
        listen(&document(), "visibilitychange", move |_| {
            if !is_visible() {
                self.was_hidden.set(true);
            }
            self.poll_in(0);
            self.schedule_read_check();
        });
        listen(&window(), "online", move |_| {
            self.retry_failed();
            self.poll_in(0);
        });
        self.poll_in(INTERVAL);
    }

    /// Polls in `millis` milliseconds; never while the page is hidden or access is gone.
    pub(super) fn poll_in(&'static self, millis: u32) {
        if is_visible() && self.state.borrow().connection != ConnectionState::Closed {
            self.poll_timer.set(millis, move || spawn_local(self.poll()));
        } else {
            self.poll_timer.stop();
        }
    }

    async fn poll(&'static self) {
        if self.is_polling.replace(true) {
            return;
        }
        let (since, approvals) = {
            let conversation = &self.state.borrow().conversation;
            (conversation.cursor(), conversation.approvals())
        };
        let result = api::poll(&self.start, since, approvals).await;
        self.is_polling.set(false);
        match result {
            Ok((response, now)) => {
                let is_back = self.state.borrow().failures > 0;
                self.receive(response, now);
                self.set_connection(ConnectionState::Connected, INTERVAL);
                if is_back {
                    self.retry_failed();
                }
            }
            Err(FetchError::Gone) => {
                self.state.borrow_mut().outbox.fail_all();
                self.set_connection(ConnectionState::Closed, INTERVAL);
                self.refresh(ScrollAnchor::Current);
            }
            Err(FetchError::RateLimited(seconds)) => {
                let retry_after = seconds.saturating_mul(1_000).min(MAX_PAUSE);
                let pause = self.count_failure().max(retry_after);
                self.set_connection(ConnectionState::RateLimited, pause);
            }
            Err(FetchError::Unavailable) => {
                let pause = self.count_failure();
                self.set_connection(ConnectionState::Reconnecting, pause);
            }
        }
    }

    /// Applies a poll's response; `now` is the server's time.
    fn receive(&'static self, response: PollResponse, now: Option<i64>) {
        let is_watching = self.is_end_visible();
        let mut delivered = Vec::new();
        {
            let mut state = self.state.borrow_mut();
            let state = &mut *state;
            state.failures = 0;
            state.receipt = None;
            if let Some(now) = now {
                state.clock_offset = now - device_now();
            }
            delivered.extend(response.comments.iter().filter_map(|comment| state.outbox.remove(&comment.id)));

            let unread = |state: &super::State| {
                state.conversation.channel(&state.open).map(|open| (open.unread > 0, open.read_at))
            };
            let before = unread(state);
            state.conversation.receive(response);
            // New messages get a divider, unless the reader sees them arrive.
            if let (Some((false, read_at)), Some((true, _))) = (before, unread(state)) {
                state.new_since =
                    (!is_watching || self.was_hidden.get()).then(|| read_at.unwrap_or(Timestamp::MIN));
            }
            self.was_hidden.set(false);
        }
        for channel in &delivered {
            self.store_unsent(channel);
        }
        self.refresh(ScrollAnchor::Current);
    }

    /// Counts a failure; returns the pause, in milliseconds.
    fn count_failure(&self) -> u32 {
        let mut state = self.state.borrow_mut();
        state.failures += 1;
        pause(state.failures)
    }

    fn set_connection(&'static self, connection: ConnectionState, pause: u32) {
        self.state.borrow_mut().connection = connection;
        self.refresh_controls();
        self.poll_in(pause);
    }
}
