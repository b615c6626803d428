//! What only the client can do: cards of the project shown, its unread messages, and what waits in other projects.

use app::dates;
use app::outcome::Done;
use domain::line::{initials, one_line, shortened};
use domain::portal::open_items::{OpenMaterial, ToApprove, UnreadChannel};
use domain::portal::{PortalDeliverable, PortalPhase, PortalProject};
use domain::{Author, ChannelView, Checklist, Comment, DeliverableStatus, OpenItems, TaskStatus};
use leptos::either::Either;
use leptos::prelude::*;

use super::PortalContext;
use super::deliverable::ReviewCard;
use crate::address::{Address, CONVERSATION, deliverable_place};
use crate::i18n::I18n;

/// How much of an unread message is shown.
const MAX_SHOWN: usize = 120;

/// How many of the items belong to the project `shown`, or to none.
pub fn count_here(items: &OpenItems, shown: &str) -> usize {
    let approvals = items.to_approve.iter().filter(|item| item.project.id.as_str() == shown).count();
    let material = items.material.iter().filter(|item| item.project.id.as_str() == shown).count();
    approvals + material + items.unread.iter().filter(|item| item.is_with(shown)).count()
}

#[component]
pub fn YourTurn(
    items: OpenItems,
    /// The project shown.
    project: Option<PortalProject>,
    channels: Vec<ChannelView>,
    i18n: I18n,
) -> impl IntoView {
    let PortalContext { agency, person, target, flash, .. } = expect_context();
    let shown = target.project;
    let others = |is_needed: bool| {
        (is_needed && !person.can_write()).then(|| {
            let text = i18n.others_send(&i18n.site_name(&agency), person.client.company_or_name());
            view! { <p>{text}</p> }
        })
    };
    let is_needed = project.iter().flat_map(|project| &project.material).any(Checklist::is_open);
    let phases = project.map(|project| project.phases).unwrap_or_default();
    let thanks = flash.about.filter(|_| flash.done == Some(Done::Approved)).and_then(|approved| {
        let title =
            in_plan(&phases).find(|(_, one)| one.deliverable.id.as_str() == approved)?.1.deliverable.title.clone();
        let next = items.to_approve.iter().find(|item| item.project.id.as_str() == shown).cloned();
        Some(view! { <Thanks title next phases=phases.clone() i18n/> })
    });
    let cards = in_plan(&phases)
        .filter(|(_, one)| one.deliverable.status == DeliverableStatus::InReview)
        .enumerate()
        .map(|(index, (phase, one))| {
            view! { <ReviewCard one=one.clone() phase=phase.name.clone() is_first=index == 0 i18n/> }
        })
        .collect::<Vec<_>>();
    let is_empty = items == OpenItems::default() && cards.is_empty() && !is_needed && thanks.is_none();
    // Deliverables that others of the client approve, material that others send.
    let is_others = !is_empty && items == OpenItems::default() && thanks.is_none();
    let heading = if is_others { i18n.others_turn() } else { i18n.open_items() };
    let empty = is_empty.then(|| view! { <p class="empty">{i18n.no_open_items()}</p> });
    let others = others(is_needed);
    let (material, material_elsewhere): (Vec<_>, Vec<_>) =
        items.material.into_iter().partition(|item| item.project.id.as_str() == shown);
    let material = material.into_iter().map(|item| view! { <MaterialItem item is_here=true i18n/> }).collect_view();
    let material_elsewhere =
        material_elsewhere.into_iter().map(|item| view! { <MaterialItem item is_here=false i18n/> }).collect_view();
    let (unread, unread_elsewhere): (Vec<_>, Vec<_>) = items.unread.into_iter().partition(|item| item.is_with(&shown));
    let unread = unread.into_iter().map(|item| {
        let channel = channels.iter().find(|channel| channel.key == item.key);
        let messages = channel.into_iter().flat_map(|channel| &channel.messages);
        let newest = messages.rev().find(|message| message.author == Author::Admin);
        view! { <UnreadItem item newest=newest.cloned() shown=shown.clone() i18n/> }
    });
    let elsewhere = items.to_approve.into_iter().filter(|item| item.project.id.as_str() != shown);
    let elsewhere = elsewhere.map(|item| view! { <ApprovalElsewhere item i18n/> }).collect_view();
    let unread_elsewhere = unread_elsewhere.into_iter().map(|item| view! { <UnreadElsewhere item i18n/> });
    view! {
        <section class="turn" aria-labelledby="needs">
            <h2 id="needs">{heading}</h2>
            {thanks}
            {empty}
            {others}
            <ul class="turn__list">
                {cards}
                {material}
                {unread.collect_view()}
                {elsewhere}
                {material_elsewhere}
                {unread_elsewhere.collect_view()}
            </ul>
        </section>
    }
}

/// The deliverables with their phases, in order.
pub(crate) fn in_plan(phases: &[PortalPhase]) -> impl Iterator<Item = (&PortalPhase, &PortalDeliverable)> {
    let tasks = phases.iter().flat_map(|phase| phase.tasks.iter().map(move |task| (phase, task)));
    tasks.flat_map(|(phase, task)| task.deliverables.iter().map(move |one| (phase, one)))
}

