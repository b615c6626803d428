//! What is to be billed in a month.

use domain::overview::{Billing, ListedPayment, UnbilledHours};
use domain::{Currency, amount, minutes};

use crate::admin::prelude::*;
use crate::admin::projects::ProjectPart;

/// `5.145,00 € + 300,00 $`; `None` where there is nothing.
pub fn sums<'a>(amounts: impl Iterator<Item = (&'a Currency, i64)>, i18n: I18n) -> Option<String> {
    let written = |(currency, cents): (&Currency, i64)| amount::written(cents.into(), currency, i18n.0);
    let sums: Vec<String> = amounts.filter(|(_, cents)| *cents != 0).map(written).collect();
    (!sums.is_empty()).then(|| sums.join(" + "))
}

/// What falls due in the month.
pub fn due(billing: &Billing, i18n: I18n) -> Option<String> {
    sums(billing.sums.iter().map(|(currency, cents)| (currency, *cents)), i18n)
}

/// The payments that fall due, with their sum, and the hours since the last payment.
#[component]
pub fn BillingPanel(billing: Billing, admin: AdminView) -> impl IntoView {
    /// The others are in the list of payments.
    const SHOWN: usize = 6;
    let i18n = admin.i18n;
    let month = dates::month(billing.month, i18n.0);
    let sum = due(&billing, i18n);
    let list = address::payments().with("month", &billing.month.to_string()[..7]).into_string();
    let is_empty = sum.is_none() && billing.hours.is_empty();
    let payment = |one: ListedPayment| {
        let href = ProjectPart::Payments.path(one.project_id.as_str());
        let amount = amount::written(one.amount_cents.into(), &one.currency, i18n.0);
        let due = one.due_on.map(|date| view! { <DueDay date admin=admin.clone()/> });
        view! { <Line name=one.client_name href about=one.label number=amount>{due}</Line> }
    };
    let hours = |one: UnbilledHours| {
        let href = ProjectPart::Times.path(one.project_id.as_str());
        let since = one.since.map(|day| i18n.since_day(&dates::day(day, i18n.0)));
        let number = i18n.in_hours(&minutes::written(one.minutes));
        view! { <Line name=one.client_name href about=one.project_name number>{since}</Line> }
    };
    let has_hours = !billing.hours.is_empty();
    let list_of_hours = has_hours.then(|| {
        view! {
            <h3>{i18n.hours_to_bill()}</h3>
            <ul>{billing.hours.into_iter().take(SHOWN).map(hours).collect_view()}</ul>
        }
    });
    view! {
        <h2 id="billing-heading">{i18n.billing_heading(&month)}</h2>
        <div class="bill">
            {is_empty.then(|| view! { <p class="muted">{i18n.nothing_to_bill()}</p> })}
            {sum.map(|sum| view! { <p class="bill__sum"><span>{i18n.bill_total()}</span> <strong>{sum}</strong></p> })}
            <ul>{billing.due.into_iter().take(SHOWN).map(payment).collect_view()}</ul>
            {list_of_hours}
            <p><a href=list>{i18n.payments_of(&month)}</a></p>
        </div>
    }
}

#[component]
fn Line(name: String, href: String, about: String, number: String, children: Children) -> impl IntoView {
    view! {
        <li class="bill__line">
            <span>
                <a href=href dir="auto">{name}</a>
                <span class="muted"><bdi>{about}</bdi> " · " {children()}</span>
            </span>
            <span class="amount">{number}</span>
        </li>
    }
}
