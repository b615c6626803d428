//! The list of clients.

use domain::clients::ClientLine;
use domain::paging::Page;
use leptos::either::Either;
use leptos::prelude::*;
use serde::Deserialize;

use crate::address;
use crate::admin::{AdminRequest, AdminView, NavItem, PageResult};
use crate::extract::Query;
use crate::i18n::I18n;
use crate::ui::{Moment, MoreLink, SearchField};

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct ClientsQuery {
    q: String,
    after: Option<String>,
}

/// `GET /admin/clients?q=…&after=…`
pub async fn page(Query(query): Query<ClientsQuery>, request: AdminRequest) -> PageResult {
    let ClientsQuery { q, after } = query;
    let cursor = after.as_ref().and_then(|after| after.parse().ok());
    let page = request.store.client_list(&q, cursor.as_ref()).await?;
    let show = move |admin: AdminView| {
        let title = admin.i18n.clients().to_owned();
        (title, view! { <Clients page q=q.trim().to_owned() is_later=after.is_some() admin/> }.into_any())
    };
    request.page(NavItem::Clients, show).await
}

#[component]
fn Clients(page: Page<ClientLine>, q: String, is_later: bool, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let address = address::clients().with("q", &q);
    let Page { items, next } = page;
    let nothing_yet = items.is_empty() && q.is_empty() && !is_later;
    let search = (!nothing_yet).then(|| view! { <Search q=q.clone() i18n/> });
    let row = |line| view! { <Row line admin=admin.clone()/> };
    let list = if items.is_empty() {
        let text = if nothing_yet { i18n.clients_empty() } else { i18n.nothing_found() };
        Either::Left(view! { <p class="empty">{text}</p> })
    } else {
        Either::Right(
            view! { <ul class="rows" data-live="clients">{items.into_iter().map(row).collect_view()}</ul> },
        )
    };
    view! {
        <header class="page-head">
            <h1>{i18n.clients()}</h1>
            <p class="actions">
                <a class="button" href="/admin/clients/new">{i18n.client_new()}</a>
            </p>
        </header>
        {search}
        {list}
        <MoreLink list=address next is_later i18n/>
    }
}

#[component]
fn Search(q: String, i18n: I18n) -> impl IntoView {
    let clear = (!q.is_empty()).then(|| view! { <a href=address::clients().top()>{i18n.filter_clear()}</a> });
    view! {
        <form class="filters" method="get" action=address::clients().top() role="search">
            <SearchField label=i18n.clients_search() value=q/>
            <button class="button button--quiet">{i18n.search()}</button>
            {clear}
        </form>
    }
}

#[component]
fn Row(line: ClientLine, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let ClientLine { client_id, name, company, unread, active_projects, last_contact } = line;
    let unread = (unread > 0).then(|| {
        view! {
            <span>
                <span class="count" aria-hidden="true">{unread}</span>
                <span class="sr-only">{i18n.unread_messages(unread)}</span>
            </span>
        }
    });
    let contact = match last_contact {
        Some(at) => Either::Left(view! {
            <span>
                <span class="sr-only">{i18n.last_contact()}" "</span>
                <Moment at language=admin.language/>
            </span>
        }),
        None => Either::Right(view! { <span>{i18n.client_no_contact()}</span> }),
    };
    view! {
        <li class="row">
            <div class="row__main">
                <a class="row__link" href=address::client(client_id.as_str()).top() dir="auto">{name}</a>
                {company.map(|company| view! { <p class="muted" dir="auto">{company}</p> })}
            </div>
            <div class="row__meta">
                {unread}
                <span>{i18n.active_projects(active_projects)}</span>
                {contact}
            </div>
        </li>
    }
}
