//! One tab per channel, with what is unread.

use domain::ChannelKey;
use domain::portal::ChannelView;
use leptos::ev::{KeyboardEvent, MouseEvent};
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::HtmlElement;

use super::live::Live;
use super::{ChatStart, channel_name};
use crate::address::{Address, CONVERSATION};
use crate::words::Words;

/// The tabs: links where no script runs, else they switch in place.
#[component]
pub fn ChannelTabs(
    /// Who and where.
    start: ChatStart,
    /// What counts and switches.
    live: Live,
) -> impl IntoView {
    let words = Words(start.language);
    let channels = live.conversation.with_untracked(|conversation| conversation.channels.clone());
    let tabs = channels.into_iter().map(|channel| {
        let address = Address::portal(&start.key).with("project", start.project.as_str());
        let href = address.with("channel", channel.key.as_str()).at(CONVERSATION);
        view! { <ChannelTab href channel live words/> }
    });
    view! {
        <div class="tabs" role="tablist" aria-label=words.channels() on:keydown=move_along>
            {tabs.collect::<Vec<_>>()}
        </div>
    }
}

#[component]
fn ChannelTab(href: String, channel: ChannelView, live: Live, words: Words) -> impl IntoView {
    let name = channel_name(&channel, words);
    let key = channel.key;
    let id = tab_id(&key);
    let is_open = {
        let key = key.clone();
        move || live.open.with(|open| *open == key).to_string()
    };
    let count = {
        let key = key.clone();
        move || live.conversation.with(|chat| chat.channel(&key).map_or(0, |channel| channel.unread))
    };
    let all_read = {
        let count = count.clone();
        move || count() == 0
    };
    let unread = move || if count() > 0 { words.unread(count()) } else { String::new() };
    let address = href.clone();
    let switch = move |event: MouseEvent| {
        if event.ctrl_key() || event.meta_key() || event.shift_key() || event.button() != 0 {
            return;
        }
        event.prevent_default();
        live.switch(key.clone());
        // The address follows, so that reloading opens the same channel; if it cannot, no harm.
        let _ = window()
            .history()
            .and_then(|history| history.replace_state_with_url(&JsValue::NULL, "", Some(&address)));
    };
    view! {
        <a class="tab" role="tab" id=id href=href aria-selected=is_open aria-controls="channel" on:click=switch>
            <span dir="auto">{name}</span>
            " "
            <span class="tab__unread" hidden=all_read>
                {unread}
            </span>
        </a>
    }
}

/// The id of a channel's tab.
pub fn tab_id(key: &ChannelKey) -> String {
    format!("tab-{key}")
}

/// Arrow keys, Home and End move the focus along the tabs; a link's own Enter opens it.
fn move_along(event: KeyboardEvent) {
    let target = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok());
    let Some(tab) = target else { return };
    let next = match event.key().as_str() {
        "ArrowRight" => tab.next_element_sibling(),
        "ArrowLeft" => tab.previous_element_sibling(),
        "Home" => tab.parent_element().and_then(|list| list.first_element_child()),
        "End" => tab.parent_element().and_then(|list| list.last_element_child()),
        _ => return,
    };
    event.prevent_default();
    if let Some(next) = next.and_then(|next| next.dyn_into::<HtmlElement>().ok()) {
        // A tab that cannot take the focus leaves it where it is.
        let _ = next.focus();
    }
}
