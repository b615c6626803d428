//! Sends read receipts: a message counts as read once it was visible on the screen.

use leptos::prelude::window;
use leptos::task::spawn_local;

use super::ChatPanel;
use super::api;
use super::polling::ConnectionState;
use crate::browser::dom::{bottom, is_visible, listen, top, window_height};

/// The delay between scrolling and the check of what is visible, in milliseconds.
const READ_DELAY: u32 = 300;
/// The height of a message that must be visible, in pixels; all of it if it is smaller.
const MIN_VISIBLE: i32 = 40;

impl ChatPanel {
    /// Adds the listeners of the log.
    pub(super) fn add_log_listeners(&'static self) {
        listen(&self.elements.log, "scroll", move |_| self.schedule_read_check());
        for event in ["scroll", "resize"] {
            listen(&window(), event, move |_| self.schedule_read_check());
        }
        self.add_jump_listener();
        self.add_older_listener();
    }

    /// Schedules a check of what is visible.
    pub(super) fn schedule_read_check(&'static self) {
        if !self.read_timer.is_set() {
            self.read_timer.set(READ_DELAY, move || self.check_read());
        }
    }

    /// Whether the newest messages are visible.
    pub(super) fn is_end_visible(&self) -> bool {
        is_visible() && self.visible_end().is_some() && self.elements.is_at_end()
    }

    /// The bottom of the log's visible part, in pixels from the top of the window; none if it is not visible.
    fn visible_end(&self) -> Option<i32> {
        let log = &self.elements.log;
        let end = bottom(log).min(window_height());
        (end - top(log) >= MIN_VISIBLE).then_some(end)
    }

    fn check_read(&'static self) {
        if let Some(end) = self.visible_end().filter(|_| is_visible()) {
            self.mark_seen(end);
        }
        self.refresh_controls();
    }

    /// Marks the messages above `end` as seen, in pixels from the top of the window, and sends a receipt.
    fn mark_seen(&'static self, end: i32) {
        let mut state = self.state.borrow_mut();
        let seen =
            state.rendered.iter().rev().filter(|rendered| rendered.row.at.is_some()).find(|rendered| {
                let (top, bottom) = (top(&rendered.element), bottom(&rendered.element));
                bottom <= end || top + MIN_VISIBLE <= end
            });
        let Some(seen) = seen.and_then(|rendered| rendered.row.at) else { return };
        state.seen = state.seen.max(Some(seen));

        let receipt = Some((state.open.clone(), seen));
        let is_due = state.conversation.has_unread_up_to(&state.open, seen) && state.receipt != receipt;
        if !is_due || state.connection == ConnectionState::Closed || self.start.is_preview {
            return;
        }
        state.receipt = receipt;
        let channel = state.open.clone();
        spawn_local(async move {
            if api::mark_read(&self.start, &channel, seen).await.is_ok() {
                self.state.borrow_mut().conversation.read_up_to(&channel, seen);
                self.refresh_controls();
            }
        });
    }
}
