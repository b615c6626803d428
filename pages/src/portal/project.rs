//! The part of the page beside the conversation: open items, the project shown, its documents and payments.

use app::dates;
use domain::portal::{PortalDocument, PortalPayment, PortalProject};
use domain::{Date, OpenItems};
use leptos::either::Either;
use leptos::prelude::*;

use super::PortalContext;
use super::open_items::OpenItemList;
use super::phases::Phases;
use crate::address;
use crate::i18n::I18n;
use crate::ui::{Outcome, RefusedText, or_empty};

#[component]
pub fn Course(
    project: Option<PortalProject>,
    open_items: OpenItems,
    context: PortalContext,
    i18n: I18n,
) -> impl IntoView {
    // The result is shown at its deliverable, or here if that no longer exists.
    let flash = context.flash.clone();
    let has = |id: &str| project.as_ref().is_some_and(|project| has_deliverable(project, id));
    let is_shown_above = flash.about.as_deref().is_none_or(|id| !has(id)) && !flash.is_about_message();
    let above = is_shown_above.then(|| {
        view! {
            <Outcome flash=flash.clone() i18n/>
            <RefusedText text=flash.draft.clone()/>
        }
    });
    let open_items =
        view! { <OpenItemList items=open_items target=context.target.clone() has_several=context.has_several i18n/> };
    let (lede, rest) = match project {
        Some(project) => {
            let lede = view! { <Lede project=project.clone() i18n/> };
            let PortalProject { phases, documents, payments, .. } = project;
            let rest = view! {
                <Phases phases target=context.target flash i18n/>
                <Documents documents i18n/>
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
            {open_items}
            {rest}
        </div>
    }
}

fn has_deliverable(project: &PortalProject, id: &str) -> bool {
    let mut tasks = project.phases.iter().flat_map(|phase| &phase.tasks);
    tasks.any(|task| task.deliverables.iter().any(|one| one.id.as_str() == id))
}

/// Status, dates and description of the project.
#[component]
fn Lede(project: PortalProject, i18n: I18n) -> impl IntoView {
    let PortalProject { description, status, starts_on, due_on, .. } = project;
    let format_day = |date: Date| dates::day(date, i18n.0);
    let period = i18n.period(starts_on.map(format_day).as_deref(), due_on.map(format_day).as_deref());
    view! {
        <div class="lede">
            <p class="lede__facts">
                <span class=format!("status status--{status}")>{i18n.project_status(status)}</span>
                " "
                {(!period.is_empty()).then(|| view! { <span>{period}</span> })}
            </p>
            {description.map(|text| view! { <p class="prose" dir="auto">{text}</p> })}
        </div>
    }
}

#[component]
pub fn Documents(
    /// Newest first.
    documents: Vec<PortalDocument>,
    i18n: I18n,
) -> impl IntoView {
    let item = |PortalDocument { name, url }| {
        let url = address::link(&url);
        view! { <li><a href=url target="_blank" rel="noopener noreferrer" dir="auto">{name}</a></li> }
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

/// The payments of a project: label, due date and whether they are paid.
#[component]
pub fn Payments(
    /// By due date.
    payments: Vec<PortalPayment>,
    i18n: I18n,
) -> impl IntoView {
    let item = |PortalPayment { label, due_on, paid }| {
        let due = due_on.filter(|_| !paid).map(|date| {
            view! { <span class="payment__due">{i18n.payment_due(&dates::day(date, i18n.0))}</span> }
        });
        let (class, state) =
            if paid { ("status status--completed", i18n.paid()) } else { ("status status--pending", i18n.unpaid()) };
        view! {
            <li class="payment">
                <span class="payment__label" dir="auto">{label}</span>
                " "
                <span class="payment__facts">{due} <span class=class>{state}</span></span>
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
