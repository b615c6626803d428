//! Sends read receipts: a message counts as read once it was visible on the screen.

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::LiveChat;

use app::browser::dom::{bottom, is_visible, top, window_height};

/// The delay between scrolling and the check of what is visible, in milliseconds.
const READ_DELAY: u32 = 300;
/// The height of a message that must be visible, in pixels; all of it if it is smaller.
const MIN_VISIBLE: i32 = 40;

impl LiveChat {
    /// Schedules a check of what is visible.
    pub(super) fn schedule_read_check(self) {
        let timer = self.timers().read;
        if !timer.is_set() {
            timer.set(READ_DELAY, move || self.check_read());
        }
    }

    /// Whether the newest messages are visible.
    pub(super) fn is_end_visible(self) -> bool {
        is_visible() && self.visible_end().is_some() && self.is_at_end()
    }

    /// The bottom of the log's visible part, in pixels from the top of the window; none if it is not visible.
    fn visible_end(self) -> Option<i32> {
        let log = self.log()?;
        let end = bottom(&log).min(window_height());
        (end - top(&log) >= MIN_VISIBLE).then_some(end)
    }

    fn check_read(self) {
        if let Some(end) = self.visible_end().filter(|_| is_visible()) {
            self.mark_seen(end);
        }
        let is_at_end = self.is_at_end();
        if self.state.read_untracked().is_at_end != is_at_end {
            self.state.write().is_at_end = is_at_end;
        }
    }

    /// Marks the messages above `end` as seen, in pixels from the top of the window, and sends a receipt.
    fn mark_seen(self, end: i32) {
        let seen = {
            let rows = self.rows.read_untracked();
            let stored_at = |key: &str| rows.iter().find(|row| row.key == key)?.at;
            self.rows_on_page().iter().rev().find_map(|(key, element)| {
                let is_seen = bottom(element) <= end || top(element) + MIN_VISIBLE <= end;
                stored_at(key).filter(|_| is_seen)
            })
        };
        let Some(seen) = seen else { return };
        let is_news = Some(seen) > self.state.read_untracked().seen;
        let receipt = self.state.write_untracked().receipt_for(seen);
        if is_news {
            self.state.notify();
        }
        if let Some((channel, seen)) = receipt {
            spawn_local(async move {
                let is_taken = self.fetch_mark_read(&channel, seen).await.is_ok();
                self.state.write().receipt_sent(&channel, seen, is_taken);
                self.notify_other_tabs();
            });
        }
    }
}
