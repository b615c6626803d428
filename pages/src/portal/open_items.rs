//! The open items of the client.

use app::dates;
use domain::OpenItems;
use domain::portal::open_items::{ItemProject, NextDue, PaymentDue, ToApprove, UnreadChannel};
use leptos::either::Either;
use leptos::prelude::*;

use super::FormTarget;
use crate::address::{Address, CONVERSATION, deliverable_place};
use crate::i18n::I18n;

/// Deliverables to approve, unread channels, the next due date and the next payment, each with a link. With several
/// projects each names its own.
#[component]
pub fn OpenItemList(items: OpenItems, target: FormTarget, has_several: bool, i18n: I18n) -> impl IntoView {
    let is_empty = items.is_empty();
    let class = if is_empty { "needs needs--nothing" } else { "needs" };
    let empty = is_empty.then(|| view! { <p class="empty">{i18n.no_open_items()}</p> });
    let place = ItemPlace { shown: target.project, has_several };
    let OpenItems { to_approve, unread, next_due, next_payment, other_payments, .. } = items;
    let approval = |item| view! { <Approval item place=place.clone() i18n/> }.into_any();
    let channel = |item| view! { <Unread item place=place.clone() i18n/> }.into_any();
    let due = |item| view! { <Due item place=place.clone() i18n/> }.into_any();
    let payment = |item| view! { <Payment item others=other_payments place=place.clone() i18n/> }.into_any();
    let list = [
        to_approve.into_iter().map(approval).collect_view(),
        unread.into_iter().map(channel).collect_view(),
        next_due.into_iter().map(due).collect_view(),
        next_payment.into_iter().map(payment).collect_view(),
    ];
    view! {
        <section class=class aria-labelledby="needs">
            <h2 id="needs">{i18n.open_items()}</h2>
            {empty}
            <ul class="needs__list">{list}</ul>
        </section>
    }
}

/// Where the items are listed.
#[derive(Clone)]
struct ItemPlace {
    /// The id of the project shown.
    shown: String,
    has_several: bool,
}

impl ItemPlace {
    fn is_shown(&self, project: &ItemProject) -> bool {
        project.id.as_str() == self.shown
    }

    /// The page that shows `project`.
    fn address(&self, project: &ItemProject) -> Address {
        let here = Address::here();
        if self.is_shown(project) { here } else { here.with("project", project.id.as_str()) }
    }

    /// `text`, with the name of the project if there are several.
    fn named(&self, text: String, project: ItemProject) -> String {
        if self.has_several && text != project.name { format!("{text} · {}", project.name) } else { text }
    }
}

#[component]
fn Approval(item: ToApprove, place: ItemPlace, i18n: I18n) -> impl IntoView {
    let ToApprove { project, id, title, phase_name } = item;
    let href = place.address(&project).with_fragment(&deliverable_place(id.as_str()));
    let more = place.named(phase_name, project);
    view! { <OpenItem href=Some(href) kind=i18n.to_approve() what=title more/> }
}

#[component]
fn Unread(item: UnreadChannel, place: ItemPlace, i18n: I18n) -> impl IntoView {
    let UnreadChannel { key, phase, count } = item;
    let project = phase.as_ref().map_or(place.shown.as_str(), |(_, project)| project.id.as_str());
    let href = Address::here().project(project, key.as_str()).with_fragment(CONVERSATION);
    let more = match phase {
        Some((name, project)) => place.named(name, project),
        None => i18n.general().to_owned(),
    };
    view! { <OpenItem href=Some(href) kind=i18n.to_read() what=i18n.unread_messages(count) more/> }
}

#[component]
fn Due(item: NextDue, place: ItemPlace, i18n: I18n) -> impl IntoView {
    let NextDue { project, name, on } = item;
    let href = (!place.is_shown(&project)).then(|| place.address(&project).into_string());
    let more = place.named(name, project);
    view! { <OpenItem href kind=i18n.next_due() what=dates::day(on, i18n.0) more/> }
}

#[component]
fn Payment(item: PaymentDue, others: usize, place: ItemPlace, i18n: I18n) -> impl IntoView {
    let PaymentDue { project, label, due_on, overdue } = item;
    let day = dates::day(due_on, i18n.0);
    let when = if overdue { i18n.payment_was_due(&day) } else { i18n.payment_due(&day) };
    let href = place.address(&project).with_fragment("payments");
    let when = place.named(when, project);
    let more = if others > 0 { format!("{when}, {}", i18n.and_more(others)) } else { when };
    view! { <OpenItem href=Some(href) kind=i18n.to_pay() what=label more/> }
}

/// One line of the list; a link if `href` is set.
#[component]
fn OpenItem(href: Option<String>, kind: &'static str, what: String, more: String) -> impl IntoView {
    let arrow = href.as_ref().map(|_| view! { <span class="need__arrow" aria-hidden="true">"→"</span> });
    let line = view! {
        <span class="need__kind">{kind}</span>
        " "
        <span>
            <span class="need__what" dir="auto">{what}</span>
            " "
            <span class="need__more" dir="auto">{more}</span>
        </span>
        {arrow}
    };
    let line = match href {
        Some(href) => Either::Left(view! { <a class="need" href=href>{line}</a> }),
        None => Either::Right(view! { <p class="need">{line}</p> }),
    };
    view! { <li>{line}</li> }
}
