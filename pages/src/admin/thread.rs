//! The conversation with a client: a tab per channel, grouped by project, with the inbox beside it.

pub mod log;
pub mod reply;
pub mod tabs;

use app::error::AppError;
use domain::Timestamp;
use domain::conversation::inbox::{Thread, ThreadSummary};
use domain::id::ClientId;
use domain::paging::Page;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;
use serde::Deserialize;
use store::Store;

use super::inbox::lines::ThreadLines;
use crate::address::{self, Address, CONVERSATION};
use crate::admin::inbox::actions::MarkThreadUnread;
use crate::admin::{AdminRequest, AdminView, NavItem, PageResult};
use crate::extract::{Path, Query};
use crate::i18n::I18n;
use crate::ui::MoreLink;
use log::ThreadLog;
use reply::ReplyForm;
use tabs::{ThreadTabs, tab_id};

/// The state of a thread page that its links and forms carry.
#[derive(Debug, Clone)]
pub struct ThreadLocation {
    pub client: ClientId,
    /// The key of the open channel.
    pub channel: String,
    /// The agency's read timestamp of the channel when the page was opened; later messages are shown as new.
    pub since: Timestamp,
    /// Whether the thread had unread messages when it was opened.
    pub was_unread: bool,
}

impl ThreadLocation {
    /// The same page: messages that were new when it was opened stay marked as new.
    pub fn address(&self) -> Address {
        let page = self.channel_address(&self.channel).with("since", &self.since.to_string());
        page.with("was_unread", self.was_unread())
    }

    /// The page with another channel open.
    pub fn channel_address(&self, channel: &str) -> Address {
        address::thread(self.client.as_str()).with("channel", channel)
    }

    /// `1` or empty, for queries and form fields.
    pub fn was_unread(&self) -> &'static str {
        if self.was_unread { "1" } else { "" }
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct ThreadQuery {
    channel: Option<String>,
    /// [`ThreadLocation::since`] of a page that is already open.
    since: String,
    /// A timestamp: shows the messages before it.
    before: String,
    /// Not empty: the thread had unread messages when the page was opened.
    was_unread: String,
    /// Not empty: an open page refreshes itself, which does not remove the unread mark.
    live: String,
}

struct OpenThread {
    thread: Thread,
    /// `adminLastReadAt` of the open channel when the page was opened.
    since: Timestamp,
    /// The timestamp before which these messages are, if they are older ones.
    before: Option<Timestamp>,
    /// Whether the thread had unread messages when it was opened: then the list keeps it among the unread.
    was_unread: bool,
    /// The first page of the inbox, shown beside the thread.
    inbox: Page<ThreadSummary>,
    /// The id of the message that the reply form creates.
    reply_id: String,
}

/// `GET /admin/inbox/{client}`. Marks the open channel as read; the page shows the state before that.
pub async fn page(
    Path(client): Path<String>,
    Query(query): Query<ThreadQuery>,
    request: AdminRequest,
) -> PageResult {
    let store = &request.store;
    let before: Option<Timestamp> = query.before.parse().ok();
    let thread = store.thread(&client, query.channel.as_deref(), before).await?;
    let channel = thread.channel().ok_or(AppError::Missing)?;
    let since = query.since.parse().ok().or(channel.read_at).unwrap_or(Timestamp::MIN);
    mark_as_read(store, &thread, before.is_none(), query.live.is_empty()).await?;
    let was_unread = !query.was_unread.is_empty() || thread.is_unread();
    let inbox = store.inbox_with_open_thread(was_unread.then_some(&thread.client_id)).await?;
    let open = OpenThread { thread, since, before, was_unread, inbox, reply_id: store::new_id() };
    let show =
        |admin: AdminView| (open.thread.client_name.clone(), view! { <ThreadView open admin/> }.into_any());
    request.page(NavItem::Inbox, show).await
}

/// Marks the open channel as read up to its newest message, if that is shown. Removes the unread mark of the
/// thread, if the page is opened and not refreshed.
async fn mark_as_read(
    store: &Store,
    thread: &Thread,
    shows_newest: bool,
    is_opening: bool,
) -> store::Result<()> {
    let channel = thread.channel().filter(|channel| shows_newest && channel.unread > 0);
    if let Some((channel, newest)) = channel.and_then(|channel| Some((channel, channel.messages.last()?))) {
        let client = thread.client_id.as_str();
        store.mark_thread_read(client, channel.key.as_str(), Some(newest.created_at)).await?;
    }
    if is_opening && thread.is_marked {
        store.unmark_thread(&thread.client_id).await?;
    }
    Ok(())
}

#[component]
fn ThreadView(open: OpenThread, admin: AdminView) -> impl IntoView {
    let OpenThread { thread, since, before, was_unread, inbox, reply_id } = open;
    let i18n = admin.i18n;
    let shown = thread.channel().cloned();
    let client = thread.client_id.clone();
    let location =
        ThreadLocation { client: client.clone(), channel: thread.open.to_string(), since, was_unread };
    let live_address = location.address().with("live", "1").top();
    let head = view! { <ThreadHead thread=thread.clone() i18n/> };
    let Thread { client_name, open, channels, .. } = thread;
    let tab = tab_id(&open);
    view! {
        <div class="mail" data-live-address=live_address>
            <section class="thread" aria-labelledby="thread-name">
                {head}
                <ThreadTabs location=location.clone() channels open i18n/>
                <div id="channel" class="chat__channel" role="tabpanel" aria-labelledby=tab>
                    <h2 id=CONVERSATION class="sr-only">{i18n.conversation()}</h2>
                    {shown.map(|channel| {
                        view! { <ThreadLog channel client_name before location=location.clone() admin=admin.clone()/> }
                    })}
                    <ReplyForm location reply_id admin=admin.clone()/>
                </div>
            </section>
            <aside class="mail__list" aria-label=i18n.threads()>
                <ThreadLines threads=inbox.items open=Some(client) admin/>
                <MoreLink list=address::inbox() next=inbox.next i18n/>
            </aside>
        </div>
    }
}

/// The client's name and company, and the actions on the thread.
#[component]
fn ThreadHead(thread: Thread, i18n: I18n) -> impl IntoView {
    let Thread { client_id, client_name, company, .. } = thread;
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
                    <a href=address::preview(client_id.as_str()).top()>{i18n.open_portal()}</a>
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
