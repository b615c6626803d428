//! An earlier page of messages of a channel, for browsers without scripts.

use app::chat::clock::Clock;
use app::chat::message_list::stored_rows;
use app::chat::row::MessageRow;
use app::chat::{Side, channel_name};
use domain::Timestamp;
use domain::portal::{ChannelView, MessagePage};
use leptos::either::Either;
use leptos::prelude::*;

use super::FormTarget;
use crate::address::{Address, CONVERSATION};
use crate::i18n::I18n;

/// One page of messages, with links to the newest and to the next earlier page.
#[component]
pub fn Archive(
    page: MessagePage,
    channel: Option<ChannelView>,
    target: FormTarget,
    agency: Option<String>,
    now: Timestamp,
    i18n: I18n,
) -> impl IntoView {
    let address = || Address::here().project(&target.project, &target.channel);
    let newest = address().at(CONVERSATION);
    let MessagePage { messages, has_older } = page;
    let earlier = messages.first().filter(|_| has_older).map(|oldest| {
        let href = address().with("before", &oldest.created_at.to_string()).at(CONVERSATION);
        view! { <p class="log__older"><a href=href>{i18n.show_earlier()}</a></p> }
    });
    let name = channel.as_ref().map(|channel| channel_name(channel, *i18n));
    let shown = channel.filter(|_| !messages.is_empty());
    let list = match shown.map(|channel| ChannelView { messages, has_older, unread: 0, ..channel }) {
        None => Either::Left(view! { <p class="empty">{i18n.nothing_earlier()}</p> }),
        Some(channel) => {
            let rows = stored_rows(&channel, Clock::of_server(*i18n, now), &Side::Client(agency));
            let rows = rows.into_iter().map(|row| view! { <MessageRow row i18n=*i18n/> }).collect_view();
            Either::Right(view! { <ol class="messages">{rows}</ol> })
        }
    };
    view! {
        <p class="archive__head">
            <span dir="auto">{name}</span>
            <a href=newest>{i18n.to_newest()}</a>
        </p>
        <div class="log" role="log" aria-label=i18n.messages() tabindex="0">
            <div class="log__inner">{earlier} {list}</div>
        </div>
    }
}
