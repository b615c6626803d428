//! Keeps the reader's place in the log. The page follows the state later, so the place is measured before a change and
//! restored in the next frame.

use domain::Timestamp;
use leptos::prelude::*;
use web_sys::{Element, HtmlElement};

use crate::LiveChat;
use app::browser::clock::device_now;
use app::browser::dom::{bottom, next_frame, top};
use app::chat::clock::ClockZone;
use app::chat::state::ChatState;

/// A log scrolled less than this from its end counts as at its end, in pixels.
const END_TOLERANCE: i32 = 48;
/// How long announcements are off around a change, in milliseconds.
const QUIET_PERIOD: u32 = 600;
/// The space above a row the log is scrolled to, in pixels.
const TOP_MARGIN: i32 = 12;

/// The scroll position of the log after a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ScrollAnchor {
    /// Unchanged; a log at its end scrolls to added messages.
    Current,
    End,
    /// The first new message, else the end.
    FirstNew,
}

/// The place in the log before a change.
struct Place {
    was_at_end: bool,
    /// The first visible message, and the distance of its top from the top of the window.
    first_visible: Option<(Element, i32)>,
    /// The keys of the rows.
    keys: Vec<String>,
}

impl LiveChat {
    /// Changes the state, and then sets the scroll position of the log.
    pub(super) fn change<T>(self, anchor: ScrollAnchor, change: impl FnOnce(&mut ChatState) -> T) -> T {
        self.keep_place(anchor);
        let mut state = self.state.write();
        let result = change(&mut state);
        if state.zone == ClockZone::Device {
            state.now = Timestamp::from_millis(device_now() + state.clock_offset);
        }
        result
    }

    fn keep_place(self, anchor: ScrollAnchor) {
        self.schedule_read_check();
        let mut activity = self.activity.write_value();
        // Several changes before a frame: the place before the first counts.
        let is_first = activity.scroll.is_none();
        if is_first || anchor != ScrollAnchor::Current {
            activity.scroll = Some(anchor);
        }
        if let Some(log) = self.log().filter(|_| is_first) {
            let place = self.place(&log);
            next_frame(move || self.restore_place(&log, place));
        }
    }

    fn place(self, log: &HtmlElement) -> Place {
        let rows = self.rows_on_page();
        let top_of_log = top(log);
        // Only messages: day dividers move when older messages are added above them.
        let first = rows.iter().find(|(key, row)| !key.contains(':') && bottom(row) > top_of_log);
        Place {
            was_at_end: self.is_at_end(),
            first_visible: first.map(|(_, row)| (row.clone(), top(row))),
            keys: rows.into_iter().map(|(key, _)| key).collect(),
        }
    }

    fn restore_place(self, log: &HtmlElement, place: Place) {
        let anchor = self.activity.write_value().scroll.take();
        match anchor {
            Some(ScrollAnchor::End) => log.set_scroll_top(0),
            Some(ScrollAnchor::FirstNew) => self.scroll_to_row(log, |key| key == "new:", true),
            // A long new message is shown from its beginning.
            _ if place.was_at_end => self.scroll_to_row(log, |key| !place.keys.contains(key), false),
            _ => {
                if let Some((row, old_top)) = place.first_visible.filter(|(row, _)| row.is_connected()) {
                    log.set_scroll_top(log.scroll_top() + top(&row) - old_top);
                }
            }
        }
    }

    /// Scrolls the log to its end, or less far so that the top of the first row like this stays visible. Without such
    /// a row, only if it `must`.
    fn scroll_to_row(self, log: &HtmlElement, is_it: impl Fn(&String) -> bool, must: bool) {
        let rows = self.rows_on_page();
        let row = rows.iter().find(|(key, _)| is_it(key));
        if row.is_none() && !must {
            return;
        }
        log.set_scroll_top(0);
        if let Some(over) = row.map(|(_, row)| top(row) - TOP_MARGIN - top(log)).filter(|over| *over < 0) {
            log.set_scroll_top(over);
        }
    }

    pub(super) fn scroll_to_end(self) {
        if let Some(log) = self.log() {
            log.set_scroll_top(0);
            // The focused button will be hidden.
            let _ = log.focus();
            self.schedule_read_check();
        }
    }

    /// Whether the log is scrolled to its end. Its layout is reversed: `scrollTop` is 0 at the end and
    /// negative above.
    pub(super) fn is_at_end(self) -> bool {
        self.log().is_some_and(|log| log.scroll_top() > -END_TOLERANCE)
    }

    pub(super) fn log(self) -> Option<HtmlElement> {
        self.log.get_untracked().map(HtmlElement::from)
    }

    /// The rows on the page, with their keys.
    pub(super) fn rows_on_page(self) -> Vec<(String, Element)> {
        let mut rows = Vec::new();
        let mut next = self.list.get_untracked().and_then(|list| list.first_element_child());
        while let Some(row) = next {
            next = row.next_element_sibling();
            rows.push((row.get_attribute("data-key").unwrap_or_default(), row));
        }
        rows
    }

    /// Turns off the announcements of the log for the next changes: only new messages are announced.
    pub(super) fn suppress_announcements(self) {
        self.state.write().is_quiet = true;
        self.timers().announce.set(QUIET_PERIOD, move || self.state.write().is_quiet = false);
    }
}
