//! The open items of the client.

use app::dates;
use domain::portal::open_items::{NextDue, PaymentDue, ToApprove, UnreadChannel};
use leptos::either::Either;
use leptos::prelude::*;

use super::FormTarget;
use crate::address::{Address, CONVERSATION, deliverable_place};
use crate::i18n::I18n;

/// Deliverables to approve, unread channels, the next due date and the next payment, each with a link.
#[component]
pub fn OpenItems(items: domain::OpenItems, target: FormTarget, i18n: I18n) -> impl IntoView {
    let is_empty = items.is_empty();
    let class = if is_empty { "needs needs--nothing" } else { "needs" };
    let empty = is_empty.then(|| view! { <p class="empty">{i18n.no_open_items()}</p> });
    let domain::OpenItems { to_approve, unread, next_due, next_payment, other_payments, .. } = items;
    let list = [
        to_approve.into_iter().map(|item| view! { <Approval item i18n/> }.into_any()).collect_view(),
        unread
            .into_iter()
            .map(|item| view! { <Unread item target=target.clone() i18n/> }.into_any())
            .collect_view(),
        next_due.into_iter().map(|item| view! { <Due item i18n/> }.into_any()).collect_view(),
        next_payment
            .into_iter()
            .map(|item| view! { <Payment item others=other_payments i18n/> }.into_any())
            .collect_view(),
    ];
    view! {
        <section class=class aria-labelledby="needs">
            <h2 id="needs">{i18n.open_items()}</h2>
            {empty}
            <ul class="needs__list">{list}</ul>
        </section>
    }
}

#[component]
fn Approval(item: ToApprove, i18n: I18n) -> impl IntoView {
    let ToApprove { id, title, phase_name } = item;
    view! {
        <OpenItem href=Some(format!("#{}", deliverable_place(id.as_str()))) kind=i18n.to_approve() what=title more=phase_name/>
    }
}

#[component]
fn Unread(item: UnreadChannel, target: FormTarget, i18n: I18n) -> impl IntoView {
    let UnreadChannel { key, phase_name, count } = item;
    let href = Address::here().project(&target.project, key.as_str()).at(CONVERSATION);
    let channel = phase_name.unwrap_or_else(|| i18n.general().to_owned());
    view! {
        <OpenItem href=Some(href) kind=i18n.to_read() what=i18n.unread_messages(count) more=channel/>
    }
}

#[component]
fn Due(item: NextDue, i18n: I18n) -> impl IntoView {
    let NextDue { name, on } = item;
    view! { <OpenItem href=None kind=i18n.next_due() what=dates::day(on, i18n.0) more=name/> }
}

#[component]
fn Payment(item: PaymentDue, others: usize, i18n: I18n) -> impl IntoView {
    let PaymentDue { label, due_on, overdue } = item;
    let day = dates::day(due_on, i18n.0);
    let when = if overdue { i18n.payment_was_due(&day) } else { i18n.payment_due(&day) };
    let more = if others > 0 { format!("{when}, {}", i18n.and_more(others)) } else { when };
    view! { <OpenItem href=Some("#payments".to_owned()) kind=i18n.to_pay() what=label more/> }
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
