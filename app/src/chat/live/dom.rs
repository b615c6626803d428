//! The parts of the page the panel works on, and the few things it does with the browser.

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

/// How far from its end the log may be and still be at it, in pixels.
const NEAR: i32 = 48;

/// The elements of the panel.
pub struct Parts {
    /// The tabs, one per channel.
    pub tabs: Vec<HtmlElement>,
    /// The count beside the way to the conversation, on narrow screens.
    pub above: Option<HtmlElement>,
    /// What the tabs switch.
    pub panel: HtmlElement,
    /// The scrolling log.
    pub log: HtmlElement,
    /// The list of messages in it.
    pub list: HtmlElement,
    /// The way to older messages.
    pub older: HtmlElement,
    pub older_link: HtmlElement,
    /// What an empty channel says.
    pub empty: HtmlElement,
    /// The button down to new messages.
    pub jump: HtmlElement,
    /// What is not as usual.
    pub notice: HtmlElement,
    pub form: HtmlElement,
    /// The form's field with the channel.
    pub channel: HtmlElement,
    /// The box to write in.
    pub text: HtmlTextAreaElement,
    /// The button that sends.
    pub send: HtmlElement,
    /// What is wrong with the text.
    pub trouble: HtmlElement,
    /// How many characters are left.
    pub count: HtmlElement,
}

impl Parts {
    /// The parts, if all of them are there.
    pub fn find() -> Option<Self> {
        Some(Self {
            tabs: all(&document(), ".chat [role=tab]"),
            above: find(".views__unread"),
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
            trouble: find("#composer-trouble")?,
            count: find("#composer-count")?,
        })
    }

    /// Whether the log shows its end. Its zero is there: it is laid out from the end.
    pub fn is_at_end(&self) -> bool {
        self.log.scroll_top() > -NEAR
    }
}

/// The first element of the page that `selector` describes.
pub fn find(selector: &str) -> Option<HtmlElement> {
    document().query_selector(selector).ok()??.dyn_into().ok()
}

/// The elements of `root` that `selector` describes, in their order.
pub fn all(root: &Node, selector: &str) -> Vec<HtmlElement> {
    // Of what can be searched, which all of ours are, an element and a document do it in the same way.
    let Ok(found) = root.unchecked_ref::<Element>().query_selector_all(selector) else { return Vec::new() };
    (0..found.length()).filter_map(|place| found.get(place)?.dyn_into().ok()).collect()
}

/// Sets an attribute, unless it is as it should be.
pub fn put(element: &Element, name: &str, value: &str) {
    if element.get_attribute(name).as_deref() != Some(value) {
        // The names are ours and well-formed.
        let _ = element.set_attribute(name, value);
    }
}

/// Sets or removes an attribute without a value.
pub fn set_flag(element: &Element, name: &str, on: bool) {
    let _ = element.toggle_attribute_with_force(name, on);
}

/// Sets what an element says, unless it says so already: some are read out whenever they change.
pub fn put_text(element: &Element, text: &str) {
    if element.text_content().as_deref() != Some(text) {
        element.set_text_content(Some(text));
    }
}

/// Listens for as long as the page lives.
pub fn on(target: &EventTarget, event: &str, then: impl FnMut(Event) + 'static) {
    let then = Closure::<dyn FnMut(Event)>::new(then);
    let _ = target.add_event_listener_with_callback(event, then.as_ref().unchecked_ref());
    then.forget();
}

/// Whether the page is in the foreground.
pub fn is_visible() -> bool {
    document().visibility_state() == VisibilityState::Visible
}

/// Whether a click asks for what a link does here; with a key held down it asks for a tab or a window.
pub fn is_plain_click(event: &Event) -> bool {
    event.dyn_ref::<MouseEvent>().is_some_and(|click| {
        !(click.ctrl_key() || click.meta_key() || click.shift_key()) && click.button() == 0
    })
}

/// The element under an event that `selector` describes, itself or around it.
pub fn under(event: &Event, selector: &str) -> Option<Element> {
    event.target()?.dyn_into::<Element>().ok()?.closest(selector).ok()?
}

/// Something to do later; setting it again replaces it.
#[derive(Default)]
pub struct Timer {
    /// The last one set; dropped, it is cancelled.
    timeout: Cell<Option<Timeout>>,
    is_set: Cell<bool>,
}

impl Timer {
    /// Does something in so many milliseconds.
    pub fn set(&'static self, millis: u32, then: impl FnOnce() + 'static) {
        self.is_set.set(true);
        self.timeout.set(Some(Timeout::new(millis, move || {
            self.is_set.set(false);
            then();
        })));
    }

    /// Does it not.
    pub fn stop(&self) {
        self.is_set.set(false);
        self.timeout.set(None);
    }

    /// Whether something is to be done.
    pub fn is_set(&self) -> bool {
        self.is_set.get()
    }
}

/// Registers the service worker, which shows a page of its own when there is no network. A browser
/// without one, or that refuses it, does as well.
pub fn register_worker() {
    let workers = window().navigator().service_worker();
    if JsValue::is_undefined(&workers) {
        return;
    }
    let registered = workers.register("/sw.js");
    spawn_local(async move {
        let _ = JsFuture::from(registered).await;
    });
}