/// After an approval: it takes the focus, and says what comes next.
#[component]
fn Thanks(title: String, next: Option<ToApprove>, phases: Vec<PortalPhase>, i18n: I18n) -> impl IntoView {
    let PortalContext { client_first_name, now, .. } = expect_context();
    // The next task with nothing that the client has approved or is asked to.
    let is_answered = |one: &PortalDeliverable| {
        matches!(one.deliverable.status, DeliverableStatus::InReview | DeliverableStatus::Approved)
    };
    let mut tasks = phases.into_iter().flat_map(|phase| phase.tasks);
    let step = tasks.find(|task| task.status != TaskStatus::Done && !task.deliverables.iter().any(is_answered));
    let step = step.map(|task| {
        let due = task.due_on.map(|on| format!(", {}", i18n.due(&i18n.short_day(on, dates::today(now)))));
        view! { <p>{i18n.our_turn()} " " <b dir="auto">{task.title}</b> {due} "."</p> }
    });
    let next = next.map(|item| {
        let href = format!("#{}", deliverable_place(item.id.as_str()));
        view! { <p><a class="go" href=href>{i18n.next_to_approve(&item.title)}</a></p> }
    });
    view! {
        <div class="thanks" tabindex="-1" autofocus role="group" aria-labelledby="thanks">
            <svg class="thanks__check" viewBox="0 0 48 48" aria-hidden="true">
                <circle cx="24" cy="24" r="24"/>
                <path d="M14 25l7 7 13-15" pathLength="1"/>
            </svg>
            <h3 id="thanks">{i18n.thanks_for_approval(&client_first_name)}</h3>
            <p><q dir="auto">{title}</q></p>
            {step}
            {next}
        </div>
    }
}

#[component]
fn UnreadItem(
    item: UnreadChannel,
    /// The agency's newest message there.
    newest: Option<Comment>,
    shown: String,
    i18n: I18n,
) -> impl IntoView {
    let PortalContext { agency, .. } = expect_context();
    let agency = i18n.site_name(&agency);
    let by = newest.as_ref().and_then(|newest| newest.author_name.clone()).filter(|_| item.count == 1);
    let text = newest.map(|newest| shortened(one_line(&newest.excerpt()), MAX_SHOWN));
    let href = Address::here().project(&shown, item.key.as_str()).with_fragment(CONVERSATION);
    let text = text.map(|text| Either::Left(view! { <q dir="auto">{text}</q> }));
    let text = text.unwrap_or_else(|| Either::Right(i18n.unread_messages(item.count)));
    let who = by.unwrap_or(agency);
    let mark = Some(initials(&who));
    view! { <TurnItem href mark what=i18n.wrote_to_you(&who, item.count)>{text}</TurnItem> }
}

#[component]
fn ApprovalElsewhere(item: ToApprove, i18n: I18n) -> impl IntoView {
    let ToApprove { project, id, title, .. } = item;
    let href = Address::here().with("project", project.id.as_str()).with_fragment(&deliverable_place(id.as_str()));
    view! { <TurnItem href mark=None what=title>{i18n.to_approve_in(&project.name)}</TurnItem> }
}

/// A checklist in which something is missing, which leads to its page.
#[component]
fn MaterialItem(item: OpenMaterial, is_here: bool, i18n: I18n) -> impl IntoView {
    let PortalContext { now, .. } = expect_context();
    let OpenMaterial { project, id, title, arrived, all, due_on, is_reopened } = item;
    let href = Address::here().with("project", project.id.as_str()).with("material", id.as_str()).into_string();
    let due = due_on.map(|on| i18n.due(&i18n.weekday_and_day(on, dates::today(now))));
    let state = match (is_here, is_reopened, all) {
        (false, ..) => i18n.material_needed_in(&project.name),
        (true, true, _) => i18n.material_again().to_owned(),
        (true, false, 1) => i18n.material_to_come().to_owned(),
        (true, false, _) => i18n.arrived_of(arrived, all),
    };
    let more = [Some(state), due.filter(|_| is_here)].into_iter().flatten().collect::<Vec<_>>().join(", ");
    view! { <TurnItem href mark=is_here.then(|| "↑".to_owned()) what=title>{more}</TurnItem> }
}

#[component]
fn UnreadElsewhere(item: UnreadChannel, i18n: I18n) -> impl IntoView {
    let PortalContext { agency, .. } = expect_context();
    let agency = i18n.site_name(&agency);
    item.phase.map(|(_, project)| {
        let href = Address::here().project(project.id.as_str(), item.key.as_str()).with_fragment(CONVERSATION);
        view! {
            <TurnItem href mark=None what=i18n.wrote_to_you(&agency, item.count)>{i18n.in_project(&project.name)}</TurnItem>
        }
    })
}

/// One line that leads to what is to be done; framed if it belongs to the project shown, with a mark at its left.
#[component]
fn TurnItem(href: String, mark: Option<String>, what: String, children: Children) -> impl IntoView {
    let class = if mark.is_some() { "turn__item" } else { "turn__item turn__item--elsewhere" };
    view! {
        <li>
            <a class=class href=href>
                {mark.map(|mark| view! { <span class="avatar" aria-hidden="true">{mark}</span> })}
                <span>
                    <span class="turn__what" dir="auto">{what}</span>
                    " "
                    <span class="turn__more" dir="auto">{children()}</span>
                </span>
            </a>
        </li>
    }
}
