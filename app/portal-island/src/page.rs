//! What the chat reads from the page around it, and shows there.

use leptos::mount::mount_to;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::HtmlElement;

use crate::LiveChat;
use app::browser::dom::listen;
use app::browser::json;
use app::chat::tabs::UnreadCount;
use app::chat::{ChatData, DATA_ID, UNREAD_ID};

/// The data that the server has put into the page.
pub(super) fn data() -> Option<ChatData> {
    json::parse(&document().get_element_by_id(DATA_ID)?.text_content()?)
}

impl LiveChat {
    /// Shows the unread count of all channels in the title and beside the link to the conversation, which opens a
    /// channel with unread messages in place.
    pub(super) fn show_unread_on_page(self) {
        let unread = move || self.state.read().conversation.unread();
        let title = document().title();
        Effect::new(move |_| {
            let title = match unread() {
                0 => title.clone(),
                unread => ["(", &unread.to_string(), ") ", &title].concat(),
            };
            if document().title() != title {
                document().set_title(&title);
            }
        });
        let Some(badge) = document().get_element_by_id(UNREAD_ID) else { return };
        let Some(link) = badge.parent_element().and_then(|link| link.dyn_into::<HtmlElement>().ok()) else {
            return;
        };
        badge.remove();
        let i18n = self.i18n();
        mount_to(link.clone(), move || view! { <UnreadCount unread i18n/> }).forget();
        let _ = link.set_attribute("href", "#conversation");
        listen(&link, "click", move |_| {
            let key = self.state.read_untracked().unread_elsewhere();
            if let Some(key) = key {
                self.switch(&key);
            }
        });
    }
}

/// Registers the service worker, which serves the offline page. The chat works without it.
pub(super) fn register_service_worker() {
    let workers = window().navigator().service_worker();
    if JsValue::is_undefined(&workers) {
        return;
    }
    let registered = workers.register("/sw.js");
    spawn_local(async move {
        let _ = JsFuture::from(registered).await;
    });
}
