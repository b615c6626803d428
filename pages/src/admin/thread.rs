//! The conversation with a client: a tab per channel, grouped by project, with the inbox beside it.

pub mod assign;
pub mod colleagues;
pub mod log;
pub mod reply;
pub mod tabs;

use domain::clients::other_company;
use domain::conversation::inbox::{Thread, ThreadState, ThreadSummary};
use domain::id::{ClientId, CommentId};
use domain::paging::Page;
use domain::{ChannelView, DomainError, Timestamp, Topic};
use futures_util::future::try_join;
use store::SearchHit;

use super::inbox::filters::{FilterPlace, InboxFilters, ListFilter};
use super::inbox::lines::ThreadLines;
use super::inbox::state::{ActedOn, StateActions, state_text};
use crate::address::CONVERSATION;
use crate::admin::inbox::actions::MarkThreadUnread;
use crate::admin::prelude::*;
use assign::{AssignMenu, Assigned};
use colleagues::{Colleagues, Seen};
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
    /// The message that was searched for.
    pub found: Option<CommentId>,
    /// The search and filter of the list beside the thread.
    pub list: ListFilter,
}

impl ThreadLocation {
    /// The same page: messages that were new when it was opened stay marked as new.
    pub fn address(&self) -> Address {
        let page = self.channel_address(&self.channel).with("since", &self.since.to_string());
        page.with("was_unread", self.was_unread())
    }

    /// The page with another channel open.
    pub fn channel_address(&self, channel: &str) -> Address {
        self.list.on(address::thread(self.client.as_str()).with("channel", channel))
    }

