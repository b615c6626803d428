//! The payments of a project.

use domain::amount::{self, PaymentTotals};
use domain::{Payment, Versioned};
use leptos::either::Either;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

use super::frame::{Opened, PapersHead, about, opening};
use super::payment_form::{AddPaymentForm, EditPaymentForm, PaidForm};
use crate::address::Address;
use crate::admin::desk::{DeskView, Place, desk_page};
use crate::admin::projects::ProjectPart;
use crate::dates;
use crate::rpc::{self, DeletePayment, Papers};
use crate::ui::DeleteForm;
use crate::words::Words;

/// `/admin/projects/{id}/payments`.
#[component]
pub fn PaymentsPage() -> impl IntoView {
    let opened = Opened::of_page();
    let load = rpc::load_payments(opened.project.clone());
    desk_page(Place::Projects, load, move |papers: Papers<Payment>, desk| {
        let words = desk.words;
        let Papers { folder, items, new_id, .. } = papers;
        let title = format!("{} · {}", words.part_payments(), folder.name);
        let find = |id: &Option<String>| {
            items.iter().find(|item| Some(item.record.id.as_str()) == id.as_deref()).cloned()
        };
        let (edited, going, paid) = (find(&opened.edit), find(&opened.delete), find(&opened.pay));
        let adding = opened.adding("payment", |_| edited.is_some());
        let payments: Vec<Payment> = items.into_iter().map(|item| item.record).collect();
        let body = view! {
            <PapersHead folder part=ProjectPart::Payments words/>
            <Totals payments=payments.clone() words/>
            {edited.map(|Versioned { record, version }| {
                view! { <EditPaymentForm payment=record version desk=desk.clone()/> }
            })}
            {paid.map(|item| view! { <PaidForm payment=item.record desk=desk.clone()/> })}
            {going.map(|item| view! { <DeletePaymentForm payment=item.record words/> })}
            <AddPaymentForm project=opened.project.clone() id=new_id name=adding open=payments.is_empty() desk=desk.clone()/>
            <PaymentTable payments desk=desk.clone()/>
        };
        (title, body)
    })
}

#[component]
fn Totals(payments: Vec<Payment>, words: Words) -> impl IntoView {
    let total = |of: PaymentTotals| {
        let sum = |cents| amount::written(cents, &of.currency, words.0);
        view! {
            <dl class="totals">
                <div>
                    <dt>{words.total_agreed()}</dt>
                    <dd>{sum(of.agreed)}</dd>
                </div>
                <div>
                    <dt>{words.total_paid()}</dt>
                    <dd>{sum(of.paid)}</dd>
                </div>
                <div>
                    <dt>{words.total_open()}</dt>
                    <dd>{sum(of.open())}</dd>
                </div>
            </dl>
        }
    };
    PaymentTotals::of(&payments).into_iter().map(total).collect_view()
}

#[component]
fn PaymentTable(payments: Vec<Payment>, desk: DeskView) -> impl IntoView {
    let words = desk.words;
    if payments.is_empty() {
        return Either::Left(view! { <p class="empty">{words.payments_empty()}</p> });
    }
    let row = |payment| view! { <PaymentRow payment desk=desk.clone()/> };
    Either::Right(view! {
        <div class="table" role="region" aria-label=words.part_payments() tabindex="0">
            <table>
                <thead>
                    <tr>
                        <th scope="col">{words.payment_label()}</th>
                        <th scope="col">{words.paper_due()}</th>
                        <th scope="col">{words.payment_state()}</th>
                        <th scope="col" class="number">{words.payment_amount()}</th>
                        <th scope="col">
                            <span class="sr-only">{words.paper_actions()}</span>
                        </th>
                    </tr>
                </thead>
                <tbody>{payments.into_iter().map(row).collect_view()}</tbody>
            </table>
        </div>
    })
}

#[component]
fn PaymentRow(payment: Payment, desk: DeskView) -> impl IntoView {
    let words = desk.words;
    let Payment { id, project_id, label, amount_cents, currency, due_on, paid_at } = payment;
    let day = |date| dates::day(date, words.0);
    let is_late = paid_at.is_none() && due_on.is_some_and(|due| due < dates::today(desk.now));
    let (class, state) = match paid_at {
        Some(at) => ("status status--completed", words.paid_on(&day(dates::today(at)))),
        None if is_late => ("status status--late", words.payment_overdue().to_owned()),
        None => ("status status--pending", words.unpaid().to_owned()),
    };
    let mark = if paid_at.is_some() { words.payment_unmark() } else { words.payment_mark() };
    let page = Address::path(ProjectPart::Payments.path(project_id.as_str()));
    let open = |what: &str, place: String| opening(&page, None, what, id.as_str()).at(&place);
    let actions = [
        about(open("pay", format!("paid-{id}")), mark, label.clone()),
        about(open("edit", format!("payment-{id}")), words.edit(), label.clone()),
        about(open("delete", "delete".to_owned()), words.delete(), label.clone()),
    ];
    view! {
        <tr>
            <th scope="row" dir="auto">{label}</th>
            <td class="table__day">{due_on.map(day)}</td>
            <td>
                <span class=class>{state}</span>
            </td>
            <td class="number">{amount::written(amount_cents.into(), &currency, words.0)}</td>
            <td class="table__actions">{actions}</td>
        </tr>
    }
}

#[component]
fn DeletePaymentForm(payment: Payment, words: Words) -> impl IntoView {
    let project = payment.project_id.to_string();
    let back = ProjectPart::Payments.path(&project);
    view! {
        <DeleteForm
            question=words.delete_named(&payment.label)
            takes=Vec::new()
            action=DeletePayment::PATH
            arguments=vec![("project", project), ("id", payment.id.to_string())]
            back
            words
        />
    }
}
