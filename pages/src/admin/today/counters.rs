//! The counters; each opens the list of what it counts.

use domain::overview::{Counters, OpenPayments};
use domain::{amount, minutes};
use leptos::tachys::view::any_view::AnyView;

use crate::admin::prelude::*;
use crate::ui::relative::days_until;

/// A number with the list it opens.
#[component]
fn Counter(
    list: Address,
    label: &'static str,
    number: String,
    /// `late`, `waiting` or empty.
    #[prop(optional)]
    kind: &'static str,
    note: AnyView,
) -> impl IntoView {
    view! {
        <li class=format!("counter counter--{kind}")>
            <a class="counter__link" href=list.into_string()>
                <span class="counter__label">{label}</span>
                <span class="counter__number">{number}</span>
            </a>
            <p class="counter__note">{note}</p>
        </li>
    }
}

#[component]
pub fn CounterCards(counters: Counters, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let Counters { to_answer, unanswered, in_review, overdue, unpaid } = counters;
    let since = |at| i18n.since_days(-days_until(dates::today(at), admin.now));
    let answer_note = match to_answer {
        (0, _) => i18n.nobody_waits().to_owned(),
        (_, first) => first.map(|at| i18n.first_waits(&since(at))).unwrap_or_default(),
    };
    let review_note = match in_review {
        (0, _) => i18n.nothing_in_review().to_owned(),
        (count, first) => {
            let first = first.map(|at| format!(", {}", i18n.first_one_waits(&since(at)))).unwrap_or_default();
            format!("{}{first}", i18n.deliverables_to_approve(count))
        }
    };
    let unanswered = (unanswered > 0).then(|| {
        let list = address::clients().with("show", "unanswered").with("sort", "waiting").into_string();
        view! {
            <br/>
            <a href=list>{i18n.clients_unanswered(unanswered)}</a>
        }
    });
    let overdue_number =
        if overdue >= Counters::MAX_COUNTED { format!("{}+", Counters::MAX_COUNTED - 1) } else { overdue.to_string() };
    let overdue_note = if overdue == 0 { i18n.nothing_overdue() } else { "" };
    let (waiting, late) = (if in_review.0 > 0 { "waiting" } else { "" }, if overdue > 0 { "late" } else { "" });
    view! {
        <ul class="counters">
            <Counter
                list=address::clients().with("show", "to_answer").with("sort", "waiting")
                label=i18n.counter_to_answer()
                number=to_answer.0.to_string()
                note=answer_note.into_any()
            />
            <Counter
                list=address::deliverables().with("status", "in_review")
                label=i18n.counter_waiting()
                number=in_review.0.to_string()
                kind=waiting
                note=view! { {review_note} {unanswered} }.into_any()
            />
            <Counter
                list=address::agenda().with("show", "overdue")
                label=i18n.counter_overdue()
                number=overdue_number
                kind=late
                note=overdue_note.into_any()
            />
            <Counter
                list=address::payments()
                label=i18n.counter_unpaid()
                number=unpaid_amount(&unpaid, &admin)
                note=unpaid_note(&unpaid, &admin).into_any()
            />
        </ul>
    }
}

/// `1.200,00 €`, with more than one currency `1.200,00 € + 300,00 $`.
fn unpaid_amount(unpaid: &[OpenPayments], admin: &AdminView) -> String {
    let amount = |one: &OpenPayments| amount::written(one.cents.into(), &one.currency, admin.language);
    if unpaid.is_empty() { "0".to_owned() } else { unpaid.iter().map(amount).collect::<Vec<_>>().join(" + ") }
}

fn unpaid_note(unpaid: &[OpenPayments], admin: &AdminView) -> String {
    let i18n = admin.i18n;
    let overdue = unpaid.iter().filter(|one| one.overdue_cents > 0);
    let amount = |one: &OpenPayments| amount::written(one.overdue_cents.into(), &one.currency, admin.language);
    let overdue = overdue.map(amount).collect::<Vec<_>>().join(" + ");
    match (unpaid.is_empty(), overdue.is_empty()) {
        (true, _) => i18n.nothing_unpaid().to_owned(),
        (false, true) => i18n.none_overdue().to_owned(),
        (false, false) => i18n.amount_overdue(&overdue),
    }
}

/// Hours and leads, which do not wait for anybody.
#[component]
pub fn FigureCards(month_minutes: i64, leads: (i64, i64), admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    view! {
        <ul class="counters counters--quiet">
            <Counter
                list=address::hours()
                label=i18n.hours_this_month()
                number=minutes::written(month_minutes)
                note=i18n.hours_compared().into_any()
            />
            <Counter
                list=address::lead_trends()
                label=i18n.leads_twelve_weeks()
                number=leads.0.to_string()
                note=i18n.became_clients(leads.1).into_any()
            />
        </ul>
    }
}
