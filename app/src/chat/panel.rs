//! The chat panel as the server renders it. It works without JavaScript; [`ChatIsland`] makes it live.

use domain::Timestamp;
use domain::portal::ChannelView;
use leptos::prelude::*;

use super::clock::Clock;
use super::composer::Composer;
use super::island::ChatIsland;
use super::message::Side;
use super::message_list::message_list_html;
use super::tabs::{ChannelTabs, tab_id};
use super::{ChatStart, older_address};

/// The client's conversation: tabs, messages and the message form.
#[component]
pub fn Chat(start: ChatStart, channels: Vec<ChannelView>, cursor: Option<Timestamp>) -> impl IntoView {
    let i18n = start.i18n;
    let open = channels.iter().find(|channel| channel.key == start.open);
    let older = open.and_then(|channel| older_address(&start, channel));
    let is_whole = older.is_none();
    let is_empty = open.is_none_or(|channel| channel.newest().is_none());
    let side = Side::Client(start.agency.clone());
    let clock = Clock::of_server(start.i18n, start.now);
    let messages = open.map(|channel| message_list_html(channel, clock, &side).as_str().to_owned());
    view! {
        <div class="chat">
            <ChannelTabs start=start.clone() channels=channels.clone()/>
            <div id="channel" class="chat__channel" role="tabpanel" aria-labelledby=tab_id(&start.open)>
                <div class="chat__window">
                    <div class="log" role="log" aria-label=i18n.messages() tabindex="0">
                        <div class="log__inner">
                            <p class="log__older" hidden=is_whole>
                                <a href=older.unwrap_or_default()>{i18n.show_earlier()}</a>
                            </p>
                            <p class="empty" hidden=!is_empty>{i18n.empty_channel()}</p>
                            <ol class="messages" inner_html=messages.unwrap_or_default()></ol>
                        </div>
                    </div>
                    <button class="chat__jump" type="button" hidden></button>
                </div>
                <p class="chat__notice" role="status"></p>
                <Composer start=start.clone()/>
            </div>
        </div>
        <ChatIsland start channels cursor/>
    }
}
