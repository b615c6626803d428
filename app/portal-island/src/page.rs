//! What the chat reads from the page around it, and shows there.

use leptos::mount::mount_to;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use crate::LiveChat;
use app::browser::json;
use app::chat::tabs::UnreadCount;
use app::chat::{ChatData, DATA_ID, UNREAD_IDS};

/// The data that the server has put into the page.
pub(super) fn data() -> Option<ChatData> {
    json::parse(&document().get_element_by_id(DATA_ID)?.text_content()?)
}

impl LiveChat {
    /// Shows the unread count of all projects in the title and beside the links to the conversation.
    pub(super) fn show_unread_on_page(self) {
        let unread = move || {
            let state = self.state.read();
            state.conversation.unread() + state.start.unread_elsewhere
        };
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
        let i18n = self.i18n();
        for badge in UNREAD_IDS.iter().filter_map(|id| document().get_element_by_id(id)) {
            if let Some(link) = badge.parent_element() {
                badge.remove();
                mount_to(link.unchecked_into(), move || view! { <UnreadCount unread i18n/> }).forget();
            }
        }
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
