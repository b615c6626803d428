//! Polls as soon as the page has hydrated, which may be older than its data, and then every 20 seconds while it is
//! visible; at once when it becomes visible or the network returns, less often after failures, and never again once
//! access is gone (docs/REFERENCE.md#live-updates).

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::LiveChat;
use crate::scrolling::ScrollAnchor;
use app::browser::clock::device_now;
use app::browser::dom::is_visible;
use app::browser::polling::INTERVAL;
use app::chat::state::ConnectionState;

impl LiveChat {
    /// Polls in `millis` milliseconds; never while the page is hidden or access is gone.
    pub(super) fn poll_in(self, millis: u32) {
        let timer = self.timers().poll;
        if is_visible() && self.state.read_untracked().connection != ConnectionState::Closed {
            timer.set(millis, move || spawn_local(self.poll()));
        } else {
            timer.stop();
        }
    }

    async fn poll(self) {
        {
            let mut activity = self.activity.write_value();
            if activity.is_polling {
                activity.poll_again = true;
                return;
            }
            activity.is_polling = true;
        }
        let result = self.fetch_news().await;
        let is_back = self.state.read_untracked().failures > 0;
        let is_watching = self.is_end_visible();
        let (delivered, pause) = self.change(ScrollAnchor::Current, |state| match result {
            Ok((response, now)) => {
                if let Some(now) = now {
                    state.clock_offset = now - device_now();
                    state.is_clock_checked = true;
                }
                (state.receive(response, is_watching), INTERVAL)
            }
            Err(error) => (Vec::new(), state.poll_failed(error)),
        });
        for place in &delivered {
            self.store_unsent(place);
        }
        if is_back && self.state.read_untracked().failures == 0 {
            self.retry_failed();
        }
        let poll_again = {
            let mut activity = self.activity.write_value();
            activity.is_polling = false;
            std::mem::take(&mut activity.poll_again)
        };
        self.poll_in(if poll_again { 0 } else { pause });
    }
}
