//! An earlier page of messages of a channel, for browsers without scripts.

use app::chat::{Message, Side, channel_name};
use domain::Comment;
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
    i18n: I18n,
) -> impl IntoView {
    let address = || Address::here().project(&target.project, &target.channel);
    let newest = address().at(CONVERSATION);
    let MessagePage { messages, has_older } = page;
    let earlier = messages.first().filter(|_| has_older).map(|oldest| {
        let href = address().with("before", &oldest.created_at.to_string()).at(CONVERSATION);
        view! { <p class="log__older"><a href=href>{i18n.show_earlier()}</a></p> }
    });
    let list = if messages.is_empty() {
        Either::Left(view! { <p class="empty">{i18n.nothing_earlier()}</p> })
    } else {
        let item = |comment: Comment| {
            let side = Side::Client(agency.clone());
            view! { <Message comment side language=i18n.0 begins_unread=false/> }
        };
        Either::Right(view! { <ol class="messages">{messages.into_iter().map(item).collect_view()}</ol> })
    };
    view! {
        <p class="archive__head">
            <span dir="auto">{channel.map(|channel| channel_name(&channel, *i18n))}</span>
            <a href=newest>{i18n.to_newest()}</a>
        </p>
        <div class="log" role="log" aria-label=i18n.messages() tabindex="0">
            <div class="log__inner">{earlier} {list}</div>
        </div>
    }
}
