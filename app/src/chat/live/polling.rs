//! Polling: every 20 seconds while somebody looks, at once when they come back or the network does,
//! slower while the server is in trouble, and no more once access is gone (docs/REFERENCE.md#live-updates).

use domain::Timestamp;
use leptos::prelude::{document, window};
use leptos::task::spawn_local;

use super::Panel;
use super::api::{self, Trouble};
use super::dom::{is_visible, on};
use super::local::device_now;
use super::rows::Place;
use crate::chat::conversation::News;
use crate::i18n::I18n;

/// How often to ask, in milliseconds.
pub const INTERVAL: u32 = 20_000;
/// The longest pause after failures, in milliseconds.
pub const LONGEST_PAUSE: u32 = 320_000;

/// How polling goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// Fine.
    Live,
    /// Failing for the moment.
    Reconnecting,
    /// Asked too often.
    SlowedDown,
    /// Access is gone for good.
    Closed,
}

impl Standing {
    /// What to tell the reader, if anything.
    pub fn i18n(self, i18n: I18n) -> Option<&'static str> {
        match self {
            Self::Live => None,
            Self::Reconnecting => Some(i18n.reconnecting()),
            Self::SlowedDown => Some(i18n.slowed_down()),
            Self::Closed => Some(i18n.closed()),
        }
    }
}

/// How long to wait after so many failures in a row; each doubles it.
pub fn pause(failures: u32) -> u32 {
    INTERVAL.saturating_mul(1 << failures.clamp(1, 5).saturating_sub(1)).min(LONGEST_PAUSE)
}

impl Panel {
    pub(super) fn begin_polling(&'static self) {
        on(&document(), "visibilitychange", move |_| {
            if !is_visible() {
                self.away.set(true);
            }
            self.poll_in(0);
            self.look_soon();
        });
        on(&window(), "online", move |_| self.poll_in(0));
        self.poll_in(INTERVAL);
    }

    /// Asks again in so many milliseconds; not at all while nobody looks or access is gone.
    pub(super) fn poll_in(&'static self, millis: u32) {
        if is_visible() && self.state.borrow().standing != Standing::Closed {
            self.polls.set(millis, move || spawn_local(self.poll()));
        } else {
            self.polls.stop();
        }
    }

    async fn poll(&'static self) {
        if self.asking.replace(true) {
            return;
        }
        let since = self.state.borrow().conversation.cursor();
        let answer = api::poll(&self.start, since).await;
        self.asking.set(false);
        match answer {
            Ok((news, now)) => {
                self.receive(news, now);
                self.stand(Standing::Live, INTERVAL);
            }
            Err(Trouble::Gone) => {
                self.state.borrow_mut().outbox.fail();
                self.stand(Standing::Closed, INTERVAL);
                self.refresh(Place::Keep);
            }
            Err(Trouble::Slow(seconds)) => {
                let asked = seconds.saturating_mul(1_000).min(LONGEST_PAUSE);
                let pause = self.failed().max(asked);
                self.stand(Standing::SlowedDown, pause);
            }
            Err(Trouble::Down) => {
                let pause = self.failed();
                self.stand(Standing::Reconnecting, pause);
            }
        }
    }

    /// Takes in what a poll brought.
    fn receive(&'static self, news: News, now: Option<i64>) {
        let is_there = self.is_reader_there();
        let mut arrived = Vec::new();
        {
            let mut state = self.state.borrow_mut();
            let state = &mut *state;
            state.failures = 0;
            state.receipt = None;
            if let Some(now) = now {
                state.ahead = now - device_now();
            }
            arrived.extend(news.comments.iter().filter_map(|comment| state.outbox.take(&comment.id)));

            let unread = |state: &super::State| {
                state.conversation.channel(&state.open).map(|open| (open.unread > 0, open.read_at))
            };
            let before = unread(state);
            state.conversation.receive(news);
            // What comes while the reader is elsewhere begins with a line; what they see come, without.
            if let (Some((false, read_at)), Some((true, _))) = (before, unread(state)) {
                state.new_since = (!is_there || self.away.get()).then(|| read_at.unwrap_or(Timestamp::MIN));
            }
            self.away.set(false);
        }
        for channel in &arrived {
            self.keep_unsent(channel);
        }
        self.refresh(Place::Keep);
    }

    /// Counts a failure; returns how long to wait.
    fn failed(&self) -> u32 {
        let mut state = self.state.borrow_mut();
        state.failures += 1;
        pause(state.failures)
    }

    fn stand(&'static self, standing: Standing, pause: u32) {
        self.state.borrow_mut().standing = standing;
        self.refresh_around();
        self.poll_in(pause);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failed_poll_doubles_delay_up_to_limit() {
        let pauses = [1, 2, 3, 5, 6, u32::MAX].map(pause);
        assert_eq!(pauses, [20_000, 40_000, 80_000, 320_000, 320_000, 320_000]);
    }
}
