//! One tab per channel with its unread count. Tabs are links; with JavaScript they switch in place
//! ([`live::switching`](super::live::switching)).

use domain::ChannelKey;
use domain::portal::ChannelView;
use leptos::prelude::*;

use super::{ChatStart, channel_name};
use crate::address::{Address, CONVERSATION};
use crate::i18n::I18n;

#[component]
pub fn ChannelTabs(start: ChatStart, channels: Vec<ChannelView>) -> impl IntoView {
    let i18n = start.i18n;
    let tab = |channel: ChannelView| {
        let name = channel_name(&channel, i18n);
        let ChannelView { key, unread, .. } = channel;
        let href = Address::here().project(start.project(), key.as_str()).at(CONVERSATION);
        view! {
            <a
                class="tab"
                role="tab"
                id=tab_id(&key)
                href=href
                aria-selected=(key == start.open).to_string()
                aria-controls="channel"
                data-channel=key.to_string()
            >
                <span dir="auto">{name}</span>
                " "
                <UnreadCount unread i18n/>
            </a>
        }
    };
    view! {
        <div class="tabs" role="tablist" aria-label=i18n.channels()>
            {channels.into_iter().map(tab).collect_view()}
        </div>
    }
}

/// The number, with a text for screen readers. The chat island updates it.
#[component]
pub fn UnreadCount(unread: i64, i18n: I18n) -> impl IntoView {
    view! {
        <span class="unread" hidden=unread == 0>
            <span class="count" aria-hidden="true">
                {unread}
            </span>
            <span class="sr-only">{i18n.unread(unread)}</span>
        </span>
    }
}

pub fn tab_id(key: &ChannelKey) -> String {
    let mut id = String::from("tab-");
    id.push_str(key.as_str());
    id
}
