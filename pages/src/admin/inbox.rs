//! The inbox: one line per client, those with something unread first.

pub mod excerpt;
pub mod lines;

use domain::inbox::ThreadSummary;
use domain::paging::Page;
use leptos::prelude::*;
use lines::ThreadLines;

use crate::address;
use crate::address::Address;
use crate::admin::{AdminRequest, AdminView, NavItem, PageResult};
use crate::extract::{Path, Query};
use crate::i18n::I18n;
use crate::ui::MoreLink;

/// What of the inbox is asked for.
#[derive(Debug, Clone)]
struct Asked {
    q: String,
    unread: bool,
    after: Option<String>,
}

impl Asked {
    fn of_page() -> Self {
        use_query_map().with_untracked(|query| Self {
            q: query.get("q").unwrap_or_default(),
            unread: query.get("unread").is_some_and(|unread| !unread.is_empty()),
            after: query.get("after"),
        })
    }

    /// The list's address, filtered or not.
    fn address(&self, unread: bool) -> Address {
        address::inbox().with("q", self.q.trim()).with("unread", if unread { "1" } else { "" })
    }
}

/// `/admin?q=…&unread=1&after=…`.
#[component]
pub fn InboxPage() -> impl IntoView {
    let asked = Asked::of_page();
    let load = rpc::load_inbox(asked.q.clone(), asked.unread, asked.after.clone());
    admin_page(NavItem::Inbox, load, move |page: Page<ThreadSummary>, admin| {
        (admin.i18n.inbox().to_owned(), view! { <Inbox page asked admin/> })
    })
}

#[component]
fn Inbox(page: Page<ThreadSummary>, asked: Asked, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let (list, is_later) = (asked.address(asked.unread), asked.after.is_some());
    let is_empty = page.items.is_empty();
    let empty = is_empty.then(|| nothing(&asked, i18n));
    view! {
        <header class="page-head">
            <h1>{i18n.inbox()}</h1>
        </header>
        <InboxFilters asked i18n/>
        <ThreadLines threads=page.items here=None admin/>
        {empty.map(|text| view! { <p class="empty">{text}</p> })}
        <MoreLink list next=page.next is_later i18n/>
    }
}

/// Why nothing is on show, and what to do about it.
fn nothing(asked: &Asked, i18n: I18n) -> &'static str {
    match (asked.q.trim().is_empty(), asked.unread) {
        (false, _) => i18n.nothing_found(),
        (true, true) => i18n.all_read(),
        (true, false) => i18n.no_threads(),
    }
}

/// The search, and what to show of it all.
#[component]
fn InboxFilters(asked: Asked, i18n: I18n) -> impl IntoView {
    let choice = |unread: bool, name: &'static str| {
        let here = (asked.unread == unread).then_some("true");
        view! { <a class="choice" href=asked.address(unread).top() aria-current=here>{name}</a> }
    };
    let choices = [choice(false, i18n.all_threads()), choice(true, i18n.unread_threads())];
    let keeps_filter = asked.unread.then(|| view! { <input type="hidden" name="unread" value="1"/> });
    let clear = (!asked.q.trim().is_empty()).then(|| {
        let all = Asked { q: String::new(), ..asked.clone() };
        view! { <a href=all.address(asked.unread).top()>{i18n.search_clear()}</a> }
    });
    view! {
        <div class="inbox-head">
            <form class="filters" role="search" method="get" action="/admin">
                <label class="sr-only" for="q">{i18n.search_inbox()}</label>
                <input
                    id="q"
                    type="search"
                    name="q"
                    value=asked.q.clone()
                    placeholder=i18n.search_inbox()
                    dir="auto"
                    autocomplete="off"
                    data-hotkey="/"
                />
                {keeps_filter}
                <button class="button button--quiet">{i18n.search()}</button>
                {clear}
            </form>
            <p class="choices">{choices.into_iter().collect_view()}</p>
        </div>
    }
}
