//! Switching: one tab for each channel.

use domain::ChannelKey;
use leptos::prelude::window;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, HtmlElement, KeyboardEvent};

use super::dom::{is_plain_click, on, put, put_text, under};
use super::rows::Place;
use super::{Panel, State};
use crate::chat::sheet::new_since;
use crate::chat::tabs::tab_id;

impl Panel {
    /// Follows clicks and keys on the tabs.
    pub(super) fn listen_to_tabs(&'static self) {
        for tab in &self.parts.tabs {
            on(tab, "click", move |event| {
                if is_plain_click(&event) {
                    event.prevent_default();
                    self.switch(tab);
                }
            });
            on(tab, "keydown", move |event| {
                if let Some(key) = event.dyn_ref::<KeyboardEvent>()
                    && move_along(key)
                {
                    event.prevent_default();
                }
            });
        }
        self.keep_tab_in_sight();
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
            state.earlier = None;
            put(&self.parts.channel, "value", channel.key.as_str());
            put(&self.parts.panel, "aria-labelledby", &tab_id(&channel.key));
        }
        self.tell("");
        self.show_draft();
        self.quietly();
        self.refresh(Place::New);
        self.keep_tab_in_sight();
        // The address follows, so that reloading opens the same channel; if it cannot, no harm.
        let address = tab.get_attribute("href");
        let _ = window()
            .history()
            .and_then(|history| history.replace_state_with_url(&JsValue::NULL, "", address.as_deref()));
    }

    /// Shows which tab is open, and what is unread in each.
    pub(super) fn show_tabs(&self, state: &State) {
        for tab in &self.parts.tabs {
            let key = tab.get_attribute("data-channel").unwrap_or_default();
            put(tab, "aria-selected", if state.open.as_str() == key { "true" } else { "false" });
            let is_it = |one: &ChannelKey| one.as_str() == key;
            let unread = state.conversation.channels.iter().find(|channel| is_it(&channel.key));
            let unread = unread.map_or(0, |channel| channel.unread);
            if let Some(told) = tab.last_element_child().and_then(|told| told.dyn_into::<HtmlElement>().ok())
            {
                if unread > 0 {
                    put_text(&told, &self.i18n.unread(unread));
                }
                // The count of what is being read keeps its place, so that no tab moves by itself.
                let is_kept = state.open.as_str() == key && !told.hidden();
                told.set_hidden(unread == 0 && !is_kept);
                put(&told, "data-read", if unread == 0 { "true" } else { "false" });
            }
        }
    }

    /// Scrolls the tabs sideways to the open one; the page stays where it is.
    fn keep_tab_in_sight(&self) {
        let is_open = |tab: &&HtmlElement| tab.get_attribute("aria-selected").as_deref() == Some("true");
        let Some(tab) = self.parts.tabs.iter().find(is_open) else { return };
        if let Some(list) = tab.parent_element() {
            let middle = tab.offset_left() + tab.offset_width() / 2;
            list.set_scroll_left(middle - list.client_width() / 2);
        }
    }
}

/// Arrow keys, Home and End move the focus along the tabs; the space bar opens one, as Enter does with
/// any link. Returns whether the key was one of these.
fn move_along(key: &KeyboardEvent) -> bool {
    let Some(tab) = under(key, "[role=tab]") else { return false };
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
        // A tab that cannot take the focus leaves it where it is.
        let _ = focusable(&next).focus();
    }
    true
}

/// The tabs are links.
fn focusable(tab: &Element) -> &HtmlElement {
    tab.unchecked_ref()
}
