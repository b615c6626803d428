//! The audit log.

use domain::audit::{Action, ActorFilter, ActorKind, Entry, Filter};
use domain::{Cursor, Date, Page};

use crate::admin::prelude::*;
use crate::admin::settings::Section;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct AuditQuery {
    /// The code of an [`Action`].
    action: String,
    /// The code of a [`ActorFilter`].
    who: String,
    /// The first day to show.
    from: String,
    /// The last day to show.
    to: String,
    after: String,
}

/// A page of the audit log, with its filter.
#[derive(Debug, Clone)]
struct AuditPage {
    page: Page<Entry>,
    filter: Filter,
    from: Option<Date>,
    to: Option<Date>,
    is_later: bool,
}

/// `GET /admin/audit`
pub async fn page(Query(query): Query<AuditQuery>, request: AdminRequest) -> PageResult {
    let zone = request.store.zone().await?;
    let (from, to): (Option<Date>, Option<Date>) = (query.from.parse().ok(), query.to.parse().ok());
    let filter = Filter {
        action: query.action.parse().ok(),
        who: query.who.parse().ok(),
        from: from.map(|day| zone.midnight(day)),
        until: to.map(|day| zone.midnight(Date::from_days_since_1970(day.days_since_1970() + 1))),
    };
    let after: Option<Cursor> = query.after.parse().ok();
    let page = request.store.audit(&filter, after.as_ref()).await?;
    let register = AuditPage { page, filter, from, to, is_later: after.is_some() };
    let show = |admin: AdminView| (admin.i18n.register().to_owned(), view! { <Lines register admin/> }.into_any());
    request.page(NavItem::Settings, show).await
}

/// The address of the audit log with its filter.
fn address(register: &AuditPage) -> Address {
    let text = |day: Option<Date>| day.map(|day| day.to_string()).unwrap_or_default();
    let filter = &register.filter;
    Address::path("/admin/audit".to_owned())
        .with("action", filter.action.map_or("", Action::as_str))
        .with("who", &filter.who.as_ref().map(ActorFilter::to_string).unwrap_or_default())
        .with("from", &text(register.from))
        .with("to", &text(register.to))
}

#[component]
fn Lines(register: AuditPage, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let (list, is_later) = (address(&register), register.is_later);
    let filtered = register.filter != Filter::default();
    let filters = view! { <Filters register=register.clone() i18n/> };
    let page = register.page;
    let lines = if page.items.is_empty() {
        let text = if filtered || is_later { i18n.nothing_found() } else { i18n.register_empty() };
        view! { <p class="empty">{text}</p> }.into_any()
    } else {
        let line = |entry| view! { <Line entry admin=admin.clone()/> };
        view! { <ol class="rows">{page.items.into_iter().map(line).collect_view()}</ol> }.into_any()
    };
    view! {
        <div class="page-head">
            <h1>{i18n.register()}</h1>
            <a class="back" href=Section::Security.path()>{i18n.security()}</a>
        </div>
        <p class="muted">{i18n.register_hint()}</p>
        {filters}
        {lines}
        <MoreLink list next=page.next is_later i18n/>
    }
}

#[component]
fn Filters(register: AuditPage, i18n: I18n) -> impl IntoView {
    let filter = register.filter;
    let mut actors = options(ActorKind::ALL, |one| i18n.actors(one));
    // A single actor is selected by a link in a line; the select only keeps the selection.
    actors.extend(filter.who.as_ref().filter(|who| who.key.is_some()).map(|who| {
        let name = register.page.items.first().map_or_else(
            || who.key.clone().unwrap_or_default(),
            |entry| i18n.actor(entry.actor_kind, &entry.actor_name),
        );
        (who.to_string(), name)
    }));
    let day = |day: Option<Date>| day.map(|day| day.to_string());
    let is_filtered = filter != Filter::default();
    view! {
        <form method="get" action="/admin/audit" class="filters register-filters" role="search">
            <FilterSelect
                id="register-action"
                name="action"
                label=i18n.register_action()
                all=i18n.every_action()
                options=options(Action::ALL, |one| i18n.action(one))
                chosen=filter.action.map_or("", Action::as_str).to_owned()
            />
            <FilterSelect
                id="register-who"
                name="who"
                label=i18n.register_who()
                all=i18n.everybody()
                options=actors
                chosen=filter.who.as_ref().map(ActorFilter::to_string).unwrap_or_default()
            />
            <p class="field">
                <label for="register-from">{i18n.register_from()}</label>
                <input id="register-from" name="from" type="date" value=day(register.from)/>
            </p>
            <p class="field">
                <label for="register-to">{i18n.register_to()}</label>
                <input id="register-to" name="to" type="date" value=day(register.to)/>
            </p>
            <button class="button button--quiet">{i18n.search()}</button>
            {is_filtered.then(|| view! { <a href="/admin/audit">{i18n.filter_clear()}</a> })}
        </form>
    }
}

/// One entry: `Anna Verdi ha approvato Logo`, and its time.
#[component]
fn Line(entry: Entry, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let who = ActorFilter { kind: entry.actor_kind, key: Some(entry.actor.clone()) };
    let only_theirs = Address::path("/admin/audit".to_owned()).with("who", &who.to_string()).into_string();
    let subject = i18n.subject(&entry);
    let subject = (!subject.is_empty()).then(|| view! { " " <bdi><strong>{subject}</strong></bdi> });
    view! {
        <li class="row">
            <p class="row__main">
                <span class="register-line">
                    <a href=only_theirs><bdi>{i18n.actor(entry.actor_kind, &entry.actor_name)}</bdi></a>
                    " " {i18n.action_verb(entry.action)} {subject}
                </span>
            </p>
            <p class="row__meta"><Moment at=entry.at language=admin.language/></p>
        </li>
    }
}
