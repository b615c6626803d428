//! Switches channels by their tabs.

use domain::ChannelKey;
use domain::portal::ChannelView;
use leptos::prelude::window;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, HtmlElement, KeyboardEvent};

use super::rows::ScrollAnchor;
use super::{ChatPanel, State};
use crate::browser::dom::{closest, is_plain_click, listen, set_attr};
use crate::chat::message_list::new_since;
use crate::chat::tabs::tab_id;

impl ChatPanel {
    /// Handles clicks and keys on the tabs.
    pub(super) fn add_tab_listeners(&'static self) {
        for tab in &self.elements.tabs {
            listen(tab, "click", move |event| {
                if is_plain_click(&event) {
                    event.prevent_default();
                    self.switch(tab);
                }
            });
            listen(tab, "keydown", move |event| {
                if let Some(key) = event.dyn_ref::<KeyboardEvent>()
                    && handle_key(key)
                {
                    event.prevent_default();
                }
            });
        }
        if let Some(link) = &self.elements.to_conversation {
            // The channel is opened in place.
            set_attr(link, "href", "#conversation");
            listen(link, "click", move |_| self.open_unread());
        }
        self.scroll_tab_into_view();
    }

    /// Opens the first channel with unread messages, if the open one has none.
    fn open_unread(&'static self) {
        let wanted = {
            let state = self.state.borrow();
            let is_here = state.conversation.channel(&state.open).is_some_and(|open| open.unread > 0);
            let unread = |one: &&ChannelView| one.unread > 0 && !is_here;
            state.conversation.channels.iter().find(unread).map(|one| one.key.to_string())
        };
        let is_wanted = |tab: &&HtmlElement| wanted.is_some() && tab.get_attribute("data-channel") == wanted;
        if let Some(tab) = self.elements.tabs.iter().find(is_wanted) {
            self.switch(tab);
        }
    }

    /// Opens the channel of a tab.
    fn switch(&'static self, tab: &HtmlElement) {
        {
            let mut state = self.state.borrow_mut();
            let state = &mut *state;
            let wanted = tab.get_attribute("data-channel");
            let channels = &state.conversation.channels;
            let wanted = channels.iter().find(|channel| Some(channel.key.as_str()) == wanted.as_deref());
            let Some(channel) = wanted.filter(|channel| channel.key != state.open) else { return };
            state.new_since = new_since(channel);
            state.open = channel.key.clone();
            state.seen = None;
            state.older_error = None;
            set_attr(&self.elements.channel, "value", channel.key.as_str());
            set_attr(&self.elements.panel, "aria-labelledby", &tab_id(&channel.key));
        }
        self.show_error("");
        self.show_draft();
        self.suppress_announcements();
        self.refresh(ScrollAnchor::FirstNew);
        self.scroll_tab_into_view();
        // The address is updated so that a reload opens the same channel; a failure does no harm.
        let address = tab.get_attribute("href");
        let _ = window()
            .history()
            .and_then(|history| history.replace_state_with_url(&JsValue::NULL, "", address.as_deref()));
    }

    /// Updates the selected tab and the unread counts.
    pub(super) fn show_tabs(&self, state: &State) {
        for tab in &self.elements.tabs {
            let key = tab.get_attribute("data-channel").unwrap_or_default();
            set_attr(tab, "aria-selected", if state.open.as_str() == key { "true" } else { "false" });
            let is_it = |one: &ChannelKey| one.as_str() == key;
            let unread = state.conversation.channels.iter().find(|channel| is_it(&channel.key));
            let unread = unread.map_or(0, |channel| channel.unread);
            if let Some(badge) = tab.last_element_child() {
                self.show_count(&badge, unread);
            }
        }
    }

    /// Scrolls the tab list to the open tab, without scrolling the page.
    fn scroll_tab_into_view(&self) {
        let is_open = |tab: &&HtmlElement| tab.get_attribute("aria-selected").as_deref() == Some("true");
        let Some(tab) = self.elements.tabs.iter().find(is_open) else { return };
        if let Some(list) = tab.parent_element() {
            let middle = tab.offset_left() + tab.offset_width() / 2;
            list.set_scroll_left(middle - list.client_width() / 2);
        }
    }
}

/// Arrow keys, Home and End move the focus between tabs; Space opens a tab, as Enter does any link.
/// Returns whether the key was handled.
fn handle_key(key: &KeyboardEvent) -> bool {
    let Some(tab) = closest(key, "[role=tab]") else { return false };
    let next = match key.key().as_str() {
        "ArrowRight" => tab.next_element_sibling(),
        "ArrowLeft" => tab.previous_element_sibling(),
        "Home" => tab.parent_element().and_then(|list| list.first_element_child()),
        "End" => tab.parent_element().and_then(|list| list.last_element_child()),
        " " => {
            focusable(&tab).click();
            return true;
        }
        _ => return false,
    };
    if let Some(next) = next {
        // If the tab cannot be focused, the focus stays.
        let _ = focusable(&next).focus();
    }
    true
}

/// Tabs are links, and so HTML elements.
fn focusable(tab: &Element) -> &HtmlElement {
    tab.unchecked_ref()
}
