//! What the module needs of the browser.

use js_sys::{Function, Promise};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Document, Element, Event, Window};

pub(crate) fn window() -> Window {
    js_sys::global().unchecked_into()
}

pub(crate) fn document() -> Document {
    // A module of a page has a document.
    window().document().unwrap_throw()
}

pub(crate) fn find_all(selector: &str) -> Vec<Element> {
    let Ok(found) = document().query_selector_all(selector) else { return Vec::new() };
    (0..found.length()).filter_map(|index| found.get(index).map(JsCast::unchecked_into)).collect()
}

/// Adds a listener to the window that is never removed.
pub(crate) fn listen(event: &str, captures: bool, then: impl FnMut(Event) + 'static) {
    let then = Closure::<dyn FnMut(Event)>::new(then).into_js_value();
    let _ = window().add_event_listener_with_callback_and_bool(event, then.unchecked_ref(), captures);
}

/// Calls `then` after the listeners of the event that is handled now.
pub(crate) fn later(then: fn()) {
    set_timeout(Closure::once_into_js(then).unchecked_ref(), 0);
}

pub(crate) fn set_timeout(then: &Function, milliseconds: i32) -> i32 {
    window().set_timeout_with_callback_and_timeout_and_arguments_0(then, milliseconds).unwrap_or_default()
}

/// A whole number in digits: the browser's own way is smaller than ours.
pub(crate) fn number(value: f64) -> String {
    js_sys::Number::from(value).to_string_with_radix(10).map(String::from).unwrap_or_default()
}

/// What a text of [`number`] says.
pub(crate) fn parse(text: &str) -> f64 {
    js_sys::parse_float(text)
}

pub(crate) async fn sleep(milliseconds: i32) {
    let promise = Promise::new(&mut |resolve, _| _ = set_timeout(&resolve, milliseconds));
    let _ = JsFuture::from(promise).await;
}

/// Waits until the network is back, for `milliseconds` at most.
pub(crate) async fn pause(milliseconds: f64) {
    #[expect(clippy::cast_possible_truncation, reason = "a minute at most")]
    let milliseconds = milliseconds as i32;
    let promise = Promise::new(&mut |resolve, _| {
        set_timeout(&resolve, milliseconds);
        let _ = window().add_event_listener_with_callback("online", &resolve);
    });
    let _ = JsFuture::from(promise).await;
}
