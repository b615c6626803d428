//! The conversation with a client: one tab per channel, grouped by project.

use domain::ChannelKey;
use domain::inbox::{Thread, ThreadChannel};
use domain::portal::ChannelView;
use domain::{Author, Comment};
use leptos::either::Either;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;
use leptos_router::hooks::{use_params_map, use_query_map};

use super::desk::{Place, desk_page};
use crate::address::{Address, CONVERSATION};
use crate::chat::{Message, Side, channel_name};
use crate::rpc::{self, OpenThread, WriteReply};
use crate::ui::{Flash, Notice};
use crate::words::Words;

/// `/admin/inbox/{client_id}?channel={key}`.
#[component]
pub fn ThreadPage() -> impl IntoView {
    let client = use_params_map().with_untracked(|params| params.get("client")).unwrap_or_default();
    let channel = use_query_map().with_untracked(|query| query.get("channel"));
    let flash = Flash::of_page();
    desk_page(Place::Inbox, rpc::load_thread(client, channel), |open: OpenThread, words| {
        let title = open.thread.client_name.clone();
        (title, view! { <ThreadView open flash words/> })
    })
}

#[component]
fn ThreadView(open: OpenThread, flash: Flash, words: Words) -> impl IntoView {
    let OpenThread { thread: Thread { client_id, client_name, company, channels }, open } = open;
    let shown = channels.iter().find(|tab| tab.channel.key == open).map(|tab| tab.channel.clone());
    let client = client_id.to_string();
    let tab = format!("tab-{open}");
    view! {
        <p class="back">
            <a href="/admin">{words.back_to_inbox()}</a>
        </p>
        <h1 dir="auto">{client_name.clone()}</h1>
        {company.map(|company| view! { <p class="lede muted" dir="auto">{company}</p> })}
        <section class="thread" aria-labelledby=CONVERSATION>
            <h2 id=CONVERSATION class="sr-only">{words.conversation()}</h2>
            <ThreadTabs client=client.clone() channels open=open.clone() words/>
            <div id="channel" class="chat__channel" role="tabpanel" aria-labelledby=tab>
                {shown.map(|channel| view! { <ThreadLog channel client_name words/> })}
                <ReplyForm client channel=open flash words/>
            </div>
        </section>
    }
}

/// The tabs, in runs of one project; General stands before them.
#[component]
fn ThreadTabs(client: String, channels: Vec<ThreadChannel>, open: ChannelKey, words: Words) -> impl IntoView {
    let runs: Vec<Vec<ThreadChannel>> =
        channels.chunk_by(|one, next| one.project == next.project).map(<[_]>::to_vec).collect();
    let tab = |tab: ThreadChannel| {
        let ChannelView { key, unread, .. } = &tab.channel;
        let href = Address::thread(&client).with("channel", key.as_str()).at(CONVERSATION);
        let here = *key == open;
        view! {
            <a
                class="tab"
                role="tab"
                id=format!("tab-{key}")
                href=href
                aria-selected=here.to_string()
                aria-controls="channel"
            >
                <span dir="auto">{channel_name(&tab.channel, words)}</span>
                {(*unread > 0).then(|| view! { " " <span class="tab__unread">{words.unread(*unread)}</span> })}
            </a>
        }
    };
    let run = |run: Vec<ThreadChannel>| {
        let project = run.first().and_then(|tab| tab.project.clone()).map(|project| {
            view! { <span class="tabs__group" role="presentation" dir="auto">{project.name}</span> }
        });
        view! {
            {project}
            {run.into_iter().map(tab).collect_view()}
        }
    };
    view! {
        <div class="tabs" role="tablist" aria-label=words.channels()>
            {runs.into_iter().map(run).collect_view()}
        </div>
    }
}

#[component]
fn ThreadLog(channel: ChannelView, client_name: String, words: Words) -> impl IntoView {
    let ChannelView { read_at, messages, has_older, .. } = channel;
    let is_new = |message: &Comment| {
        message.author == Author::Client && read_at.is_none_or(|read| message.created_at > read)
    };
    let first_new = messages.iter().find(|message| is_new(message)).map(|message| message.id.clone());
    let list = if messages.is_empty() {
        Either::Left(view! { <p class="empty">{words.empty_thread()}</p> })
    } else {
        let item = |comment: Comment| {
            let begins_unread = Some(&comment.id) == first_new.as_ref();
            let side = Side::Agency(client_name.clone());
            view! { <Message comment side language=words.0 begins_unread/> }
        };
        Either::Right(view! { <ol class="messages">{messages.into_iter().map(item).collect_view()}</ol> })
    };
    view! {
        <div class="log" role="log" aria-label=words.messages() tabindex="0">
            <div class="log__inner">
                {has_older.then(|| view! { <p class="log__older">{words.older_hidden()}</p> })}
                {list}
            </div>
        </div>
    }
}

#[component]
fn ReplyForm(client: String, channel: ChannelKey, flash: Flash, words: Words) -> impl IntoView {
    view! {
        <form class="composer" method="post" action=WriteReply::PATH>
            <input type="hidden" name="client" value=client/>
            <input type="hidden" name="channel" value=channel.to_string()/>
            <label class="composer__label" for="reply">{words.write_reply()}</label>
            <textarea id="reply" class="composer__box" name="text" rows="4" required dir="auto">
                {flash.draft}
            </textarea>
            <Notice mishap=flash.mishap words/>
            <div class="composer__foot">
                <button class="button">{words.submit_reply()}</button>
            </div>
        </form>
    }
}
