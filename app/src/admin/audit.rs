//! The register of who did what.

use domain::audit::{Action, ActorKind, Entry, Who};
use leptos::prelude::*;
use leptos_router::hooks::use_query_map;

use super::desk::{DeskView, Place, desk_page};
use crate::address::Address;
use crate::i18n::I18n;
use crate::rpc::{self, Register, RegisterQuery};
use crate::ui::{Moment, MoreLink};

/// `/admin/audit`.
#[component]
pub fn AuditPage() -> impl IntoView {
    let query = use_query_map().with_untracked(|query| {
        let get = |name: &str| query.get(name).unwrap_or_default();
        RegisterQuery {
            action: get("action"),
            who: get("who"),
            from: get("from"),
            to: get("to"),
            after: get("after"),
        }
    });
    desk_page(Place::Settings, rpc::load_register(query), |register, desk| {
        let i18n = desk.i18n;
        (i18n.register().to_owned(), view! { <Lines register desk/> })
    })
}

/// The address of the register with its filters.
fn address(register: &Register) -> Address {
    let text = |day: Option<domain::Date>| day.map(|day| day.to_string()).unwrap_or_default();
    let filter = &register.filter;
    Address::path("/admin/audit".to_owned())
        .with("action", filter.action.map_or("", Action::as_str))
        .with("who", &filter.who.as_ref().map(Who::to_string).unwrap_or_default())
        .with("from", &text(register.from))
        .with("to", &text(register.to))
}

#[component]
fn Lines(register: Register, desk: DeskView) -> impl IntoView {
    let i18n = desk.i18n;
    let (list, is_later) = (address(&register), register.is_later);
    let filtered = register.filter != domain::audit::Filter::default();
    let filters = view! { <Filters register=register.clone() i18n/> };
    let page = register.page;
    let lines = if page.items.is_empty() {
        let text = if filtered || is_later { i18n.nothing_found() } else { i18n.register_empty() };
        view! { <p class="empty">{text}</p> }.into_any()
    } else {
        let line = |entry| view! { <Line entry desk=desk.clone()/> };
        view! { <ol class="rows">{page.items.into_iter().map(line).collect_view()}</ol> }.into_any()
    };
    view! {
        <div class="page-head">
            <h1>{i18n.register()}</h1>
            <a class="back" href="/admin/settings">{i18n.settings()}</a>
        </div>
        <p class="muted">{i18n.register_hint()}</p>
        {filters}
        {lines}
        <MoreLink list next=page.next is_later i18n/>
    }
}

#[component]
fn Filters(register: Register, i18n: I18n) -> impl IntoView {
    let filter = register.filter;
    let action = |one: Action| {
        let chosen = filter.action == Some(one);
        view! { <option value=one.as_str() selected=chosen>{i18n.action(one)}</option> }
    };
    let kind = |one: ActorKind| {
        let chosen = filter.who == Some(Who { kind: one, key: None });
        view! { <option value=one.as_str() selected=chosen>{i18n.actors(one)}</option> }
    };
    // One person is chosen from a line of theirs; here they only stay chosen.
    let one = filter.who.clone().filter(|who| who.key.is_some()).map(|who| {
        let name = register.page.items.first().map_or_else(
            || who.key.clone().unwrap_or_default(),
            |entry| i18n.actor(entry.actor_kind, &entry.actor_name),
        );
        view! { <option value=who.to_string() selected=true>{name}</option> }
    });
    let day = |day: Option<domain::Date>| day.map(|day| day.to_string());
    let is_filtered = filter != domain::audit::Filter::default();
    view! {
        <form method="get" action="/admin/audit" class="filters register-filters" role="search">
            <p class="field">
                <label for="register-action">{i18n.register_action()}</label>
                <select id="register-action" name="action">
                    <option value="">{i18n.every_action()}</option>
                    {Action::ALL.iter().copied().map(action).collect_view()}
                </select>
            </p>
            <p class="field">
                <label for="register-who">{i18n.register_who()}</label>
                <select id="register-who" name="who">
                    <option value="">{i18n.everybody()}</option>
                    {ActorKind::ALL.iter().copied().map(kind).collect_view()}
                    {one}
                </select>
            </p>
            <p class="field">
                <label for="register-from">{i18n.register_from()}</label>
                <input id="register-from" name="from" type="date" value=day(register.from)/>
            </p>
            <p class="field">
                <label for="register-to">{i18n.register_to()}</label>
                <input id="register-to" name="to" type="date" value=day(register.to)/>
            </p>
            <button class="button button--quiet">{i18n.filter()}</button>
            {is_filtered.then(|| view! { <a href="/admin/audit">{i18n.filter_clear()}</a> })}
        </form>
    }
}

/// `Anna Verdi ha approvato Logo`, and when.
#[component]
fn Line(entry: Entry, desk: DeskView) -> impl IntoView {
    let i18n = desk.i18n;
    let who = Who { kind: entry.actor_kind, key: Some(entry.actor.clone()) };
    let only_theirs = Address::path("/admin/audit".to_owned()).with("who", &who.to_string()).top();
    let subject = i18n.subject(&entry);
    let subject = (!subject.is_empty()).then(|| view! { " " <bdi><strong>{subject}</strong></bdi> });
    view! {
        <li class="row">
            <p class="row__main">
                <span class="register-line">
                    <a href=only_theirs>
                        <bdi>{i18n.actor(entry.actor_kind, &entry.actor_name)}</bdi>
                    </a>
                    " " {i18n.deed(entry.action)} {subject}
                </span>
            </p>
            <p class="row__meta">
                <Moment at=entry.at language=desk.language/>
            </p>
        </li>
    }
}
