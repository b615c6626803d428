//! The elements of the chat panel, and the service worker.

use leptos::prelude::{document, window};
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{HtmlElement, HtmlTextAreaElement};

use crate::browser::dom::{find, find_all};

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
