//! The first page after signing in: what waits, what is due, what came in.

pub mod waiting;

use app::address::deliverable_place;
use domain::id::ProjectId;
use domain::overview::{AgendaItem, Appointment, FirstSteps, LeadStep, MaterialLine, News, Today};
use domain::projects::board::ProjectChoice;
use domain::{Date, Page, minutes};
use futures_util::future::try_join;
use leptos::tachys::view::any_view::AnyView;

use self::waiting::Waiting;
use crate::admin::agenda::{AgendaRow, OverdueFilters, OverdueGroups};
use crate::admin::assigned_filter::AssignedFilter;
use crate::admin::leads::board::worth;
use crate::admin::payments::billing::{BillingPanel, due};
use crate::admin::prelude::*;
use crate::admin::project_records::timer::StartTimerForm;
use crate::admin::projects::ProjectPart;
use crate::admin::row_actions::Back;
use crate::admin::settings::Section;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct TodayQuery {
    mine: String,
}

/// `GET /admin/today?mine=…`
pub async fn page(Query(query): Query<TodayQuery>, request: AdminRequest) -> PageResult {
    let mine = request.assigned_filter(&query.mine).await?;
    let store = &request.store;
    let (today, projects) =
        try_join(store.today_page(mine.assigned_to()), store.active_projects(mine.assigned_to())).await?;
    let show = move |admin: AdminView| {
        let title = admin.i18n.today().to_owned();
        (title, view! { <TodayPage today mine projects admin/> }.into_any())
    };
    request.page(NavItem::Today, show).await
}

#[component]
fn TodayPage(
    today: Today,
    mine: AssignedFilter,
    /// In progress, the newest: for the timer.
    projects: Vec<ProjectChoice>,
    admin: AdminView,
) -> impl IntoView {
    let i18n = admin.i18n;
    let sentence = view! { <Sentence today=today.clone() mine=mine.clone() i18n/> };
    let own = mine.link(address::today(), i18n).map(|link| view! { <FilterLinks label=i18n.mine() links=vec![link]/> });
    let Today {
        date,
        waiting,
        to_answer,
        set_aside,
        material,
        overdue,
        billing,
        agenda,
        appointments,
        steps,
        news,
        month_minutes,
        first_steps,
        ..
    } = today;
    let written = format!("{} {}", i18n.weekday(date), dates::day(date, admin.language));
    let overdue = (!overdue.is_empty()).then(|| {
        view! {
            <section class="today__part" id="overdue" aria-labelledby="overdue-heading" data-live="overdue">
                <h2 id="overdue-heading">{i18n.agenda_overdue()}</h2>
                <OverdueFilters groups=overdue.clone() chosen=None mine=mine.clone() i18n/>
                <OverdueGroups groups=overdue mine=mine.clone() back=Back::Today admin=admin.clone()/>
            </section>
        }
    });
    let timer = (!projects.is_empty()).then(|| {
        let option = |one: ProjectChoice| {
            view! { <option value=one.id.to_string()>{format!("{} · {}", one.client_name, one.name)}</option> }
        };
        view! {
            <StartTimerForm project=String::new() task=None i18n>
                <select name="project" aria-label=i18n.timer_on() dir="auto">{projects.into_iter().map(option).collect_view()}</select>
            </StartTimerForm>
        }
    });
    let has_waiting = !waiting.is_empty() || !set_aside.is_empty();
    let waiting = has_waiting.then(|| view! { <Waiting waiting to_answer set_aside admin=admin.clone()/> });
    view! {
        <header class="page-head">
            <h1>{i18n.today()}</h1>
            <p class="muted">{written}</p>
            {own}
        </header>
        <p class="today__sentence" data-live="sentence">{sentence}</p>
        {first_steps.map(|steps| view! { <Steps steps i18n/> })}
        <div class="today__columns">
            {waiting}
            <section class="today__part" id="billing" aria-labelledby="billing-heading">
                <div class="today__part" data-live="billing">
                    <BillingPanel billing admin=admin.clone()/>
                    <p class="actions list-end">
                        <a href=address::hours().into_string()>
                            <strong>{i18n.in_hours(&minutes::written(month_minutes))}</strong> " " {i18n.this_month()}
                        </a>
                    </p>
                </div>
                // Outside the live part, because its id is another one in every response.
                {timer}
            </section>
        </div>
        <MaterialPart lines=material i18n/>
        {overdue}
        <LeadSteps steps admin=admin.clone()/>
        <div class="today__columns">
            <Agenda page=agenda appointments mine admin=admin.clone()/>
            <NewsList news admin/>
        </div>
    }
}

