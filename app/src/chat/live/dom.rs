//! The elements of the chat panel, and small helpers for the DOM, timers and the service worker.

use std::cell::Cell;

use gloo_timers::callback::Timeout;
use leptos::prelude::{document, window};
use leptos::task::spawn_local;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    Element, Event, EventTarget, HtmlElement, HtmlTextAreaElement, MouseEvent, Node, VisibilityState,
};

/// A log scrolled less than this from its end counts as at its end, in pixels.
const END_TOLERANCE: i32 = 48;

/// The elements of the chat panel.
pub struct PanelElements {
    /// The tabs, one per channel.
    pub tabs: Vec<HtmlElement>,
    /// The unread count beside the link to the conversation, on narrow screens.
    pub above: Option<HtmlElement>,
    /// The link to the conversation, on narrow screens.
    pub to_conversation: Option<HtmlElement>,
    /// The tab panel.
    pub panel: HtmlElement,
    /// The scrolling log.
    pub log: HtmlElement,
    /// The list of messages in it.
    pub list: HtmlElement,
    /// The paragraph with the link to older messages.
    pub older: HtmlElement,
    pub older_link: HtmlElement,
    /// The text of an empty channel.
    pub empty: HtmlElement,
    /// The button that scrolls to new messages.
    pub jump: HtmlElement,
    /// The status notice.
    pub notice: HtmlElement,
    pub form: HtmlElement,
    /// The form's hidden field with the channel.
    pub channel: HtmlElement,
    /// The message field.
    pub text: HtmlTextAreaElement,
    pub send: HtmlElement,
    /// The form's error message.
    pub error: HtmlElement,
    /// The number of characters left.
    pub count: HtmlElement,
}

impl PanelElements {
    /// The elements on the page; none if a required one is missing.
    pub fn find() -> Option<Self> {
        Some(Self {
            tabs: find_all(&document(), ".chat [role=tab]"),
            above: find(".views__conversation .unread"),
            to_conversation: find(".views__conversation"),
            panel: find("#channel")?,
            log: find(".chat .log")?,
            list: find(".chat .messages")?,
            older: find(".chat .log__older")?,
            older_link: find(".chat .log__older a")?,
            empty: find(".chat .empty")?,
            jump: find(".chat__jump")?,
            notice: find(".chat__notice")?,
            form: find(".chat .composer")?,
            channel: find(".composer [name=channel]")?,
            text: find("#message")?.unchecked_into(),
            send: find(".composer__send")?,
            error: find("#composer-trouble")?,
            count: find("#composer-count")?,
        })
    }

    /// Whether the log is scrolled to its end. Its layout is reversed: `scrollTop` is 0 at the end and
    /// negative above.
    pub fn is_at_end(&self) -> bool {
        self.log.scroll_top() > -END_TOLERANCE
    }
}

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

/// Whether the page is in the foreground.
pub fn is_visible() -> bool {
    document().visibility_state() == VisibilityState::Visible
}

/// Whether a click follows a link in place; with a modifier key it opens a tab or a window.
pub fn is_plain_click(event: &Event) -> bool {
    event.dyn_ref::<MouseEvent>().is_some_and(|click| {
        !(click.ctrl_key() || click.meta_key() || click.shift_key()) && click.button() == 0
    })
}

/// The event's target or its nearest ancestor that matches `selector`.
pub fn closest(event: &Event, selector: &str) -> Option<Element> {
    event.target()?.dyn_into::<Element>().ok()?.closest(selector).ok()?
}

/// A one-shot timer; setting it again replaces the pending callback.
#[derive(Default)]
pub struct Timer {
    /// Dropping it cancels it.
    timeout: Cell<Option<Timeout>>,
    is_set: Cell<bool>,
}

impl Timer {
    /// Calls `then` in `millis` milliseconds.
    pub fn set(&'static self, millis: u32, then: impl FnOnce() + 'static) {
        self.is_set.set(true);
        self.timeout.set(Some(Timeout::new(millis, move || {
            self.is_set.set(false);
            then();
        })));
    }

    /// Cancels the pending callback.
    pub fn stop(&self) {
        self.is_set.set(false);
        self.timeout.set(None);
    }

    /// Whether a callback is pending.
    pub fn is_set(&self) -> bool {
        self.is_set.get()
    }
}

/// Registers the service worker, which serves the offline page. The chat works without it.
pub fn register_service_worker() {
    let workers = window().navigator().service_worker();
    if JsValue::is_undefined(&workers) {
        return;
    }
    let registered = workers.register("/sw.js");
    spawn_local(async move {
        let _ = JsFuture::from(registered).await;
    });
}
