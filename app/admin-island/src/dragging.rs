//! Drag and drop with pointer events: at once with a mouse; by touch on the handle (`data-handle`) or after a
//! long press. A mark shows the drop position; Escape cancels.

use leptos::prelude::document;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{
    AddEventListenerOptions, Element, Event, HtmlElement, HtmlFormElement, HtmlInputElement, PointerEvent,
};

use crate::LivePage;
use crate::drop_position::{has_moved, is_unchanged, slot};
use app::browser::dom::{bottom, top};
use app::browser::dom::{closest, find, find_all, listen, set_attr};

/// The duration of a long press, in milliseconds.
const LONG_PRESS: u32 = 400;
/// Controls inside an item that do not start a drag.
const CONTROLS: &str = "input, textarea, select, summary, button:not([data-handle])";

/// A pressed item that may become a drag, or a drag.
pub(crate) struct Drag {
    item: HtmlElement,
    pointer: i32,
    from: (i32, i32),
    /// Whether moving starts the drag. During the wait for a long press moving is scrolling.
    is_ready: bool,
    /// Shows the drop position; set once the drag has begun.
    mark: Option<Element>,
}

impl LivePage {
    /// Adds the pointer listeners, if the page has draggable items.
    pub(super) fn add_drag_listeners(&'static self) {
        if find("[data-drag]").is_none() {
            return;
        }
        let page = document();
        listen(&page, "pointerdown", move |event| self.press_pointer(&event));
        listen(&page, "pointermove", move |event| self.follow_pointer(&event));
        listen(&page, "pointerup", move |event| self.drop_at(&event));
        listen(&page, "pointercancel", move |_| {
            self.cancel_drag();
        });
        listen(&page, "click", move |event| {
            if self.was_dropped.replace(false) {
                event.prevent_default();
            }
        });
        // The browser's own dragging of links and images, and its menu on a long press.
        for event in ["dragstart", "contextmenu"] {
            listen(&page, event, move |event| {
                if self.drag.borrow().is_some() {
                    event.prevent_default();
                }
            });
        }
        // A drag by touch must not scroll. Only a listener that is not passive can prevent that.
        let prevent_scroll = Closure::<dyn FnMut(Event)>::new(move |event: Event| {
            if self.is_dragging() {
                event.prevent_default();
            }
        });
        let options = AddEventListenerOptions::new();
        options.set_passive(false);
        let _ = page.add_event_listener_with_callback_and_add_event_listener_options(
            "touchmove",
            prevent_scroll.as_ref().unchecked_ref(),
            &options,
        );
        prevent_scroll.forget();
    }

    fn is_dragging(&self) -> bool {
        self.drag.borrow().as_ref().is_some_and(|drag| drag.mark.is_some())
    }

