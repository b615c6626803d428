//! Updates the log's rows in place and keeps its scroll position. Unchanged rows are not touched, so that
//! screen readers announce no message twice.

use web_sys::{Element, HtmlElement};

use super::ChatPanel;
use crate::browser::dom::{bottom, listen, set_attr, top};
use crate::chat::markup::Markup;
use crate::chat::message_list::Row;

/// How long announcements are off around a change, in milliseconds.
const QUIET_PERIOD: u32 = 600;

/// The space above a row the log is scrolled to, in pixels.
const TOP_MARGIN: i32 = 12;

/// A row on the page.
pub struct RenderedRow {
    pub row: Row,
    pub element: Element,
}

/// The scroll position of the log after a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScrollAnchor {
    /// Unchanged; a log at its end scrolls to added messages.
    Current,
    End,
    /// The first new message, else the end.
    FirstNew,
}

impl ChatPanel {
    /// Replaces the rows on the page and sets the scroll position.
    pub(super) fn show(&'static self, rows: Vec<Row>, anchor: ScrollAnchor) {
        let log = &self.elements.log;
        let was_at_end = self.elements.is_at_end();
        let mut state = self.state.borrow_mut();
        let top_of_log = top(log);
        // Only messages: day dividers move when older messages are added above them.
        let mut messages = state
            .rendered
            .iter()
            .filter(|rendered| rendered.row.at.is_some())
            .map(|rendered| &rendered.element);
        let first_visible = messages.find(|row| bottom(row) > top_of_log).cloned();
        let old_top = first_visible.as_ref().map(top);
        let added = reconcile(&self.elements.list, &mut state.rendered, rows);

        match anchor {
            ScrollAnchor::End => log.set_scroll_top(0),
            ScrollAnchor::FirstNew => {
                self.scroll_to_row(state.rendered.iter().find(|rendered| rendered.row.key == "new:"));
            }
            // A long new message is shown from its beginning.
            ScrollAnchor::Current if was_at_end => {
                if let Some(added) = added {
                    self.scroll_to_row(state.rendered.get(added));
                }
            }
            ScrollAnchor::Current => {
                if let (Some(row), Some(old_top)) = (first_visible.filter(|row| row.is_connected()), old_top)
                {
                    log.set_scroll_top(log.scroll_top() + top(&row) - old_top);
                }
            }
        }
    }

    /// Scrolls the log to its end, or less far so that the top of `row` stays visible.
    fn scroll_to_row(&self, row: Option<&RenderedRow>) {
        let log = &self.elements.log;
        log.set_scroll_top(0);
        if let Some(over) = row.map(|row| top(&row.element) - TOP_MARGIN - top(log)).filter(|over| *over < 0)
        {
            log.set_scroll_top(over);
        }
    }

    /// Turns off the announcements of the log for the next changes: only new messages are announced.
    pub(super) fn suppress_announcements(&'static self) {
        let log = &self.elements.log;
        set_attr(log, "aria-busy", "true");
        set_attr(log, "aria-live", "off");
        self.announce_timer.set(QUIET_PERIOD, move || {
            for name in ["aria-busy", "aria-live"] {
                // Removing an attribute does not fail.
                let _ = self.elements.log.remove_attribute(name);
            }
        });
    }

    /// Handles the button that scrolls to the newest message.
    pub(super) fn add_jump_listener(&'static self) {
        listen(&self.elements.jump, "click", move |_| {
            self.elements.log.set_scroll_top(0);
            // The focused button will be hidden.
            let _ = self.elements.log.focus();
            self.schedule_read_check();
        });
    }
}

/// Updates the list to show `rows`; returns the index of the first added one.
fn reconcile(list: &HtmlElement, rendered: &mut Vec<RenderedRow>, rows: Vec<Row>) -> Option<usize> {
    if rendered.is_empty() {
        let mut html = Markup::default();
        for row in &rows {
            html.add(&row.html());
        }
        list.set_inner_html(html.as_str());
        let mut next = list.first_element_child();
        for row in rows {
            let Some(element) = next else { break };
            next = element.next_element_sibling();
            rendered.push(RenderedRow { row, element });
        }
        return None;
    }
    let keys: Vec<String> = rows.iter().map(|row| row.key.clone()).collect();
    // The rows on the page not yet matched, the next one last.
    let mut remaining: Vec<RenderedRow> = std::mem::take(rendered);
    remaining.reverse();
    let mut added = None;
    for (index, row) in rows.into_iter().enumerate() {
        while remaining.last().is_some_and(|next| !keys[index..].contains(&next.row.key)) {
            if let Some(removed) = remaining.pop() {
                removed.element.remove();
            }
        }
        let found = remaining.iter().rposition(|other| other.row.key == row.key);
        if let Some(found) = found {
            let is_next = found + 1 == remaining.len();
            let mut current = remaining.remove(found);
            if !is_next {
                put_before(list, &current.element, remaining.last());
            }
            current.change(row);
            rendered.push(current);
        } else if let Some(element) = insert(list, &row, remaining.last()) {
            added = added.or(Some(index));
            rendered.push(RenderedRow { row, element });
        }
    }
    for removed in remaining {
        removed.element.remove();
    }
    added
}

fn put_before(list: &HtmlElement, element: &Element, next: Option<&RenderedRow>) {
    // Both are children of the list.
    let _ = list.insert_before(element, next.map(|next| next.element.as_ref()));
}

fn insert(list: &HtmlElement, row: &Row, next: Option<&RenderedRow>) -> Option<Element> {
    let html = row.html();
    if let Some(next) = next {
        next.element.insert_adjacent_html("beforebegin", html.as_str()).ok()?;
        return next.element.previous_element_sibling();
    }
    list.insert_adjacent_html("beforeend", html.as_str()).ok()?;
    list.last_element_child()
}

impl RenderedRow {
    /// Updates the class and facts of a row.
    fn change(&mut self, row: Row) {
        if self.row.class != row.class {
            self.element.set_class_name(&row.class);
        }
        if self.row.facts != row.facts
            && let Ok(Some(facts)) = self.element.query_selector(".message__facts")
        {
            facts.set_inner_html(row.facts.as_str());
        }
        self.row = row;
    }
}
