//! One tab per channel with its unread count. Tabs are links; with JavaScript they switch in place
//! ([`live::switching`](super::live::switching)).

use domain::ChannelKey;
use domain::portal::ChannelView;
use leptos::prelude::*;

use super::{ChatStart, channel_name};
use crate::address::{Address, CONVERSATION};

#[component]
pub fn ChannelTabs(start: ChatStart, channels: Vec<ChannelView>) -> impl IntoView {
    let i18n = start.i18n;
    let tab = |channel: ChannelView| {
        let name = channel_name(&channel, i18n);
        let ChannelView { key, unread, .. } = channel;
        let href = Address::here().project(start.project(), key.as_str()).at(CONVERSATION);
        let all_read = unread <= 0;
        let badge = if unread > 0 { i18n.unread(unread) } else { String::new() };
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
                <span class="tab__unread" hidden=all_read>
                    {badge}
                </span>
            </a>
        }
    };
    view! {
        <div class="tabs" role="tablist" aria-label=i18n.channels()>
            {channels.into_iter().map(tab).collect_view()}
        </div>
    }
}

pub fn tab_id(key: &ChannelKey) -> String {
    let mut id = String::from("tab-");
    id.push_str(key.as_str());
    id
}
