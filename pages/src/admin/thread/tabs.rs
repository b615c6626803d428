//! The channel tabs of a thread: General first, then grouped by project. On a phone the phases that are neither open nor unread
//! are behind `Altri 5`.

use app::chat::channel_name;
use app::chat::tabs::UnreadCount;
use domain::conversation::inbox::ThreadChannel;
use domain::{ChannelKey, ChannelView};

use super::ThreadLocation;
use crate::address::CONVERSATION;
use crate::admin::prelude::*;

pub use app::chat::tabs::tab_id;

#[component]
pub fn ThreadTabs(
    location: ThreadLocation,
    channels: Vec<ThreadChannel>,
    open: ChannelKey,
    i18n: I18n,
) -> impl IntoView {
    let groups: Vec<Vec<ThreadChannel>> =
        channels.chunk_by(|one, next| one.project == next.project).map(<[_]>::to_vec).collect();
    let is_hidden = |tab: &&ThreadChannel| tab.project.is_some() && tab.channel.key != open && tab.channel.unread == 0;
    let hidden = i64::try_from(channels.iter().filter(is_hidden).count()).unwrap_or(0);
    let tab = |tab: ThreadChannel| view! { <ThreadTab location=location.clone() tab open=open.clone() i18n/> };
    let group = |group: Vec<ThreadChannel>| {
        let project = group.first().and_then(|tab| tab.project.clone()).map(|project| {
            let key = format!("project:{}", project.id);
            view! { <span class="tabs__group" role="presentation" dir="auto" data-key=key>{project.name}</span> }
        });
        view! {
            {project}
            {group.into_iter().map(tab).collect_view()}
        }
    };
    view! {
        <div class="thread__tabs">
            <div class="tabs" role="tablist" aria-label=i18n.channels() data-live="tabs">
                {groups.into_iter().map(group).collect_view()}
            </div>
            <label class="tabs__more" hidden=hidden == 0>
                <input type="checkbox" class="sr-only" autocomplete="off"/>
                <span data-live="more-channels">{i18n.more_channels(hidden)}</span>
            </label>
        </div>
    }
}

#[component]
fn ThreadTab(location: ThreadLocation, tab: ThreadChannel, open: ChannelKey, i18n: I18n) -> impl IntoView {
    let ChannelView { key, unread, .. } = &tab.channel;
    // Without `since`, so that the channel gets its own; `was_unread` keeps the thread's place in the list.
    let href =
        location.channel_address(key.as_str()).with("was_unread", location.was_unread()).with_fragment(CONVERSATION);
    let is_open = *key == open;
    // The open channel counts as read.
    let has_unread = *unread > 0 && !is_open;
    let unread = {
        let unread = *unread;
        move || unread
    };
    let count = has_unread.then(|| view! { " " <UnreadCount unread i18n=*i18n/> });
    let project_name = tab.project.as_ref().map(|project| project.name.clone());
    view! {
        <a
            class="tab"
            role="tab"
            id=tab_id(key)
            href=href
            aria-selected=is_open.to_string()
            aria-controls="channel"
            title=project_name
            data-key=key.to_string()
        >
            <span dir="auto">{channel_name(&tab.channel, *i18n)}</span>
            {count}
        </a>
    }
}
