//! Reading: what has been on the screen counts as read, and nothing else does.

use leptos::prelude::window;
use leptos::task::spawn_local;

use super::Panel;
use super::api;
use super::dom::{is_visible, on};
use super::keeping::is_preview;
use super::polling::Standing;
use super::rows::{bottom, top, window_height};

/// How long the page must hold still before what is on it counts as seen, in milliseconds.
const GLANCE: u32 = 300;
/// How much of a message must show for it to be seen, in pixels; all of it if it is smaller.
const ENOUGH: i32 = 40;

impl Panel {
    /// Follows what the reader has before their eyes.
    pub(super) fn listen_to_log(&'static self) {
        on(&self.parts.log, "scroll", move |_| self.look_soon());
        for event in ["scroll", "resize"] {
            on(&window(), event, move |_| self.look_soon());
        }
        self.listen_to_jump();
        self.listen_to_older();
    }

    /// Looks in a moment at what is on the screen.
    pub(super) fn look_soon(&'static self) {
        if !self.looks.is_set() {
            self.looks.set(GLANCE, move || self.look());
        }
    }

    /// Whether the reader is looking at the newest messages.
    pub(super) fn is_reader_there(&self) -> bool {
        is_visible() && self.visible_end().is_some() && self.parts.is_at_end()
    }

    /// How far down the window the log shows, if it shows.
    fn visible_end(&self) -> Option<i32> {
        let log = &self.parts.log;
        let end = bottom(log).min(window_height());
        (end - top(log) >= ENOUGH).then_some(end)
    }

    fn look(&'static self) {
        if let Some(end) = self.visible_end().filter(|_| is_visible()) {
            self.see_to(end);
        }
        self.refresh_around();
    }

    /// Takes note that the log has been seen down to `end`, in pixels from the top of the window.
    fn see_to(&'static self, end: i32) {
        let mut state = self.state.borrow_mut();
        let seen = state.shown.iter().rev().filter(|shown| shown.row.at.is_some()).find(|shown| {
            let (top, bottom) = (top(&shown.element), bottom(&shown.element));
            bottom <= end || top + ENOUGH <= end
        });
        let Some(seen) = seen.and_then(|shown| shown.row.at) else { return };
        state.seen = state.seen.max(Some(seen));

        let receipt = Some((state.open.clone(), seen));
        let is_due = state.conversation.is_progress(&state.open, seen) && state.receipt != receipt;
        if !is_due || state.standing == Standing::Closed || is_preview() {
            return;
        }
        state.receipt = receipt;
        let channel = state.open.clone();
        spawn_local(async move {
            if api::mark_read(&self.start, &channel, seen).await.is_ok() {
                self.state.borrow_mut().conversation.read_up_to(&channel, seen);
                self.refresh_around();
            }
        });
    }
}
