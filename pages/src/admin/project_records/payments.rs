//! The payments of a project.

use app::dates;
use domain::amount;
use domain::projects::payment_totals::PaymentTotals;
use domain::{Payment, Versioned};
use leptos::either::Either;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

use super::payment_form::{AddPaymentForm, EditPaymentForm, PaidForm};
use super::record::{
    DeleteRecord, OpenRecord, RecordRef, RecordsHead, RecordsQuery, form_address, record_link,
};
use crate::admin::project_records::actions::DeletePayment;
use crate::admin::projects::ProjectPart;
use crate::admin::{AdminRequest, AdminView, NavItem, PageResult};
use crate::extract::{Path, Query};
use crate::i18n::I18n;

/// `GET /admin/projects/{project}/payments`
pub async fn page(
    Path(project): Path<String>,
    Query(query): Query<RecordsQuery>,
    request: AdminRequest,
) -> PageResult {
    let opened = OpenRecord::new(project, query);
    let (folder, items) = request.store.payments(&opened.project).await?;
    let new = RecordRef::new(ProjectPart::Payments, &opened.project, &store::new_id());
    let show = move |admin: AdminView| {
        let i18n = admin.i18n;
        let title = format!("{} · {}", i18n.part_payments(), folder.name);
        let find = |id: &Option<String>| {
            items.iter().find(|item| Some(item.record.id.as_str()) == id.as_deref()).cloned()
        };
        let (edited, to_delete, paid) = (find(&opened.edit), find(&opened.delete), find(&opened.pay));
        let add_form_name = opened.add_form_name("payment", |_| edited.is_some());
        let payments: Vec<Payment> = items.into_iter().map(|item| item.record).collect();
        let body = view! {
            <RecordsHead folder part=ProjectPart::Payments i18n/>
            <Totals payments=payments.clone() i18n/>
            {edited.map(|Versioned { record, version }| {
                view! { <EditPaymentForm payment=record version admin=admin.clone()/> }
            })}
            {paid.map(|item| view! { <PaidForm payment=item.record admin=admin.clone()/> })}
            {to_delete.map(|Versioned { record: payment, .. }| {
                let record = RecordRef::new(ProjectPart::Payments, &payment.project_id, &payment.id);
                view! { <DeleteRecord name=payment.label action=DeletePayment::PATH record i18n/> }
            })}
            <AddPaymentForm record=new name=add_form_name open=payments.is_empty() admin=admin.clone()/>
            <PaymentTable payments admin=admin.clone()/>
        };
        (title, body.into_any())
    };
    request.page(NavItem::Projects, show).await
}

#[component]
fn Totals(payments: Vec<Payment>, i18n: I18n) -> impl IntoView {
    let total = |of: PaymentTotals| {
        let sum = |cents| amount::written(cents, &of.currency, i18n.0);
        view! {
            <dl class="totals">
                <div>
                    <dt>{i18n.total_agreed()}</dt>
                    <dd>{sum(of.agreed)}</dd>
                </div>
                <div>
                    <dt>{i18n.total_paid()}</dt>
                    <dd>{sum(of.paid)}</dd>
                </div>
                <div>
                    <dt>{i18n.total_open()}</dt>
                    <dd>{sum(of.open())}</dd>
                </div>
            </dl>
        }
    };
    PaymentTotals::of(&payments).into_iter().map(total).collect_view()
}

#[component]
fn PaymentTable(payments: Vec<Payment>, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    if payments.is_empty() {
        return Either::Left(view! { <p class="empty">{i18n.payments_empty()}</p> });
    }
    let row = |payment| view! { <PaymentRow payment admin=admin.clone()/> };
    Either::Right(view! {
        <div class="table table--folds" role="region" aria-label=i18n.part_payments() tabindex="0">
            <table>
                <thead>
                    <tr>
                        <th scope="col">{i18n.payment_label()}</th>
                        <th scope="col">{i18n.record_due()}</th>
                        <th scope="col">{i18n.payment_state()}</th>
                        <th scope="col" class="number">{i18n.payment_amount()}</th>
                        <th scope="col">
                            <span class="sr-only">{i18n.record_actions()}</span>
                        </th>
                    </tr>
                </thead>
                <tbody>{payments.into_iter().map(row).collect_view()}</tbody>
            </table>
        </div>
    })
}

#[component]
fn PaymentRow(payment: Payment, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let Payment { id, project_id, label, amount_cents, currency, due_on, paid_at } = payment;
    let day = |date| dates::day(date, i18n.0);
    let is_late = paid_at.is_none() && due_on.is_some_and(|due| due < dates::today(admin.now));
    let (class, state) = match paid_at {
        Some(at) => ("status status--completed", i18n.paid_on(&day(dates::today(at)))),
        None if is_late => ("status status--late", i18n.payment_overdue().to_owned()),
        None => ("status status--pending", i18n.unpaid().to_owned()),
    };
    let mark = if paid_at.is_some() { i18n.payment_unmark() } else { i18n.payment_mark() };
    let page = ProjectPart::Payments.address(project_id.as_str());
    let open = |what: &str, anchor: String| form_address(&page, None, what, id.as_str()).at(&anchor);
    let actions = [
        record_link(open("pay", format!("paid-{id}")), mark, label.clone()),
        record_link(open("edit", format!("payment-{id}")), i18n.edit(), label.clone()),
        record_link(open("delete", "delete".to_owned()), i18n.delete(), label.clone()),
    ];
    view! {
        <tr>
            <th scope="row" dir="auto">{label}</th>
            <td class="table__day" data-label=i18n.record_due()>{due_on.map(day)}</td>
            <td data-label=i18n.payment_state()>
                <span class=class>{state}</span>
            </td>
            <td class="number" data-label=i18n.payment_amount()>
                {amount::written(amount_cents.into(), &currency, i18n.0)}
            </td>
            <td class="table__actions">{actions}</td>
        </tr>
    }
}
