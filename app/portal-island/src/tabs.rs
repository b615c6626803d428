//! One tab per channel with its unread count. Tabs are links; with JavaScript they switch in place.

use domain::ChannelKey;
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, HtmlElement, KeyboardEvent};

use crate::LiveChat;
use crate::scrolling::ScrollAnchor;
use app::address::Address;
use app::browser::dom::{is_plain_click, query};
use app::chat::channel_name;
use app::chat::tabs::{UnreadCount, tab_id};

#[component]
pub fn ChannelTabs(chat: LiveChat) -> impl IntoView {
    let i18n = chat.i18n();
    let state = chat.state;
    let tabs = {
        let state = state.read_untracked();
        let tabs = state.conversation.channels.iter();
        tabs.map(|channel| (channel.key.clone(), channel_name(channel, i18n))).collect::<Vec<_>>()
    };
    let tab = move |(key, name): (ChannelKey, String)| {
        let (selected, counted, clicked) = (key.clone(), key.clone(), key.clone());
        let unread = move || state.read().conversation.channel(&counted).map_or(0, |channel| channel.unread);
        view! {
            <a
                class="tab"
                role="tab"
                id=tab_id(&key)
                href=chat.tab_address(&key) + TO_CONVERSATION
                aria-selected=move || (state.read().open == selected).to_string()
                aria-controls="channel"
                on:click=move |event| {
                    if is_plain_click(&event) {
                        event.prevent_default();
                        chat.switch(&clicked);
                    }
                }
                on:keydown=move |event| {
                    if handle_key(&event) {
                        event.prevent_default();
                    }
                }
            >
                <span dir="auto">{name}</span>
                " "
                <UnreadCount unread i18n/>
            </a>
        }
    };
    view! {
        <div class="tabs" role="tablist" aria-label=i18n.channels()>
            {tabs.into_iter().map(tab).collect_view()}
        </div>
    }
}

impl LiveChat {
    fn tab_address(self, key: &ChannelKey) -> String {
        let state = self.state.read_untracked();
        Address::here().project(state.start.project(), key.as_str()).into_string()
    }

    /// Opens a channel, unless it is open. Back leads to the one before, and a reload opens the same.
    pub(super) fn switch(self, key: &ChannelKey) {
        if self.open_channel(key) {
            let mut address = self.tab_address(key);
            // Without a fragment where there was none: a reload is then not scrolled to the conversation.
            if !fragment().is_empty() {
                address.push_str(TO_CONVERSATION);
            }
            // A failure does no harm.
            let _ =
                window().history().and_then(|history| history.push_state_with_url(&JsValue::NULL, "", Some(&address)));
        }
    }

    /// Opens the channel that the address names, else the first one shown.
    pub(super) fn follow_address(self) {
        let key = self.named_channel().unwrap_or_else(|| self.state.read_untracked().start.open.clone());
        // Most fragments lead elsewhere on the page, which leaves the log where it is.
        if key != self.state.read_untracked().open {
            self.open_channel(&key);
        }
    }

    /// The channel that the address names.
    fn named_channel(self) -> Option<ChannelKey> {
        let query = query();
        let state = self.state.read_untracked();
        let mut keys = state.conversation.channels.iter().map(|channel| &channel.key);
        keys.find(|key| query.strip_suffix(key.as_str()).is_some_and(|rest| rest.ends_with("channel="))).cloned()
    }

    /// Returns whether it was not open yet.
    fn open_channel(self, key: &ChannelKey) -> bool {
        let is_new = self.change(ScrollAnchor::FirstNew, |state| state.switch(key));
        if is_new {
            self.suppress_announcements();
            self.show_draft();
            self.scroll_tab_into_view();
        }
        is_new
    }

    /// Scrolls the tab list to the open tab, without scrolling the page.
    pub(super) fn scroll_tab_into_view(self) {
        let tab = document().get_element_by_id(&tab_id(&self.state.read_untracked().open));
        let Some(tab) = tab.and_then(|tab| tab.dyn_into::<HtmlElement>().ok()) else { return };
        if let Some(list) = tab.parent_element() {
            let middle = tab.offset_left() + tab.offset_width() / 2;
            list.set_scroll_left(middle - list.client_width() / 2);
        }
    }
}

/// The fragment of the conversation.
pub(super) const TO_CONVERSATION: &str = "#conversation";

pub(super) fn fragment() -> String {
    window().location().hash().unwrap_or_default()
}

/// Arrow keys, Home and End move the focus between tabs; Space opens a tab, as Enter does any link.
/// Returns whether the key was handled.
fn handle_key(key: &KeyboardEvent) -> bool {
    let Some(tab) = key.current_target().and_then(|tab| tab.dyn_into::<HtmlElement>().ok()) else {
        return false;
    };
    let list = || tab.parent_element();
    let next = match key.key().as_str() {
        "ArrowRight" => tab.next_element_sibling(),
        "ArrowLeft" => tab.previous_element_sibling(),
        "Home" => list().and_then(|list| list.first_element_child()),
        "End" => list().and_then(|list| list.last_element_child()),
        " " => {
            tab.click();
            return true;
        }
        _ => return false,
    };
    if let Some(next) = next.and_then(|next: Element| next.dyn_into::<HtmlElement>().ok()) {
        // If the tab cannot be focused, the focus stays.
        let _ = next.focus();
    }
    true
}
