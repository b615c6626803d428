//! The conversation with a client: one tab per channel, grouped by project, and the inbox beside it.

pub mod log;
pub mod reply;
pub mod tabs;

use domain::Timestamp;
use domain::id::ClientId;
use domain::inbox::Thread;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;
use log::ThreadLog;
use reply::ReplyForm;
use tabs::{ThreadTabs, tab_id};

use crate::address;
use crate::address::{Address, CONVERSATION};
use crate::admin::{AdminRequest, AdminView, NavItem, PageResult};
use crate::admin::inbox::actions::{MarkThreadUnread, OpenThread};
use crate::extract::{Path, Query};
use crate::i18n::I18n;
use crate::ui::MoreLink;
use super::inbox::lines::ThreadLines;

/// What links and forms of a thread's page lead back to.
#[derive(Debug, Clone)]
pub struct Whereabouts {
    /// The client.
    pub client: ClientId,
    /// The key of the channel on show.
    pub channel: String,
    /// Since when there was something new in it, when the page was opened.
    pub since: Timestamp,
    /// Whether something was unread when it was opened.
    pub was_unread: bool,
}

impl Whereabouts {
    /// The page as it is: what was new when it was opened stays new.
    pub fn address(&self) -> Address {
        let page = self.channel_address(&self.channel).with("since", &self.since.to_string());
        page.with("was_unread", self.was_unread())
    }

    /// The page with another channel on show.
    pub fn channel_address(&self, channel: &str) -> Address {
        address::thread(self.client.as_str()).with("channel", channel)
    }

    /// As addresses and forms have it.
    pub fn was_unread(&self) -> &'static str {
        if self.was_unread { "1" } else { "" }
    }
}

/// `/admin/inbox/{client_id}?channel={key}&since=…&before=…&live=1`.
#[component]
pub fn ThreadPage() -> impl IntoView {
    let client = use_params_map().with_untracked(|params| params.get("client")).unwrap_or_default();
    let load = use_query_map().with_untracked(|query| {
        let is_set = |name: &str| query.get(name).is_some_and(|value| !value.is_empty());
        let (channel, since, before) = (query.get("channel"), query.get("since"), query.get("before"));
        rpc::load_thread(client, channel, since, before, is_set("was_unread"), is_set("live"))
    });
    admin_page(NavItem::Inbox, load, |open: OpenThread, admin| {
        (open.thread.client_name.clone(), view! { <ThreadView open admin/> })
    })
}

#[component]
fn ThreadView(open: OpenThread, admin: AdminView) -> impl IntoView {
    let OpenThread { thread, since, before, was_unread, inbox, reply_id } = open;
    let i18n = admin.i18n;
    let shown = thread.channel().cloned();
    let client = thread.client_id.clone();
    let place = Whereabouts { client: client.clone(), channel: thread.open.to_string(), since, was_unread };
    let refetched = place.address().with("live", "1").top();
    let head = view! { <ThreadHead thread=thread.clone() i18n/> };
    let Thread { client_name, open, channels, .. } = thread;
    let tab = tab_id(&open);
    view! {
        <div class="mail" data-live-address=refetched>
            <section class="thread" aria-labelledby="thread-name">
                {head}
                <ThreadTabs place=place.clone() channels open i18n/>
                <div id="channel" class="chat__channel" role="tabpanel" aria-labelledby=tab>
                    <h2 id=CONVERSATION class="sr-only">{i18n.conversation()}</h2>
                    {shown.map(|channel| {
                        view! { <ThreadLog channel client_name before place=place.clone() admin=admin.clone()/> }
                    })}
                    <ReplyForm place reply_id admin=admin.clone()/>
                </div>
            </section>
            <aside class="mail__list" aria-label=i18n.threads()>
                <ThreadLines threads=inbox.items here=Some(client) admin/>
                <MoreLink list=address::inbox() next=inbox.next i18n/>
            </aside>
        </div>
    }
}

/// Who it is with, and what can be done about it besides answering.
#[component]
fn ThreadHead(thread: Thread, i18n: I18n) -> impl IntoView {
    let Thread { client_id, client_name, company, slug, .. } = thread;
    view! {
        <header class="thread__head">
            <p class="back">
                <a href=address::inbox().top()>{i18n.back_to_inbox()}</a>
            </p>
            <div class="page-head">
                <div>
                    <h1 id="thread-name" dir="auto">{client_name}</h1>
                    {company.map(|company| view! { <p class="muted" dir="auto">{company}</p> })}
                </div>
                <div class="actions">
                    <a href=format!("/admin/clients/{client_id}")>{i18n.client_page()}</a>
                    <a href=Address::portal(slug.as_str()).with("preview", "1").top()>{i18n.open_portal()}</a>
                    <form method="post" action=MarkThreadUnread::PATH>
                        <input type="hidden" name="client" value=client_id.to_string()/>
                        <button class="button button--quiet" data-hotkey="u">
                            {i18n.mark_unread()}
                        </button>
                    </form>
                </div>
            </div>
        </header>
    }
}
