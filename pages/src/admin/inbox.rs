//! The inbox: one line per client, those who wait first.

pub mod actions;
pub mod filters;
pub mod lines;
pub mod state;

use domain::conversation::inbox::ThreadSummary;
use domain::paging::Page;

use filters::SpaceNotice;
use filters::{FilterPlace, InboxFilters, ListFilter};
use lines::ThreadLines;

use crate::admin::prelude::*;

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct InboxQuery {
    q: String,
    unread: String,
    mine: String,
    after: Option<String>,
}

/// `GET /admin`
pub async fn page(Query(query): Query<InboxQuery>, request: AdminRequest) -> PageResult {
    let after = query.after.as_deref().and_then(|after| after.parse().ok());
    let mine = request.assigned_filter(&query.mine).await?;
    let filter =
        ListFilter { q: query.q.trim().to_owned(), is_unread: !query.unread.is_empty(), is_mine: mine.is_on() };
    let has_own = mine.is_offered();
    let page = request.store.inbox_of(mine.assigned_to(), &filter.q, filter.is_unread, after.as_ref()).await?;
    let is_later = query.after.is_some();
    let warnings = request.store.space_warnings().await?;
    let show = move |admin: AdminView| {
        let i18n = admin.i18n;
        let body = view! {
            <SpaceNotice warnings i18n/>
            <Inbox page filter has_own is_later admin/>
        };
        (i18n.inbox().to_owned(), body.into_any())
    };
    request.page(NavItem::Inbox, show).await
}

#[component]
fn Inbox(
    page: Page<ThreadSummary>,
    filter: ListFilter,
    has_own: bool,
    is_later: bool,
    admin: AdminView,
) -> impl IntoView {
    let i18n = admin.i18n;
    let (is_empty, next) = (page.items.is_empty(), page.next.clone());
    let empty = is_empty.then(|| filter.empty_text(i18n));
    let first_client = (is_empty && filter == ListFilter::default()).then(|| {
        view! { <p><a class="button" href="/admin/clients/new">{i18n.client_new()}</a></p> }
    });
    let list = filter.on(address::inbox());
    view! {
        <header class="page-head">
            <h1>{i18n.inbox()}</h1>
        </header>
        <InboxFilters place=FilterPlace::inbox() filter=filter.clone() has_own i18n/>
        <ThreadLines page open=None list=filter is_later admin/>
        {empty.map(|text| view! { <p class="empty">{text}</p> })}
        {first_client}
        <MoreLink list next is_later i18n/>
    }
}
