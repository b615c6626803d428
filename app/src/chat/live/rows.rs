//! The rows of the log: what changed is changed, everything else stays where and what it is, so that
//! nothing is announced twice and nobody loses their place.

use leptos::prelude::document;
use web_sys::{Element, HtmlElement};

use super::Panel;
use super::dom::{on, put};
use crate::chat::markup::Markup;
use crate::chat::sheet::Row;

/// How long screen readers are asked to hold still around a change they need not tell, in milliseconds.
const SILENCE: u32 = 600;

/// How much stays free above a row the log is scrolled to, in pixels.
const AIR: i32 = 12;

/// A row on the page.
pub struct Shown {
    /// What it shows.
    pub row: Row,
    /// Where it stands.
    pub element: Element,
}

/// Where the log is to be after a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Where the reader has it; at its end, what is new shows up.
    Keep,
    End,
    /// At what is new, else at its end.
    New,
}

impl Panel {
    /// Shows rows instead of those on the page.
    pub(super) fn show(&'static self, rows: Vec<Row>, place: Place) {
        let log = &self.parts.log;
        let was_at_end = self.parts.is_at_end();
        let mut state = self.state.borrow_mut();
        let top_of_log = top(log);
        // A message: the lines between days move when older messages come above them.
        let mut messages =
            state.shown.iter().filter(|shown| shown.row.at.is_some()).map(|shown| &shown.element);
        let held = messages.find(|row| bottom(row) > top_of_log).cloned();
        let was = held.as_ref().map(top);
        let added = reconcile(&self.parts.list, &mut state.shown, rows);

        match place {
            Place::End => log.set_scroll_top(0),
            Place::New => self.show_from(state.shown.iter().find(|shown| shown.row.key == "new:")),
            // What came is read from its beginning.
            Place::Keep if was_at_end => {
                if let Some(added) = added {
                    self.show_from(state.shown.get(added));
                }
            }
            Place::Keep => {
                if let (Some(held), Some(was)) = (held.filter(|row| row.is_connected()), was) {
                    log.set_scroll_top(log.scroll_top() + top(&held) - was);
                }
            }
        }
    }

    /// Scrolls the log to its end, or less far if a row would leave it at the top.
    fn show_from(&self, row: Option<&Shown>) {
        let log = &self.parts.log;
        log.set_scroll_top(0);
        if let Some(over) = row.map(|row| top(&row.element) - AIR - top(log)).filter(|over| *over < 0) {
            log.set_scroll_top(over);
        }
    }

    /// Keeps what follows from being announced: the log tells of new messages only.
    pub(super) fn quietly(&'static self) {
        let log = &self.parts.log;
        put(log, "aria-busy", "true");
        put(log, "aria-live", "off");
        self.silence.set(SILENCE, move || {
            for name in ["aria-busy", "aria-live"] {
                // Removing an attribute does not fail.
                let _ = self.parts.log.remove_attribute(name);
            }
        });
    }

    /// The button down to the newest message.
    pub(super) fn listen_to_jump(&'static self) {
        on(&self.parts.jump, "click", move |_| {
            self.parts.log.set_scroll_top(0);
            // The button is about to vanish under the focus.
            let _ = self.parts.log.focus();
            self.look_soon();
        });
    }
}

/// The distance of an element from the top of the window, in whole pixels.
pub fn top(element: &(impl AsRef<Element> + ?Sized)) -> i32 {
    rounded(element.as_ref().get_bounding_client_rect().top())
}

/// The distance of an element's end from the top of the window, in whole pixels.
pub fn bottom(element: &(impl AsRef<Element> + ?Sized)) -> i32 {
    rounded(element.as_ref().get_bounding_client_rect().bottom())
}

/// The height of the window, in pixels.
pub(super) fn window_height() -> i32 {
    document().document_element().map_or(0, |root| root.client_height())
}

fn rounded(pixels: f64) -> i32 {
    #[expect(clippy::cast_possible_truncation, reason = "pages are not two thousand million pixels long")]
    let whole = pixels.round() as i32;
    whole
}

/// Makes the list show `rows`; returns the place of the first one that was not there.
fn reconcile(list: &HtmlElement, shown: &mut Vec<Shown>, rows: Vec<Row>) -> Option<usize> {
    if shown.is_empty() {
        let mut html = Markup::default();
        for row in &rows {
            html.add(&row.html());
        }
        list.set_inner_html(html.as_str());
        let mut next = list.first_element_child();
        for row in rows {
            let Some(element) = next else { break };
            next = element.next_element_sibling();
            shown.push(Shown { row, element });
        }
        return None;
    }
    let keys: Vec<String> = rows.iter().map(|row| row.key.clone()).collect();
    // The rows on the page that are still to be met, the next one last.
    let mut left: Vec<Shown> = std::mem::take(shown);
    left.reverse();
    let mut added = None;
    for (place, row) in rows.into_iter().enumerate() {
        while left.last().is_some_and(|next| !keys[place..].contains(&next.row.key)) {
            if let Some(gone) = left.pop() {
                gone.element.remove();
            }
        }
        let known = left.iter().rposition(|known| known.row.key == row.key);
        if let Some(known) = known {
            let is_next = known + 1 == left.len();
            let mut kept = left.remove(known);
            if !is_next {
                put_before(list, &kept.element, left.last());
            }
            kept.change(row);
            shown.push(kept);
        } else if let Some(element) = insert(list, &row, left.last()) {
            added = added.or(Some(place));
            shown.push(Shown { row, element });
        }
    }
    for gone in left {
        gone.element.remove();
    }
    added
}

fn put_before(list: &HtmlElement, element: &Element, next: Option<&Shown>) {
    // Both are children of the list.
    let _ = list.insert_before(element, next.map(|next| next.element.as_ref()));
}

fn insert(list: &HtmlElement, row: &Row, next: Option<&Shown>) -> Option<Element> {
    let html = row.html();
    if let Some(next) = next {
        next.element.insert_adjacent_html("beforebegin", html.as_str()).ok()?;
        return next.element.previous_element_sibling();
    }
    list.insert_adjacent_html("beforeend", html.as_str()).ok()?;
    list.last_element_child()
}

impl Shown {
    /// Takes over what may change in a row.
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
