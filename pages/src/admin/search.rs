//! The search over everything: a few records of each kind, or many of one.

use domain::overview::{Hit, HitGroup, HitKind};
use domain::{DeliverableStatus, LeadStatus, PhaseStatus, ProjectStatus, TaskStatus};

use super::inbox::lines::excerpt;
use super::projects::ProjectPart;
use crate::address::FOUND;
use crate::admin::prelude::*;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct SearchQuery {
    q: String,
    kind: String,
}

/// `GET /admin/search?q=…&kind=…`
pub async fn page(Query(query): Query<SearchQuery>, request: AdminRequest) -> PageResult {
    let only = query.kind.parse().ok();
    let q = query.q.trim().to_owned();
    let groups = request.store.search(&q, only).await?;
    let show = move |admin: AdminView| {
        let title = if q.is_empty() { admin.i18n.search().to_owned() } else { q.clone() };
        (title, view! { <Results q groups only admin/> }.into_any())
    };
    request.page(NavItem::Search, show).await
}

#[component]
fn Results(q: String, groups: Vec<HitGroup>, only: Option<HitKind>, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let text = match (q.is_empty(), groups.is_empty()) {
        (true, _) => Some(i18n.search_hint().to_owned()),
        (false, true) => Some(i18n.found_nothing(&q)),
        (false, false) => None,
    };
    let all = only.map(|_| {
        let href = address::search().with("q", &q).into_string();
        view! { <p class="back"><a href=href>{i18n.all_results()}</a></p> }
    });
    let group = |group| view! { <Group group q=q.clone() only admin=admin.clone()/> };
    view! {
        <h1>{i18n.search()}</h1>
        <div class="search" data-arrows="">
            <form class="filters" role="search" method="get" action=address::search().into_string()>
                <input
                    type="search"
                    name="q"
                    value=q.clone()
                    aria-label=i18n.search_everything()
                    maxlength="200"
                    autocomplete="off"
                    autofocus=q.is_empty()
                    dir="auto"
                    data-hotkey="/"
                />
                <button class="button button--quiet">{i18n.search()}</button>
            </form>
            {all}
            {text.map(|text| view! { <p class="empty" dir="auto">{text}</p> })}
            {groups.into_iter().map(group).collect_view()}
        </div>
    }
}

#[component]
fn Group(group: HitGroup, q: String, only: Option<HitKind>, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let HitGroup { kind, hits, count } = group;
    let shown = i64::try_from(hits.len()).unwrap_or(i64::MAX);
    let is_feminine = matches!(kind, HitKind::Deliverable | HitKind::Task | HitKind::Phase | HitKind::Note);
    let name = if is_feminine { i18n.see_all_f() } else { i18n.see_all_m() };
    let all = (only.is_none() && count > shown).then(|| {
        let href = all_address(kind).with("q", &q).into_string();
        let label = format!("{name}: {}", i18n.hit_kind(kind));
        view! { <a href=href aria-label=label>{name}</a> }
    });
    // Of messages the conversations are counted, which are not what the heading names.
    let counted = (kind != HitKind::Message).then(|| {
        let more = if count >= HitGroup::MAX_COUNTED { "+" } else { "" };
        view! { " " <span class="muted">{count}{more}</span> }
    });
    let too_many = (only.is_some() && count > shown).then(|| view! { <p class="muted">{i18n.too_many_hits()}</p> });
    let heading = format!("{kind}-hits");
    let labelled = heading.clone();
    let row = |hit| view! { <Row kind hit q=q.clone() admin=admin.clone()/> };
    view! {
        <section aria-labelledby=labelled>
            <div class="page-head">
                <h2 id=heading>{i18n.hit_kind(kind)} {counted}</h2>
                {all}
            </div>
            <ul class="rows">{hits.into_iter().map(row).collect_view()}</ul>
            {too_many}
        </section>
    }
}

/// Where all hits of a kind are: the list of these records, where it has a search of its own.
fn all_address(kind: HitKind) -> Address {
    match kind {
        HitKind::Client => address::clients(),
        HitKind::Project => address::projects(),
        HitKind::Message => address::inbox(),
        HitKind::Lead => address::leads(),
        other => address::search().with("kind", other.as_str()),
    }
}

#[component]
fn Row(kind: HitKind, hit: Hit, q: String, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let href = hit_address(kind, &hit);
    let status = hit.status.as_deref().and_then(|status| status_name(kind, status, i18n));
    let Hit { title, text, client, project, due_on, at, found_at, .. } = hit;
    let marked = |text: &str| {
        let piece = |(piece, is_match): (&str, bool)| {
            let piece = piece.to_owned();
            if is_match { Either::Left(view! { <mark>{piece}</mark> }) } else { Either::Right(piece) }
        };
        store::marked(&q, text).into_iter().map(piece).collect_view()
    };
    // The rest of the text is shown only for what was found there.
    let text = text.filter(|_| found_at.is_some()).map(|text| {
        let text = excerpt(&text, found_at);
        view! { <span class="muted" dir="auto">"«"{marked(&text)}"»"</span> }
    });
    let place: Vec<String> = [client, project].into_iter().flatten().filter(|one| *one != title).collect();
    let place =
        (!place.is_empty()).then(|| view! { " " <span class="muted" dir="auto">{marked(&place.join(" · "))}</span> });
    let when = at.map(|at| view! { <Ago at admin=admin.clone()/> });
    let is_open = due_on.filter(|_| kind != HitKind::Project);
    let due = is_open.map(|date| view! { <DueDay date is_open=false admin=admin.clone()/> });
    view! {
        <li class="row">
            <p class="row__main">
                <a class="row__link" href=href dir="auto" data-line="">{marked(&excerpt(&title, None))}</a>
                {place}
                " "
                {text}
            </p>
            <div class="row__meta">{status} {due} {when}</div>
        </li>
    }
}

fn hit_address(kind: HitKind, hit: &Hit) -> String {
    let project = hit.project_id.as_deref().unwrap_or_default();
    let on_plan = |item: String| ProjectPart::Plan.address(project).with("shown", &item).with_fragment(&item);
    match kind {
        HitKind::Client => address::client(&hit.id).into_string(),
        HitKind::Project => ProjectPart::Plan.path(&hit.id),
        HitKind::Phase | HitKind::Task | HitKind::Deliverable => on_plan(format!("{kind}-{}", hit.id)),
        HitKind::Message => {
            let thread = address::thread(hit.client_id.as_deref().unwrap_or_default());
            thread.with("message", &hit.id).with_fragment(FOUND)
        }
        HitKind::Document => ProjectPart::Documents.path(project),
        HitKind::Note => ProjectPart::Notes.address(project).with("edit", &hit.id).into_string(),
        HitKind::Lead => address::lead(&hit.id).into_string(),
    }
}

fn status_name(kind: HitKind, status: &str, i18n: I18n) -> Option<&'static str> {
    match kind {
        HitKind::Project => status.parse::<ProjectStatus>().ok().map(|status| i18n.project_status(status)),
        HitKind::Phase => status.parse::<PhaseStatus>().ok().map(|status| i18n.phase_status(status)),
        HitKind::Task => status.parse::<TaskStatus>().ok().map(|status| i18n.task_status(status)),
        HitKind::Deliverable => status.parse::<DeliverableStatus>().ok().map(|status| i18n.deliverable_status(status)),
        HitKind::Lead => status.parse::<LeadStatus>().ok().map(|status| i18n.lead_status(status)),
        HitKind::Client | HitKind::Message | HitKind::Document | HitKind::Note => None,
    }
}