/// Who waits, what is late and what is to be billed; each number leads to the part of the page that lists it.
#[component]
fn Sentence(today: Today, mine: AssignedFilter, i18n: I18n) -> impl IntoView {
    let late: i64 = today.overdue.iter().map(|group| group.count).sum();
    let (to_answer, in_review) = (today.to_answer, today.in_review);
    let amount = due(&today.billing, i18n);
    let in_review_list = mine.on(address::deliverables().with("status", "in_review")).into_string();
    let received: i64 = today.material.iter().map(|line| line.received).sum();
    let missing: i64 = today.material.iter().map(|line| line.missing).sum();
    let parts = [
        (to_answer > 0).then(|| ("#waiting".to_owned(), i18n.some_clients(to_answer), i18n.wait_for_answer(to_answer))),
        (late > 0).then(|| ("#overdue".to_owned(), i18n.some_things(late), i18n.are_late(late))),
        amount.map(|amount| ("#billing".to_owned(), amount, i18n.to_bill_this_month().to_owned())),
        (received > 0).then(|| ("#material".to_owned(), i18n.some_answers(received), i18n.to_look_at(received))),
        (missing > 0).then(|| ("#material".to_owned(), i18n.some_material(missing), i18n.is_missing(missing))),
        (in_review > 0).then(|| (in_review_list, i18n.some_deliverables(in_review), i18n.wait_for_clients(in_review))),
    ];
    let parts: Vec<_> = parts.into_iter().flatten().collect();
    if parts.is_empty() {
        return Either::Left(i18n.all_quiet());
    }
    let last = parts.len() - 1;
    let part = |(index, (href, number, rest)): (usize, (String, String, String))| {
        let end = if index == last { "." } else { ", " };
        view! { <a href=href>{number}</a> " " {rest} {end} }
    };
    Either::Right(parts.into_iter().enumerate().map(part).collect_view())
}

/// What clients have sent and what is missing, project by project.
#[component]
fn MaterialPart(lines: Vec<MaterialLine>, i18n: I18n) -> impl IntoView {
    let row = |line: MaterialLine| {
        let MaterialLine { project, project_name, client_name, received, missing } = line;
        let counts = [
            (received > 0).then(|| view! { <span class="pill">{i18n.count_to_look_at(received)}</span> " " }),
            (missing > 0).then(|| view! { <span class="pill pill--waiting">{i18n.count_missing(missing)}</span> " " }),
        ];
        view! {
            <li class="row">
                <div class="row__main">
                    <a class="row__link" href=ProjectPart::Materials.path(project.as_str()) dir="auto">{project_name}</a>
                    <p class="muted" dir="auto">{client_name}</p>
                </div>
                <div class="row__meta">{counts.into_iter().flatten().collect_view()}</div>
            </li>
        }
    };
    (!lines.is_empty()).then(|| {
        view! {
            <section class="today__part" id="material" aria-labelledby="material-heading" data-live="material">
                <h2 id="material-heading">{i18n.material_heading()}</h2>
                <ul class="rows">{lines.into_iter().take(Today::SHOWN).map(row).collect_view()}</ul>
            </section>
        }
    })
}

#[component]
pub fn Agenda(
    page: Page<AgendaItem>,
    appointments: Vec<Appointment>,
    mine: AssignedFilter,
    admin: AdminView,
) -> impl IntoView {
    let i18n = admin.i18n;
    let call = |one: Appointment| {
        view! {
            <li class="row">
                <div class="row__main">
                    <a class="row__link" href=address::lead(one.lead_id.as_str()).into_string() dir="auto">{one.name}</a>
                    <p class="muted">{i18n.agenda_call()}</p>
                </div>
                <div class="row__meta">
                    <Moment at=one.at language=admin.language/>
                </div>
            </li>
        }
    };
    let item = |item| view! { <AgendaRow item admin=admin.clone()/> };
    let calls = appointments.into_iter().map(|one| (dates::today(one.at), call(one).into_any()));
    let items = page.items.into_iter().map(|one| (one.due_on, item(one).into_any()));
    let mut rows: Vec<(Date, AnyView)> = calls.chain(items).collect();
    rows.sort_by_key(|(day, _)| *day);
    let list = if rows.is_empty() {
        Either::Left(view! { <p class="empty">{i18n.agenda_empty()}</p> })
    } else {
        let rows = rows.into_iter().take(Today::SHOWN).map(|(_, row)| row);
        Either::Right(view! { <ul class="rows">{rows.collect_view()}</ul> })
    };
    view! {
        <section class="today__part" aria-labelledby="agenda-heading" data-live="agenda">
            <h2 id="agenda-heading">{i18n.agenda_heading()}</h2>
            {list}
            <p class="actions list-end"><a href=mine.on(address::agenda()).into_string()>{i18n.agenda_all()}</a></p>
        </section>
    }
}

