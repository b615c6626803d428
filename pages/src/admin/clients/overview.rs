//! What waits on whom between the agency and a client, and what happened with them.

use app::address::deliverable_place;
use domain::amount::written;
use domain::clients::{ClientEvent, ClientEventKind, ClientMoney, ClientOverview};
use domain::id::{ClientId, ProjectId};
use domain::line::shortened;
use domain::overview::DeliverableLine;
use domain::{Author, DeliverableStatus, Timestamp, minutes};

use crate::admin::prelude::*;
use crate::admin::projects::ProjectPart;

/// How much of a message a row shows, in characters.
const EXCERPT: usize = 160;

/// Last visit, amounts and hours.
#[component]
pub fn Figures(overview: ClientOverview, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let amounts = |cents: fn(&ClientMoney) -> i64| {
        let sums = overview.money.iter().filter(|money| cents(money) != 0);
        let sums: Vec<_> = sums.map(|money| written(cents(money).into(), &money.currency, i18n.0)).collect();
        (!sums.is_empty()).then(|| sums.join(" + "))
    };
    let overdue = amounts(|money| money.overdue_cents);
    let overdue = overdue.map(|sum| view! { <span class="table__more late">{i18n.amount_overdue(&sum)}</span> });
    let open = amounts(|money| money.open_cents).map(|sum| view! { {sum} {overdue} }.into_any());
    let visit = overview.last_visit.map(|at| view! { <Ago at admin=admin.clone()/> }.into_any());
    let hours = (overview.month_minutes > 0).then(|| minutes::written(overview.month_minutes).into_any());
    let figures = [
        (i18n.column_visit().to_owned(), visit),
        (i18n.counter_unpaid().to_owned(), open),
        (i18n.hours_of(&dates::month(overview.date, i18n.0)), hours),
        (i18n.received_in(overview.date.year()), amounts(|money| money.received_cents).map(IntoAny::into_any)),
    ];
    // Nothing stands where there is nothing.
    let figures = figures.into_iter().filter_map(|(name, value)| Some(view! { <div>{fact(name, value?)}</div> }));
    let figures: Vec<_> = figures.collect();
    (!figures.is_empty()).then(|| view! { <dl class="totals">{figures}</dl> })
}

/// What the agency is to do, then what the client is to do.
#[component]
pub fn Turns(client: ClientId, overview: ClientOverview, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let question = overview.question.map(|question| event_row(&client, question, true, &admin));
    let (changes, reviews): (Vec<_>, Vec<_>) =
        overview.deliverables.into_iter().partition(|line| line.status == DeliverableStatus::ChangesRequested);
    let row = |line: DeliverableLine| deliverable_row(line, &admin);
    let ours: Vec<AnyView> = question.into_iter().chain(changes.into_iter().map(row)).collect();
    let theirs: Vec<AnyView> = reviews.into_iter().map(row).collect();
    let part = |id: &'static str, heading: &'static str, rows: Vec<AnyView>| {
        (!rows.is_empty()).then(|| {
            view! {
                <section class="setting" aria-labelledby=id>
                    <h2 id=id>{heading} " " <span class="pipeline__number">{rows.len()}</span></h2>
                    <ul class="rows">{rows}</ul>
                </section>
            }
        })
    };
    view! {
        {part("ours", i18n.turn_ours(), ours)}
        {part("theirs", i18n.turn_theirs(), theirs)}
    }
}

fn deliverable_row(line: DeliverableLine, admin: &AdminView) -> AnyView {
    let i18n = admin.i18n;
    let href = ProjectPart::Plan.address(line.project_id.as_str()).with_fragment(&deliverable_place(line.id.as_str()));
    let class =
        if line.status == DeliverableStatus::InReview { "status status--waiting" } else { "status status--answer" };
    view! {
        <li class="row">
            <div class="row__main">
                <a class="row__link" href=href dir="auto">{line.title}</a>
                <p class="muted" dir="auto">{line.project_name}</p>
            </div>
            <div class="row__meta">
                <span class=class>
                    <span>
                        {i18n.deliverable_status(line.status)} " "
                        {line.since.map(|at| view! { <Since at admin=admin.clone()/> })}
                    </span>
                </span>
            </div>
        </li>
    }
    .into_any()
}