    fn filter_place(&self) -> FilterPlace {
        let fields = vec![
            ("channel", self.channel.clone()),
            ("since", self.since.to_string()),
            ("was_unread", self.was_unread().to_owned()),
        ];
        FilterPlace::thread(self.client.as_str(), fields)
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
    /// The search and filter of the list. Without a channel the thread opens on what is searched for.
    q: String,
    unread: String,
    mine: String,
    /// The id of a message to open on.
    message: String,
    /// Not empty: the thread had unread messages when the page was opened.
    was_unread: String,
    /// Of an open page: [`Seen::up_to`].
    seen: String,
    /// Of a page that shows a refused reply: [`Seen::asked`].
    asked: String,
    /// Not empty: an open page refreshes itself, which does not remove the unread mark.
    live: String,
}

struct OpenThread {
    /// Whether the reader may look after clients.
    has_own: bool,
    assigned: Assigned,
    thread: Thread,
    /// `adminLastReadAt` of the open channel when the page was opened.
    since: Timestamp,
    list: ListFilter,
    /// Whether the thread had unread messages when it was opened: then the list keeps it among the unread.
    was_unread: bool,
    /// The first page of the inbox, shown beside the thread.
    inbox: Page<ThreadSummary>,
    /// The id of the message that the reply form creates.
    reply_id: String,
    seen: Seen,
    colleagues: Colleagues,
}

/// `GET /admin/inbox/{client}`. Marks the open channel as read; the page shows the state before that.
pub async fn page(
    Path(client): Path<ClientId>,
    Query(query): Query<ThreadQuery>,
    mut request: AdminRequest,
) -> PageResult {
    let store = request.store.clone();
    let before: Option<Timestamp> = query.before.parse().ok();
    let mine = request.assigned_filter(&query.mine).await?;
    let (is_unread, is_mine) = (!query.unread.is_empty(), mine.is_on());
    let list = ListFilter { q: query.q.trim().to_owned(), is_unread, is_mine };
    let hit = match CommentId::parse(query.message.clone()) {
        Ok(message) => Some(SearchHit::Message(message)),
        Err(_) => (query.channel.is_none() && !list.q.is_empty()).then_some(SearchHit::Words(&list.q)),
    };
    let thread = async {
        match hit.filter(|_| before.is_none()) {
            Some(hit) => store.thread_at(&client, &hit).await,
            None => match store.thread(&client, query.channel.as_deref(), before).await {
                // Somebody has deleted the phase while a reply was written, which comes back here.
                Err(store::Error::Domain(DomainError::UnknownChannel)) if request.has_refused_form() => {
                    store.thread(&client, Some(client.as_str()), None).await
                }
                thread => thread,
            },
        }
    };
    let list_beside = |was_unread: bool| {
        let pinned = was_unread.then_some(&client);
        store.inbox_with_open_thread(&list.q, list.is_unread, mine.assigned_to(), pinned)
    };
    let was_unread = !query.was_unread.is_empty();
    let (thread, inbox) = try_join(Box::pin(thread), list_beside(was_unread)).await?;
    let channel = thread.channel().ok_or(AppError::Missing)?;
    let since = query.since.parse().ok().or(channel.read_at).unwrap_or(Timestamp::MIN);
    mark_as_read(&mut request, &thread, query.live.is_empty()).await?;
    // What was unread is listed as it is once it has been opened.
    let is_unread = thread.is_unread();
    let inbox = if is_unread { list_beside(true).await? } else { inbox };
    let was_unread = was_unread || is_unread;
    let has_own = mine.is_offered();
    let is_live = !query.live.is_empty();
    let opened = query.seen.parse().ok().filter(|_| is_live);
    let seen = Seen::of(&thread, opened, query.asked.parse().ok(), store.clock().now());
    let reader = request.actor();
    let (typing, assigned) = try_join(
        store.typing_besides(&reader, &thread.client_id, thread.open.as_str()),
        Assigned::of(&store, &thread.client_id),
    )
    .await?;
    let colleagues = Colleagues::of(&thread, seen, typing, &reader);
    let reply_id = store::new_id();
    let open = OpenThread { has_own, assigned, thread, since, list, was_unread, inbox, reply_id, seen, colleagues };
    let show = |admin: AdminView| (open.thread.client_name.clone(), view! { <ThreadView open admin/> }.into_any());
    request.also_showing(Topic::Typing).page(NavItem::Inbox, show).await
}

/// Marks the open channel as read up to its newest entry, if that is shown. Removes the unread mark of the
/// thread, if the page is opened and not refreshed. The page is not fetched again because of either.
async fn mark_as_read(request: &mut AdminRequest, thread: &Thread, is_opening: bool) -> store::Result<()> {
    let AdminRequest { store, versions, .. } = request;
    // An imported approval is not unread, but shown as new.
    let has_new = |channel: &&ChannelView| {
        channel.unread > 0 || channel.deliverables.iter().any(|one| one.approved_at > channel.read_at)
    };
    let channel = thread.channel().filter(|_| thread.before.is_none()).filter(has_new);
    if let Some((channel, newest)) = channel.and_then(|channel| Some((channel, channel.newest()?))) {
        store.mark_thread_read(&thread.client_id, channel.key.as_str(), Some(newest)).await?;
        versions.add_own(Topic::Conversation);
    }
    if is_opening && thread.is_marked {
        store.unmark_thread(&thread.client_id).await?;
        versions.add_own(Topic::Conversation);
    }
    Ok(())
}

#[component]
fn ThreadView(open: OpenThread, admin: AdminView) -> impl IntoView {
    let OpenThread { has_own, assigned, thread, since, list, was_unread, inbox, reply_id, seen, colleagues } = open;
    let i18n = admin.i18n;
    let shown = thread.shown().cloned();
    let client = thread.client_id.clone();
    let (channel, found, before) = (thread.open.to_string(), thread.found.clone(), thread.before);
    let location = ThreadLocation { client: client.clone(), channel, since, was_unread, found, list: list.clone() };
    let (is_empty, next) = (inbox.items.is_empty(), inbox.next.clone());
    let found = location.found.as_ref().map_or("", CommentId::as_str);
    let live_address = seen.on(location.address().with("message", found).with("live", "1")).into_string();
    let head = view! { <ThreadHead thread=thread.clone() assigned admin=admin.clone()/> };
    let Thread { client_name, open, channels, .. } = thread;
    let tab = tab_id(&open);
    view! {
        <div class="mail">
            <aside class="mail__list" aria-label=i18n.threads()>
                <a class="skip" href="#thread-name">{i18n.skip_to_thread()}</a>
                <InboxFilters place=location.filter_place() filter=list.clone() has_own i18n/>
                <ThreadLines page=inbox open=Some(client) list=list.clone() admin=admin.clone()/>
                {is_empty.then(|| view! { <p class="empty">{list.empty_text(i18n)}</p> })}
                <MoreLink list=list.on(address::inbox()) next i18n/>
            </aside>
            <section class="thread" aria-labelledby="thread-name">
                {head}
                <ThreadTabs location=location.clone() channels open i18n/>
                <div id="channel" class="chat__channel" role="tabpanel" aria-labelledby=tab>
                    <h2 id=CONVERSATION class="sr-only">{i18n.conversation()}</h2>
                    {shown.map(|shown| {
                        view! {
                            <ThreadLog
                                shown
                                client_name
                                before
                                location=location.clone()
                                admin=admin.clone()
                            />
                        }
                    })}
                    <ReplyForm location reply_id seen colleagues live_address admin/>
                </div>
            </section>
        </div>
    }
}

/// The client's name and company, whether they wait, and the actions on the thread.
#[component]
fn ThreadHead(thread: Thread, assigned: Assigned, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let Thread { client_id, client_name, company, state, newest_at, open, .. } = thread;
    let client = client_id.to_string();
    let name = client_name.clone();
    let on = ActedOn { client: client.clone(), name, state, message: None, newest_at, from: "thread" };
    let company = other_company(&client_name, company).map(|company| view! { <span dir="auto">{company} " · "</span> });
    let waits = match state {
        ThreadState::Waits(at) => {
            let text = i18n.waits();
            let since = view! { <WaitingTime at admin=admin.clone()/> };
            view! { <p class="status status--ours"><span class="thread__waits">{text} " "</span> {since}</p> }
                .into_any()
        }
        _ => state_text(state, &admin).map(|text| view! { <p class="muted">{text}</p> }).into_any(),
    };
    view! {
        <header class="thread__head">
            <p class="back"><a href=address::inbox().into_string()>{i18n.back_to_inbox()}</a></p>
            <div>
                <h1 id="thread-name" dir="auto" tabindex="-1">{client_name}</h1>
                <p class="muted">
                    {company} <a href=address::client(&client).into_string()>{i18n.client_page()}</a> " · "
                    <a href=address::preview(&client).into_string()>{i18n.open_portal()}</a>
                </p>
            </div>
            <div class="thread__state" data-live="state">
                {waits}
                <AssignMenu assigned client=client.clone() channel=open.to_string() i18n/>
                <StateActions on admin>
                    <form method="post" action=MarkThreadUnread::PATH>
                        <input type="hidden" name="client" value=client/>
                        <button class="act" data-hotkey="u">{i18n.mark_unread()}</button>
                    </form>
                </StateActions>
            </div>
        </header>
    }
}