/// What is to be done with leads, with what each is worth.
#[component]
fn LeadSteps(steps: Vec<LeadStep>, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let row = |one: LeadStep| {
        view! {
            <li class="row">
                <div class="row__main">
                    <a class="row__link" href=address::lead(one.lead_id.as_str()).into_string() dir="auto">{one.step}</a>
                    <p class="muted" dir="auto">{one.name}</p>
                </div>
                <div class="row__meta">
                    {one.value_cents.map(|cents| worth(cents, i18n))}
                    <DueDay date=one.due_on admin=admin.clone()/>
                </div>
            </li>
        }
    };
    (!steps.is_empty()).then(|| {
        view! {
            <section class="today__part" aria-labelledby="steps-heading">
                <h2 id="steps-heading">{i18n.lead_steps()}</h2>
                <ul class="rows">{steps.into_iter().map(row).collect_view()}</ul>
            </section>
        }
    })
}

#[component]
pub fn NewsList(news: Vec<News>, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let line = |one: News| {
        let at = one.at();
        let (text, detail, href) = describe(one, &admin);
        let text = match href {
            Some(href) => view! { <a class="row__link" href=href dir="auto">{text}</a> }.into_any(),
            None => view! { <span dir="auto">{text}</span> }.into_any(),
        };
        view! {
            <li class="row">
                <div class="row__main">
                    {text} {detail.map(|detail| view! { <p class="muted" dir="auto">{detail}</p> })}
                </div>
                <div class="row__meta">
                    <Ago at admin=admin.clone()/>
                </div>
            </li>
        }
    };
    let list = or_empty(
        news.is_empty(),
        i18n.news_empty(),
        || view! { <ul class="rows">{news.into_iter().map(line).collect_view()}</ul> },
    );
    view! {
        <section class="today__part" aria-labelledby="news-heading" data-live="news">
            <h2 id="news-heading">{i18n.news_heading()}</h2>
            {list}
        </section>
    }
}

/// The text of a line, what stands below it, and where it leads.
fn describe(news: News, admin: &AdminView) -> (String, Option<String>, Option<String>) {
    let i18n = admin.i18n;
    let place = |project: Option<ProjectId>, deliverable: &str| {
        project
            .map(|project| ProjectPart::Plan.address(project.as_str()).with_fragment(&deliverable_place(deliverable)))
    };
    match news {
        News::Messages { client, name, count, .. } => {
            (i18n.news_messages(count, &name), None, Some(address::thread(client.as_str()).into_string()))
        }
        News::Approved { deliverable, title, project, by, .. } => {
            (i18n.news_approved(&by, &title), None, place(project, deliverable.as_str()))
        }
        News::ChangesRequested { deliverable, title, project, by, .. } => {
            (i18n.news_changes(&by, &title), None, place(project, deliverable.as_str()))
        }
        News::Lead { id, name, source, .. } => {
            (name, Some(format!("{} · {source}", i18n.news_lead())), Some(address::lead(id.as_str()).into_string()))
        }
    }
}

#[component]
pub fn Steps(steps: FirstSteps, i18n: I18n) -> impl IntoView {
    let FirstSteps { has_brand, client, has_project } = steps;
    let new_project = Address::path("/admin/projects/new".to_owned());
    let new_project = client.as_ref().map(|id| new_project.with("client", id.as_str()).into_string());
    let send = client.as_ref().map(|id| address::client(id.as_str()).with_fragment("portal"));
    let has_client = client.is_some();
    let step = |is_done: bool, text: &'static str, href: Option<String>| {
        let name = match href.filter(|_| !is_done) {
            Some(href) => view! { <a href=href>{text}</a> }.into_any(),
            None => text.into_any(),
        };
        let done = is_done.then(|| view! { <span class="status status--completed">{i18n.step_done()}</span> });
        view! { <li class="step" class:step--done=is_done>{name} " " {done}</li> }
    };
    view! {
        <section class="panel steps" aria-labelledby="first-steps">
            <h2 id="first-steps">{i18n.first_steps()}</h2>
            <p class="muted">{i18n.first_steps_hint()}</p>
            <ol class="steps__list">
                {step(has_brand, i18n.step_brand(), is_for_owner().then(|| Section::Look.address().into_string()))}
                {step(has_client, i18n.step_client(), Some("/admin/clients/new".to_owned()))}
                {step(has_project, i18n.step_project(), new_project)}
                {step(false, i18n.step_send(), send)}
            </ol>
            <p class="muted">{i18n.step_send_hint()}</p>
        </section>
    }
}
