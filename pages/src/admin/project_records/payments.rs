//! The payments of a project.

use domain::amount;
use domain::id::ProjectId;
use domain::projects::payment_totals::PaymentTotals;
use domain::projects::project_records::PaymentDraft;
use domain::{Currency, Form, Payment};

use super::open_record::{OpenRecord, RecordsQuery};
use super::payment_form::{PaidForm, PaymentFields};
use super::quote_actions::sheet;
use super::record::record_kind;
use super::record::{RecordKind, record_link, records_page};
use crate::admin::prelude::*;
use crate::admin::projects::ProjectPart;
use crate::admin::row_actions::Back;

record_kind! {
    Payment, Payments, "payment", "label",
    AddPayment add_payment "add_payment", SavePayment save_payment "save_payment", DeletePayment delete_payment "delete_payment"
}

/// `GET /admin/projects/{project}/payments`
pub async fn page(
    Path(project): Path<ProjectId>,
    Query(query): Query<RecordsQuery>,
    request: AdminRequest,
) -> PageResult {
    let opened = OpenRecord::new(project, query);
    let (folder, items) = request.store.records::<Payment>(&opened.project).await?;
    let show = move |admin: AdminView| {
        let i18n = admin.i18n;
        let inputs = |fields| view! { <PaymentFields fields i18n/> };
        let initial = Form::default().with("currency", Some(Currency::default()));
        let adder = opened.add_form(&admin, &items, (i18n.payment_new(), items.is_empty()), initial, inputs);
        let editor = opened.edited(&items).map(|item| {
            let label = item.record.label.clone();
            opened.edit_panel(&admin, item, label, inputs)
        });
        let paid = opened.to_pay(&items).map(|payment| {
            view! { <PaidForm payment opened=opened.clone() admin=admin.clone()/> }
        });
        let divide = sheet(opened.project.as_str()).with_fragment("divide");
        let delete = opened.to_delete(&items).map(|payment| opened.delete_form(&payment, &payment.label, i18n));
        let payments: Vec<Payment> = items.into_iter().map(|item| item.record).collect();
        view! {
            <Totals payments=payments.clone() i18n/>
            {editor}
            {paid}
            {delete}
            {adder}
            <p class="actions">
                <a href=divide>{i18n.shares_heading()}</a> <span class="muted">{i18n.shares_from_quote()}</span>
            </p>
            <PaymentTable payments opened admin/>
        }
    };
    records_page::<Payment, _>(request, folder, show).await
}

#[component]
fn Totals(payments: Vec<Payment>, i18n: I18n) -> impl IntoView {
    let total = |of: PaymentTotals| {
        let sum = |cents| amount::written(cents, &of.currency, i18n.0).into_any();
        totals([
            (i18n.total_agreed(), sum(of.agreed)),
            (i18n.total_paid(), sum(of.paid)),
            (i18n.total_open(), sum(of.open())),
        ])
    };
    PaymentTotals::of(&payments).into_iter().map(total).collect_view()
}

#[component]
fn PaymentTable(payments: Vec<Payment>, opened: OpenRecord, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    if payments.is_empty() {
        return Either::Left(view! { <p class="empty">{i18n.payments_empty()}</p> });
    }
    let row = |payment| view! { <PaymentRow payment opened=opened.clone() admin=admin.clone()/> };
    let heads = vec![
        head(i18n.payment_label()),
        head(i18n.record_due()),
        head(i18n.payment_state()),
        number_head(i18n.payment_amount()),
        hidden_head(i18n.record_actions()),
    ];
    Either::Right(view! {
        <Table label=i18n.part_payments() heads rows=payments.into_iter().map(row).collect_view()/>
    })
}

#[component]
fn PaymentRow(payment: Payment, opened: OpenRecord, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let day = |date| dates::day(date, i18n.0);
    let is_late = payment.paid_at.is_none() && payment.due_on.is_some_and(|due| due < dates::today(admin.now));
    let (class, state) = match payment.paid_at {
        Some(at) => ("status status--completed", i18n.paid_on(&day(dates::today(at)))),
        None if is_late => ("status status--late", i18n.payment_overdue().to_owned()),
        None => ("status status--pending", i18n.unpaid().to_owned()),
    };
    let mark = if payment.paid_at.is_some() { i18n.payment_unmark() } else { i18n.payment_mark() };
    let pay = opened.address("pay", &payment, &format!("paid-{}", payment.id));
    let links = opened.links(&payment, &payment.label, i18n);
    let Payment { label, amount_cents, currency, .. } = payment;
    view! {
        <tr>
            <th scope="row" dir="auto">{label.clone()}</th>
            <td class="table__day" data-label=i18n.record_due()>{payment.due_on.map(day)}</td>
            <td data-label=i18n.payment_state()><span class=class>{state}</span></td>
            <td class="number" data-label=i18n.payment_amount()>
                {amount::written(amount_cents.into(), &currency, i18n.0)}
            </td>
            <td class="table__actions">{record_link(pay, mark, label)} {links}</td>
        </tr>
    }
}

#[server(prefix = "/rpc/admin", endpoint = "mark_paid")]
pub async fn mark_paid(
    project: String,
    id: String,
    /// The list with the button, if it is not the project's.
    back: Option<String>,
    form: Form,
) -> Result<(), AppError> {
    let own = ProjectPart::Payments.address(&project);
    let page = Back::address(back.as_deref(), own.clone());
    let back = own.with("pay", &id);
    submit(&format!("paid-{id}"), &form, back, async {
        let store = store();
        let today = store.zone().await?.date(store.clock().now());
        let paid_on = PaymentDraft::read_paid_on(&form, today)?;
        store.mark_paid(&parse_id(&project)?, &parse_id(&id)?, paid_on).await?;
        Ok(page.done(Done::Saved).into_string())
    })
    .await
}

#[server(prefix = "/rpc/admin", endpoint = "mark_unpaid")]
pub async fn mark_unpaid(project: String, id: String) -> Result<(), AppError> {
    let page = ProjectPart::Payments.address(&project);
    act(page.clone(), async {
        store().mark_unpaid(&parse_id(&project)?, &parse_id(&id)?).await?;
        Ok(page.done(Done::Saved).into_string())
    })
    .await
}
