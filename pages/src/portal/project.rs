//! The part of the page beside the conversation: what waits for the client, the project shown, its documents and
//! payments.

use app::dates;
use domain::portal::{PortalDocument, PortalPayment, PortalProject};
use domain::{ChannelView, Checklist, MaterialStatus, OpenItems};
use leptos::either::Either;
use leptos::prelude::*;

use super::PortalContext;
use super::lede::Lede;
use super::phases::Phases;
use super::tile::link_kind;
use super::upcoming::{UpcomingDates, late};
use super::your_turn::YourTurn;
use crate::address::{self, Address};
use crate::i18n::I18n;
use crate::ui::{Outcome, RefusedText, or_empty};

/// A payment that is due within this many days waits for the client.
const SOON: i64 = 3;

#[component]
pub fn Course(
    project: Option<PortalProject>,
    open_items: OpenItems,
    channels: Vec<ChannelView>,
    i18n: I18n,
) -> impl IntoView {
    // The result is shown at its deliverable, or here if that no longer exists.
    let flash = expect_context::<PortalContext>().flash;
    let has = |id: &str| project.as_ref().is_some_and(|project| has_deliverable(project, id));
    let is_shown_above = flash.about.as_deref().is_none_or(|id| !has(id)) && !flash.is_about_message();
    let above = is_shown_above.then(|| {
        view! {
            <Outcome flash=flash.clone() i18n/>
            <RefusedText text=flash.draft/>
        }
    });
    let turn = view! { <YourTurn items=open_items project=project.clone() channels i18n/> };
    let (lede, rest) = match project {
        Some(project) => {
            let lede = view! { <Lede project=project.clone() i18n/> };
            let upcoming = view! { <UpcomingDates project=project.clone() i18n/> };
            let PortalProject { phases, documents, material, payments, .. } = project;
            let rest = view! {
                {upcoming}
                <Phases phases i18n/>
                <Documents documents i18n/>
                <SentMaterial material i18n/>
                <Payments payments i18n/>
            };
            (Either::Left(lede), Some(rest))
        }
        None => (Either::Right(view! { <p class="empty">{i18n.no_projects()}</p> }), None),
    };
    view! {
        <div class="project__course">
            {lede}
            {above}
            {turn}
            {rest}
        </div>
    }
}

fn has_deliverable(project: &PortalProject, id: &str) -> bool {
    let mut tasks = project.phases.iter().flat_map(|phase| &phase.tasks);
    tasks.any(|task| task.deliverables.iter().any(|one| one.deliverable.id.as_str() == id))
}

#[component]
pub fn Documents(
    /// Newest first.
    documents: Vec<PortalDocument>,
    i18n: I18n,
) -> impl IntoView {
    let item = |PortalDocument { name, content }| {
        let url = content.as_ref().and_then(address::content);
        let why = content.as_ref().and_then(|content| i18n.quarantine(content.quarantine()));
        let why = why.map(|why| view! { <span class="muted">" · " {why}</span> });
        let kind = url.as_deref().map(link_kind).filter(|kind| !kind.is_empty() && kind.len() <= 4);
        view! {
            <li>
                <a class="document" href=url target="_blank" rel="noopener noreferrer">
                    <span class="document__kind" aria-hidden="true">{kind.unwrap_or_else(|| "↗".to_owned())}</span>
                    <span dir="auto">{name}</span>
                    {why}
                </a>
            </li>
        }
    };
    let list = or_empty(
        documents.is_empty(),
        i18n.no_documents(),
        || view! { <ul class="rows">{documents.into_iter().map(item).collect_view()}</ul> },
    );
    view! {
        <section aria-labelledby="documents">
            <h2 id="documents">{i18n.documents()}</h2>
            {list}
        </section>
    }
}

/// The checklists of which everything has come; the others wait for the client above.
#[component]
fn SentMaterial(material: Vec<Checklist>, i18n: I18n) -> impl IntoView {
    let shown = expect_context::<PortalContext>().target.project;
    let item = |list: Checklist| {
        let is_accepted = list.items.iter().all(|item| item.request.status == MaterialStatus::Accepted);
        let state = if is_accepted { i18n.material_accepted() } else { i18n.material_received() };
        let id = list.id().map(ToString::to_string).unwrap_or_default();
        let href = Address::here().with("project", &shown).with("material", &id).into_string();
        view! {
            <li class="payment">
                <a href=href dir="auto">{list.title().to_owned()}</a>
                " "
                <span class="pill pill--done">{state}</span>
            </li>
        }
    };
    let sent: Vec<_> = material.into_iter().filter(|list| !list.is_open()).map(item).collect();
    (!sent.is_empty()).then(|| {
        view! {
            <section aria-labelledby="material">
                <h2 id="material">{i18n.material_yours()}</h2>
                <ul class="rows">{sent}</ul>
            </section>
        }
    })
}

/// The payments of a project: label, due date and whether they are paid.
#[component]
pub fn Payments(
    /// By due date.
    payments: Vec<PortalPayment>,
    i18n: I18n,
) -> impl IntoView {
    let today = dates::today(expect_context::<PortalContext>().now);
    let item = |PortalPayment { label, due_on, paid }| {
        let due_on = due_on.filter(|_| !paid);
        let due = due_on.map(|date| i18n.due(&i18n.weekday_and_day(date, today)));
        let days = due_on.map(|date| date.days_since_1970() - today.days_since_1970());
        let (class, state) = match days {
            _ if paid => ("pill pill--done", i18n.paid().to_owned()),
            Some(..0) => ("pill pill--late", late(due_on.unwrap_or(today), today, i18n).unwrap_or_default()),
            Some(0..=SOON) => ("pill pill--waiting", i18n.unpaid().to_owned()),
            _ => ("pill", i18n.unpaid().to_owned()),
        };
        view! {
            <li class="payment">
                <span>
                    <span class="payment__label" dir="auto">{label}</span>
                    " "
                    {due.map(|due| view! { <span class="payment__due">{due}</span> })}
                </span>
                " "
                <span class=class>{state}</span>
            </li>
        }
    };
    let list = or_empty(
        payments.is_empty(),
        i18n.no_payments(),
        || view! { <ul class="rows">{payments.into_iter().map(item).collect_view()}</ul> },
    );
    view! {
        <section aria-labelledby="payments">
            <h2 id="payments">{i18n.payments()}</h2>
            {list}
        </section>
    }
}
