//! The inbox: one line per client, unread threads first.

pub mod actions;
pub mod excerpt;
pub mod lines;
pub mod space;

use domain::conversation::inbox::ThreadSummary;
use domain::paging::Page;
use leptos::prelude::*;
use serde::Deserialize;

use crate::address::{self, Address};
use crate::admin::{AdminRequest, AdminView, NavItem, PageResult};
use crate::extract::Query;
use crate::i18n::I18n;
use crate::ui::MoreLink;
use lines::ThreadLines;
use space::SpaceNotice;

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct InboxQuery {
    q: String,
    unread: String,
    after: Option<String>,
}

impl InboxQuery {
    const fn is_unread(&self) -> bool {
        !self.unread.is_empty()
    }

    /// The address of the list with the search; `unread` sets the filter.
    fn address(&self, unread: bool) -> Address {
        address::inbox().with("q", self.q.trim()).with("unread", if unread { "1" } else { "" })
    }
}

/// `GET /admin`
pub async fn page(Query(query): Query<InboxQuery>, request: AdminRequest) -> PageResult {
    let after = query.after.as_deref().and_then(|after| after.parse().ok());
    let page = request.store.inbox(&query.q, query.is_unread(), after.as_ref()).await?;
    let warnings = request.store.space_warnings().await?;
    let show = move |admin: AdminView| {
        let i18n = admin.i18n;
        let body = view! {
            <SpaceNotice warnings i18n/>
            <Inbox page query admin/>
        };
        (i18n.inbox().to_owned(), body.into_any())
    };
    request.page(NavItem::Inbox, show).await
}

#[component]
fn Inbox(page: Page<ThreadSummary>, query: InboxQuery, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let (list, is_later) = (query.address(query.is_unread()), query.after.is_some());
    let is_empty = page.items.is_empty();
    let empty = is_empty.then(|| empty_text(&query, i18n));
    view! {
        <header class="page-head">
            <h1>{i18n.inbox()}</h1>
        </header>
        <InboxFilters query i18n/>
        <ThreadLines threads=page.items open=None admin/>
        {empty.map(|text| view! { <p class="empty">{text}</p> })}
        <MoreLink list next=page.next is_later i18n/>
    }
}

/// The text of an empty list.
fn empty_text(query: &InboxQuery, i18n: I18n) -> &'static str {
    match (query.q.trim().is_empty(), query.is_unread()) {
        (false, _) => i18n.nothing_found(),
        (true, true) => i18n.all_read(),
        (true, false) => i18n.no_threads(),
    }
}

#[component]
fn InboxFilters(query: InboxQuery, i18n: I18n) -> impl IntoView {
    let choice = |unread: bool, name: &'static str| {
        let current = (query.is_unread() == unread).then_some("true");
        view! { <a class="choice" href=query.address(unread).top() aria-current=current>{name}</a> }
    };
    let choices = [choice(false, i18n.all_threads()), choice(true, i18n.unread_threads())];
    let filter_field = query.is_unread().then(|| view! { <input type="hidden" name="unread" value="1"/> });
    let clear = (!query.q.trim().is_empty()).then(|| {
        let all = InboxQuery { q: String::new(), ..query.clone() };
        view! { <a href=all.address(query.is_unread()).top()>{i18n.search_clear()}</a> }
    });
    view! {
        <div class="inbox-head">
            <form class="filters" role="search" method="get" action="/admin">
                <label class="sr-only" for="q">{i18n.search_inbox()}</label>
                <input
                    id="q"
                    type="search"
                    name="q"
                    value=query.q.clone()
                    placeholder=i18n.search_inbox()
                    dir="auto"
                    autocomplete="off"
                    data-hotkey="/"
                />
                {filter_field}
                <button class="button button--quiet">{i18n.search()}</button>
                {clear}
            </form>
            <p class="choices">{choices.into_iter().collect_view()}</p>
        </div>
    }
}
