//! The documents and payments of a project; amounts are not shown to clients.

use app::dates;
use domain::portal::{PortalDocument, PortalPayment};
use leptos::prelude::*;

use crate::address;
use crate::i18n::I18n;
use crate::ui::or_empty;

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
        let (class, state) = if paid {
            ("status status--completed", i18n.paid())
        } else {
            ("status status--pending", i18n.unpaid())
        };
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