/// What happened, newest first, by day; with links that narrow it down.
#[component]
pub fn Events(
    client: ClientId,
    overview: ClientOverview,
    kind: Option<ClientEventKind>,
    admin: AdminView,
) -> impl IntoView {
    let i18n = admin.i18n;
    let page = address::client(client.as_str());
    let link = |of: Option<ClientEventKind>| {
        let name = of.map_or(i18n.filter_all_events(), |of| i18n.client_event_kind(of));
        (page.clone().with("events", of.map_or("", ClientEventKind::as_str)), name, of == kind)
    };
    let links = std::iter::once(None).chain(ClientEventKind::ALL.iter().copied().map(Some)).map(link).collect();
    let source = overview.lead.as_ref().map(|(_, source)| source.clone());
    let row = |event: ClientEvent| match (event, &overview.lead) {
        (ClientEvent::Created(at), Some((lead, _))) => {
            let href = address::lead(lead.as_str()).into_string();
            event_line(at, i18n.came_from_lead(source.as_deref().unwrap_or_default()), None, Some(href), false, &admin)
        }
        (event, _) => event_row(&client, event, false, &admin),
    };
    let list = or_empty(
        overview.events.is_empty(),
        i18n.client_events_none(),
        || view! { <ul class="rows">{overview.events.into_iter().map(row).collect_view()}</ul> },
    );
    view! {
        <section class="setting" id="events" aria-labelledby="events-heading">
            <h2 id="events-heading">{i18n.client_events()}</h2>
            <FilterLinks label=i18n.client_events_filter() links at="events"/>
            {list}
        </section>
    }
}

fn event_row(client: &ClientId, event: ClientEvent, is_waiting: bool, admin: &AdminView) -> AnyView {
    let i18n = admin.i18n;
    let at = event.at();
    let place = |part: ProjectPart, project: &ProjectId| Some(part.path(project.as_str()));
    let (text, detail, href) = match event {
        ClientEvent::Message { by, name: person, text, phase, .. } => {
            let channel = phase.as_ref().map_or_else(|| client.to_string(), |(id, _)| id.to_string());
            let name = phase.map_or_else(|| i18n.general().to_owned(), |(_, name)| name);
            let by = match person {
                Some(person) => i18n.person_wrote(&person, &name),
                None if by == Author::Admin => i18n.we_wrote(&name),
                None => i18n.they_wrote(&name),
            };
            let href = address::thread(client.as_str()).with("channel", &channel).into_string();
            (by, Some(shortened(domain::line::one_line(&text), EXCERPT)), Some(href))
        }
        ClientEvent::Approved { deliverable, title, project, by, .. } => {
            let plan = ProjectPart::Plan.address(project.as_str());
            let href = plan.with_fragment(&deliverable_place(deliverable.as_str()));
            let text = match by {
                Some(person) => i18n.person_approved(&person, &title),
                None => i18n.event_approved(&title),
            };
            (text, None, Some(href))
        }
        ClientEvent::Paid { label, cents, currency, project, .. } => {
            let amount = written(cents.into(), &currency, i18n.0);
            (i18n.event_paid(&label, &amount), None, place(ProjectPart::Payments, &project))
        }
        ClientEvent::Hours { minutes, what, project, .. } => {
            let hours = minutes::written(minutes);
            (i18n.event_hours(&hours, &what), None, place(ProjectPart::Times, &project))
        }
        ClientEvent::Visited(_) => (i18n.event_visited().to_owned(), None, None),
        ClientEvent::Invited(_) => (i18n.event_invited().to_owned(), None, None),
        ClientEvent::Created(_) => (i18n.event_created().to_owned(), None, None),
    };
    event_line(at, text, detail, href, is_waiting, admin)
}

fn event_line(
    at: Timestamp,
    text: String,
    detail: Option<String>,
    href: Option<String>,
    is_waiting: bool,
    admin: &AdminView,
) -> AnyView {
    let text = match href {
        Some(href) => view! { <a class="row__link" href=href dir="auto">{text}</a> }.into_any(),
        None => view! { <span dir="auto">{text}</span> }.into_any(),
    };
    let when = if is_waiting {
        let status = "status status--answer";
        Either::Left(view! { <span class=status><span><Since at admin=admin.clone()/></span></span> })
    } else {
        Either::Right(view! { <Ago at admin=admin.clone()/> })
    };
    view! {
        <li class="row">
            <div class="row__main">{text} {detail.map(|detail| view! { <p class="muted" dir="auto">{detail}</p> })}</div>
            <div class="row__meta">{when}</div>
        </li>
    }
    .into_any()
}
