//! Small helpers for elements and events. Only [`find`] and [`find_all`] search by selector: they find what the server has
//! rendered outside the islands, which no `NodeRef` knows.

use leptos::prelude::{document, window};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Element, Event, EventTarget, HtmlElement, MouseEvent, Node, VisibilityState};

/// The first element of the page that matches `selector`.
pub fn find(selector: &str) -> Option<HtmlElement> {
    document().query_selector(selector).ok()??.dyn_into().ok()
}

/// The elements of `root` that match `selector`, in document order.
pub fn find_all(root: &Node, selector: &str) -> Vec<HtmlElement> {
    // `root` is an element or a document: both have `querySelectorAll`.
    let Ok(found) = root.unchecked_ref::<Element>().query_selector_all(selector) else { return Vec::new() };
    (0..found.length()).filter_map(|index| found.get(index)?.dyn_into().ok()).collect()
}

/// The children of an element.
pub fn children(parent: &Element) -> Vec<Element> {
    std::iter::successors(parent.first_element_child(), Element::next_element_sibling).collect()
}

/// Sets an attribute, unless it has the value.
pub fn set_attr(element: &Element, name: &str, value: &str) {
    if element.get_attribute(name).as_deref() != Some(value) {
        // Setting fails only for malformed names, and ours are constant.
        let _ = element.set_attribute(name, value);
    }
}

/// Sets or removes an attribute without a value.
pub fn toggle_attr(element: &Element, name: &str, on: bool) {
    let _ = element.toggle_attribute_with_force(name, on);
}

/// Sets an element's text, unless it has it: screen readers announce every change of a live region.
pub fn set_text(element: &Element, text: &str) {
    if element.text_content().as_deref() != Some(text) {
        element.set_text_content(Some(text));
    }
}

/// Adds an event listener that is never removed.
pub fn listen(target: &EventTarget, event: &str, then: impl FnMut(Event) + 'static) {
    let then = Closure::<dyn FnMut(Event)>::new(then);
    let _ = target.add_event_listener_with_callback(event, then.as_ref().unchecked_ref());
    then.forget();
}

/// Calls `then` before the next frame is painted.
pub fn next_frame(then: impl FnOnce() + 'static) {
    let _ = window().request_animation_frame(Closure::once_into_js(then).unchecked_ref());
}

/// The query of the page with its question mark, empty without one.
pub fn query() -> String {
    window().location().search().unwrap_or_default()
}

/// Whether the page is in the foreground.
pub fn is_visible() -> bool {
    document().visibility_state() == VisibilityState::Visible
}

/// Whether a click follows a link in place; with a modifier key it opens a tab or a window.
pub fn is_plain_click(event: &Event) -> bool {
    event
        .dyn_ref::<MouseEvent>()
        .is_some_and(|click| !(click.ctrl_key() || click.meta_key() || click.shift_key()) && click.button() == 0)
}

/// The event's target or its nearest ancestor that matches `selector`.
pub fn closest(event: &Event, selector: &str) -> Option<Element> {
    event.target()?.dyn_into::<Element>().ok()?.closest(selector).ok()?
}

/// The distance of an element's top from the top of the window, in pixels.
pub fn top(element: &(impl AsRef<Element> + ?Sized)) -> i32 {
    rounded(element.as_ref().get_bounding_client_rect().top())
}

/// The distance of an element's bottom from the top of the window, in pixels.
pub fn bottom(element: &(impl AsRef<Element> + ?Sized)) -> i32 {
    rounded(element.as_ref().get_bounding_client_rect().bottom())
}

/// The height of the window, in pixels.
pub fn window_height() -> i32 {
    document().document_element().map_or(0, |root| root.client_height())
}

fn rounded(pixels: f64) -> i32 {
    #[expect(clippy::cast_possible_truncation, reason = "pages are not two thousand million pixels long")]
    let rounded = pixels.round() as i32;
    rounded
}