    /// Handles `pointerdown`: starts a press if it is on a draggable item.
    fn press_pointer(&'static self, event: &Event) {
        self.was_dropped.set(false);
        let Some(pointer) = event.dyn_ref::<PointerEvent>().filter(|pointer| pointer.is_primary()) else {
            return;
        };
        let Some(item) = closest(event, "[data-drag]").filter(|_| closest(event, CONTROLS).is_none()) else {
            return;
        };
        if pointer.button() != 0 {
            return;
        }
        let is_ready = pointer.pointer_type() != "touch" || closest(event, "[data-handle]").is_some();
        let from = (pointer.client_x(), pointer.client_y());
        let (item, pointer) = (item.unchecked_into(), pointer.pointer_id());
        *self.drag.borrow_mut() = Some(Drag { item, pointer, from, is_ready, mark: None });
        if !is_ready {
            self.press_timer.set(LONG_PRESS, move || {
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
        let mut current = self.drag.borrow_mut();
        let Some(drag) = current.as_mut().filter(|drag| drag.pointer == pointer.pointer_id()) else { return };
        if drag.mark.is_none() {
            if !has_moved(drag.from, at) {
                return;
            }
            if !drag.is_ready {
                // The touch scrolls the page.
                self.press_timer.stop();
                *current = None;
                return;
            }
            drag.begin();
        }
        event.prevent_default();
        drag.show_mark(at);
    }

    fn drop_at(&'static self, event: &Event) {
        let pointer = event.dyn_ref::<PointerEvent>().map(PointerEvent::pointer_id);
        let dropped = self.drag.borrow_mut().take_if(|drag| Some(drag.pointer) == pointer);
        self.press_timer.stop();
        if let Some(drag) = dropped.filter(|drag| drag.mark.is_some()) {
            self.was_dropped.set(true);
            drag.send();
            drag.end();
        }
    }

    /// Cancels the drag; returns whether there was one.
    pub(super) fn cancel_drag(&self) -> bool {
        self.press_timer.stop();
        let Some(drag) = self.drag.borrow_mut().take() else { return false };
        drag.end();
        drag.mark.is_some()
    }
}

impl Drag {
    fn begin(&mut self) {
        if let Ok(mark) = document().create_element(&self.item.tag_name()) {
            set_attr(&mark, "class", "drop-mark");
            set_attr(&mark, "aria-hidden", "true");
            self.mark = Some(mark);
        }
        // Follows the pointer outside the window. Fails if the pointer is gone, which does no harm.
        let _ = self.item.set_pointer_capture(self.pointer);
        let _ = self.item.class_list().add_1("is-dragged");
    }

    /// Puts the mark at the drop position; removes it if there is none.
    fn show_mark(&self, (x, y): (i32, i32)) {
        let Some(mark) = &self.mark else { return };
        #[expect(clippy::cast_precision_loss, reason = "windows are not sixteen million pixels wide")]
        let (left, height) = (x as f32, y as f32);
        let under = document().element_from_point(left, height);
        let mut column = column_around(under);
        // Lists are nested: a phase dragged over another phase's tasks belongs in the list of phases.
        while let Some(other) = column.take_if(|column| !self.fits(column)) {
            column = column_around(other.parent_element());
        }
        let Some(column) = column else { return mark.remove() };
        let entries = entries(&column);
        let spans: Vec<(i32, i32)> = entries.iter().map(|entry| (top(entry), bottom(entry))).collect();
        // Inserting fails only for detached elements, and all of these are on the page.
        let _ = match (slot(&spans, y).and_then(|index| entries.get(index)), entries.last()) {
            (Some(next), _) => next.before_with_node_1(mark),
            (None, Some(last)) => last.after_with_node_1(mark),
            (None, None) => column.append_with_node_1(mark),
        };
    }

    /// Whether a list accepts items of this kind.
    fn fits(&self, list: &Element) -> bool {
        list.get_attribute("data-kind") == self.item.get_attribute("data-kind")
    }

    /// Submits the move form, if the position has changed.
    fn send(&self) {
        let list = self.mark.as_ref().and_then(|mark| mark.closest("[data-drop]").ok().flatten());
        let (Some(list), Some(form), Some(mark)) = (list, find("#move-form"), &self.mark) else { return };
        let entries = entries(&list);
        let edge = top(mark);
        let next = entries.iter().find(|entry| top(*entry) >= edge).and_then(id);
        let ids: Vec<String> = entries.iter().filter_map(id).collect();
        let Some(item) = id(&self.item).filter(|item| !is_unchanged(&ids, item, next.as_deref())) else {
            return;
        };
        fill(&form, "id", &item);
        fill(&form, "to", &list.get_attribute("data-drop").unwrap_or_default());
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

/// The list that contains an element, or that it is.
fn column_around(element: Option<Element>) -> Option<Element> {
    element?.closest("[data-drop]").ok().flatten()
}

/// The draggable items of a list, without those of nested lists.
fn entries(list: &Element) -> Vec<HtmlElement> {
    let is_direct = |entry: &HtmlElement| {
        entry.parent_element().and_then(|parent| parent.closest("[data-drop]").ok().flatten()).as_ref()
            == Some(list)
    };
    find_all(list, "[data-drag]").into_iter().filter(is_direct).collect()
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
