//! Dragging by pointer: at once by a mouse, by its handle (`data-handle`) with a finger, or after a long press
//! anywhere on it. A mark shows where it would fall; Escape gives up.

use leptos::prelude::document;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{
    AddEventListenerOptions, Element, Event, HtmlElement, HtmlFormElement, HtmlInputElement, PointerEvent,
};

use super::Live;
use super::place::{has_moved, is_no_move, slot};
use crate::chat::live::dom::{all, find, on, put, under};
use crate::chat::live::rows::{bottom, top};

/// How long a finger must be still before it drags, in milliseconds.
const LONG_PRESS: u32 = 400;
/// What is pressed rather than dragged.
const PRESSED: &str = "input, textarea, select, summary, button:not([data-handle])";

/// Something under a pointer that may be dragged, or is.
pub struct Drag {
    item: HtmlElement,
    pointer: i32,
    from: (i32, i32),
    /// Whether moving is dragging: a finger that should be still first is scrolling.
    is_ready: bool,
    /// Shows where it would fall; it is there once the drag has begun.
    mark: Option<Element>,
}

impl Live {
    /// Follows the pointers, where there is something to drag.
    pub(super) fn listen_to_dragging(&'static self) {
        if find("[data-drag]").is_none() {
            return;
        }
        let page = document();
        on(&page, "pointerdown", move |event| self.take(&event));
        on(&page, "pointermove", move |event| self.follow_pointer(&event));
        on(&page, "pointerup", move |event| self.drop_at(&event));
        on(&page, "pointercancel", move |_| {
            self.cancel_drag();
        });
        on(&page, "click", move |event| {
            if self.dropped.replace(false) {
                event.prevent_default();
            }
        });
        // The browser's own way of dragging links and pictures, and what it does at a long press.
        for event in ["dragstart", "contextmenu"] {
            on(&page, event, move |event| {
                if self.drag.borrow().is_some() {
                    event.prevent_default();
                }
            });
        }
        // A finger that drags does not scroll. The browser must wait for this answer, so it is said.
        let still = Closure::<dyn FnMut(Event)>::new(move |event: Event| {
            if self.is_dragging() {
                event.prevent_default();
            }
        });
        let waits = AddEventListenerOptions::new();
        waits.set_passive(false);
        let _ = page.add_event_listener_with_callback_and_add_event_listener_options(
            "touchmove",
            still.as_ref().unchecked_ref(),
            &waits,
        );
        still.forget();
    }

    fn is_dragging(&self) -> bool {
        self.drag.borrow().as_ref().is_some_and(|drag| drag.mark.is_some())
    }

    /// A pointer goes down: on something to drag, perhaps.
    fn take(&'static self, event: &Event) {
        self.dropped.set(false);
        let Some(pointer) = event.dyn_ref::<PointerEvent>().filter(|pointer| pointer.is_primary()) else {
            return;
        };
        let Some(item) = under(event, "[data-drag]").filter(|_| under(event, PRESSED).is_none()) else {
            return;
        };
        if pointer.button() != 0 {
            return;
        }
        let is_ready = pointer.pointer_type() != "touch" || under(event, "[data-handle]").is_some();
        let from = (pointer.client_x(), pointer.client_y());
        let (item, pointer) = (item.unchecked_into(), pointer.pointer_id());
        *self.drag.borrow_mut() = Some(Drag { item, pointer, from, is_ready, mark: None });
        if !is_ready {
            self.press.set(LONG_PRESS, move || {
                if let Some(drag) = &mut *self.drag.borrow_mut() {
                    drag.is_ready = true;
                    drag.begin();
                }
            });
        }
    }

    fn follow_pointer(&'static self, event: &Event) {
        let Some(pointer) = event.dyn_ref::<PointerEvent>() else { return };
        let at = (pointer.client_x(), pointer.client_y());
        let mut held = self.drag.borrow_mut();
        let Some(drag) = held.as_mut().filter(|drag| drag.pointer == pointer.pointer_id()) else { return };
        if drag.mark.is_none() {
            if !has_moved(drag.from, at) {
                return;
            }
            if !drag.is_ready {
                // It scrolls.
                self.press.stop();
                *held = None;
                return;
            }
            drag.begin();
        }
        event.prevent_default();
        drag.show_place(at);
    }

