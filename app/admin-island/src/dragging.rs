//! Drag and drop with pointer events: at once with a mouse; by touch on the handle (`data-handle`) or after a
//! long press. A mark shows the drop position; Escape cancels.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use app::browser::dom::{bottom, closest, find, find_all, listen, set_attr, top};
use app::browser::timer::Timer;
use leptos::ev;
use leptos::prelude::document;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement, HtmlFormElement, PointerEvent};

use crate::drop_position::{has_moved, is_unchanged, slot};
use crate::{LivePage, fields};

/// The duration of a long press, in milliseconds.
const LONG_PRESS: u32 = 400;
/// Controls inside an item that do not start a drag.
const CONTROLS: &str = "input, textarea, select, summary, button:not([data-handle])";

#[derive(Default)]
pub(crate) struct Dragging {
    drag: RefCell<Option<Drag>>,
    /// Turns a long press into a drag.
    press_timer: Timer,
    /// Whether an item was just dropped: the click event that follows is ignored.
    was_dropped: Cell<bool>,
}

/// A pressed item that may become a drag, or a drag.
struct Drag {
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
    pub(crate) fn add_drag_listeners(self: &Rc<Self>) {
        let (Some(_), Some(main)) = (find("[data-drag]"), find("#main")) else { return };
        self.on(ev::pointerdown, Self::press_pointer);
        self.on(ev::pointermove, |page, pointer| page.dragging.follow(pointer));
        self.on(ev::pointerup, |page, pointer| page.dragging.drop_at(pointer));
        self.on(ev::pointercancel, |page, _| {
            page.cancel_drag();
        });
        self.on(ev::click, |page, event| {
            if page.dragging.was_dropped.replace(false) {
                event.prevent_default();
            }
        });
        // The browser's own dragging of links and images, and its menu on a long press.
        self.on(ev::dragstart, |page, event| page.prevent_while_pressed(event));
        self.on(ev::contextmenu, |page, event| page.prevent_while_pressed(event));
        // A drag by touch must not scroll. A listener of the window could not prevent that: it is passive.
        let page = self.clone();
        listen(&main, "touchmove", move |event| {
            if page.dragging.drag.borrow().as_ref().is_some_and(Drag::has_begun) {
                event.prevent_default();
            }
        });
    }

    fn prevent_while_pressed(&self, event: &Event) {
        if self.dragging.is_active() {
            event.prevent_default();
        }
    }

    /// Handles `pointerdown`: starts a press if it is on a draggable item.
    fn press_pointer(self: &Rc<Self>, pointer: &PointerEvent) {
        self.dragging.was_dropped.set(false);
        let item = closest(pointer, "[data-drag]").filter(|_| closest(pointer, CONTROLS).is_none());
        let Some(item) = item.filter(|_| pointer.is_primary() && pointer.button() == 0) else { return };
        let is_ready = pointer.pointer_type() != "touch" || closest(pointer, "[data-handle]").is_some();
        *self.dragging.drag.borrow_mut() = Some(Drag {
            item: item.unchecked_into(),
            pointer: pointer.pointer_id(),
            from: (pointer.client_x(), pointer.client_y()),
            is_ready,
            mark: None,
        });
        if !is_ready {
            let page = self.clone();
            self.dragging.press_timer.set(LONG_PRESS, move || {
                if let Some(drag) = &mut *page.dragging.drag.borrow_mut() {
                    drag.begin();
                }
            });
        }
    }

    /// Cancels the drag; returns whether there was one.
    pub(crate) fn cancel_drag(&self) -> bool {
        self.dragging.press_timer.stop();
        let Some(drag) = self.dragging.drag.borrow_mut().take() else { return false };
        drag.end();
        drag.has_begun()
    }
}

impl Dragging {
    /// Whether an item is pressed or dragged.
    pub(crate) fn is_active(&self) -> bool {
        self.drag.borrow().is_some()
    }

    fn follow(&self, pointer: &PointerEvent) {
        let at = (pointer.client_x(), pointer.client_y());
        let mut current = self.drag.borrow_mut();
        let Some(drag) = current.as_mut().filter(|drag| drag.pointer == pointer.pointer_id()) else { return };
        if !drag.has_begun() {
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
        pointer.prevent_default();
        drag.show_mark(at);
    }

    fn drop_at(&self, pointer: &PointerEvent) {
        let dropped = self.drag.borrow_mut().take_if(|drag| drag.pointer == pointer.pointer_id());
        self.press_timer.stop();
        if let Some(drag) = dropped.filter(Drag::has_begun) {
            self.was_dropped.set(true);
            drag.send();
            drag.end();
        }
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

    fn has_begun(&self) -> bool {
        self.mark.is_some()
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
        let to = list.get_attribute("data-drop").unwrap_or_default();
        for (name, field) in fields::named(&form) {
            match name.as_str() {
                "id" => field.set_value(&item),
                "to" => field.set_value(&to),
                "before" => field.set_value(next.as_deref().unwrap_or_default()),
                _ => {}
            }
        }
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
    let is_direct = |entry: &HtmlElement| column_around(entry.parent_element()).as_ref() == Some(list);
    find_all(list, "[data-drag]").into_iter().filter(is_direct).collect()
}

fn id(entry: &HtmlElement) -> Option<String> {
    entry.get_attribute("data-drag")
}
