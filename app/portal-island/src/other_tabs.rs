//! The portal's other tabs in this browser: they poll as soon as this one has sent something.

use leptos::prelude::*;
use wasm_bindgen::JsValue;
use web_sys::BroadcastChannel;

use crate::LiveChat;
use app::browser::dom::listen;

impl LiveChat {
    pub(super) fn listen_to_tabs(self) {
        // Of this client: in a browser, one person may be several clients.
        if let Ok(channel) = BroadcastChannel::new(self.state.read_untracked().start.client_id.as_str()) {
            listen(&channel, "message", move |_| self.poll_in(0));
            self.activity.write_value().tabs = Some(channel);
        }
    }

    pub(super) fn notify_other_tabs(self) {
        if let Some(channel) = &self.activity.read_value().tabs {
            // Without it they hear of it with their next poll.
            let _ = channel.post_message(&JsValue::NULL);
        }
    }
}