    fn drop_at(&'static self, event: &Event) {
        let is_it = event.dyn_ref::<PointerEvent>().map(PointerEvent::pointer_id);
        let dropped = self.drag.borrow_mut().take_if(|drag| Some(drag.pointer) == is_it);
        self.press.stop();
        if let Some(drag) = dropped.filter(|drag| drag.mark.is_some()) {
            self.dropped.set(true);
            drag.send();
            drag.end();
        }
    }

    /// Gives up; returns whether there was something to give up.
    pub(super) fn cancel_drag(&self) -> bool {
        self.press.stop();
        let Some(drag) = self.drag.borrow_mut().take() else { return false };
        drag.end();
        drag.mark.is_some()
    }
}

impl Drag {
    fn begin(&mut self) {
        if let Ok(mark) = document().create_element(&self.item.tag_name()) {
            put(&mark, "class", "drop-mark");
            put(&mark, "aria-hidden", "true");
            self.mark = Some(mark);
        }
        // Pointers that leave the window are followed; one that is gone already is not.
        let _ = self.item.set_pointer_capture(self.pointer);
        let _ = self.item.class_list().add_1("is-dragged");
    }

    /// Puts the mark where the item would fall; nowhere, if it would fall nowhere.
    fn show_place(&self, (x, y): (i32, i32)) {
        let Some(mark) = &self.mark else { return };
        #[expect(clippy::cast_precision_loss, reason = "windows are not sixteen million pixels wide")]
        let (left, height) = (x as f32, y as f32);
        let under = document().element_from_point(left, height);
        let mut column = column_around(under);
        // One may stand in another: a phase over the tasks of another phase is over the phases.
        while let Some(other) = column.take_if(|column| !self.fits(column)) {
            column = column_around(other.parent_element());
        }
        let Some(column) = column else { return mark.remove() };
        let entries = entries(&column);
        let spans: Vec<(i32, i32)> = entries.iter().map(|entry| (top(entry), bottom(entry))).collect();
        // All of these are on the page.
        let _ = match (slot(&spans, y).and_then(|place| entries.get(place)), entries.last()) {
            (Some(next), _) => next.before_with_node_1(mark),
            (None, Some(last)) => last.after_with_node_1(mark),
            (None, None) => column.append_with_node_1(mark),
        };
    }

    /// Whether a list takes such things.
    fn fits(&self, list: &Element) -> bool {
        list.get_attribute("data-kind") == self.item.get_attribute("data-kind")
    }

    /// Sends the form that moves it, if it has been moved.
    fn send(&self) {
        let list = self.mark.as_ref().and_then(|mark| mark.closest("[data-drop]").ok().flatten());
        let (Some(list), Some(form), Some(mark)) = (list, find("#move-form"), &self.mark) else { return };
        let entries = entries(&list);
        let edge = top(mark);
        let next = entries.iter().find(|entry| top(*entry) >= edge).and_then(id);
        let ids: Vec<String> = entries.iter().filter_map(id).collect();
        let Some(item) = id(&self.item).filter(|item| !is_no_move(&ids, item, next.as_deref())) else {
            return;
        };
        fill(&form, "id", &item);
        fill(&form, "to", &list.get_attribute("data-drop").unwrap_or_default());
        // Before itself is where the one after it stands.
        fill(&form, "before", &next.unwrap_or_default());
        let _ = form.unchecked_into::<HtmlFormElement>().request_submit();
    }

    fn end(&self) {
        let _ = self.item.class_list().remove_1("is-dragged");
        if let Some(mark) = &self.mark {
            mark.remove();
        }
    }
}

/// The list that something stands in, or is.
fn column_around(something: Option<Element>) -> Option<Element> {
    something?.closest("[data-drop]").ok().flatten()
}

/// What stands in a list and can be dragged, without what stands in a list within.
fn entries(list: &Element) -> Vec<HtmlElement> {
    let is_its = |entry: &HtmlElement| {
        entry.parent_element().and_then(|parent| parent.closest("[data-drop]").ok().flatten()).as_ref()
            == Some(list)
    };
    all(list, "[data-drag]").into_iter().filter(is_its).collect()
}

fn id(entry: &HtmlElement) -> Option<String> {
    entry.get_attribute("data-drag")
}

fn fill(form: &HtmlElement, name: &str, value: &str) {
    let mut named = String::from("[name='");
    named.push_str(name);
    named.push_str("']");
    if let Ok(Some(field)) = form.query_selector(&named) {
        field.unchecked_into::<HtmlInputElement>().set_value(value);
    }
}
