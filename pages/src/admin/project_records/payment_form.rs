//! The forms of a payment.

use domain::{Currency, Form, Payment};

use super::open_record::OpenRecord;
use super::payments::{MarkPaid, MarkUnpaid};
use crate::admin::prelude::*;
use crate::admin::projects::ProjectPart;

#[component]
pub fn PaymentFields(fields: Fields, i18n: I18n) -> impl IntoView {
    // The common currencies, and the current one.
    let chosen = fields.value("currency");
    let mut codes = vec!["EUR".to_owned(), "USD".to_owned(), "GBP".to_owned(), "CHF".to_owned()];
    if Currency::parse(chosen.as_str()).is_ok() && !codes.contains(&chosen) {
        codes.push(chosen);
    }
    let options: Vec<_> = codes.into_iter().map(|code| (code.clone(), code)).collect();
    view! {
        <TextField
            fields=fields.clone()
            name="label"
            label=i18n.payment_label()
            hint=i18n.payment_label_hint()
            required=true
            most=200
        />
        <div class="form__pair">
            <TextField
                fields=fields.clone()
                name="amount"
                label=i18n.payment_amount()
                hint=i18n.payment_amount_hint()
                inputmode="decimal"
                required=true
                most=40
            />
            <SelectField fields=fields.clone() name="currency" label=i18n.payment_currency() options/>
        </div>
        <TextField fields name="due_on" label=i18n.record_due() kind="date"/>
    }
}

/// Asks for the date of payment, or for confirmation to mark it as unpaid.
#[component]
pub fn PaidForm(payment: Payment, opened: OpenRecord, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let (project, id) = (payment.project_id.to_string(), payment.id.to_string());
    let back = ProjectPart::Payments.path(&project);
    let name = format!("paid-{id}");
    if payment.paid_at.is_some() {
        return Either::Left(view! {
            <form method="post" action=MarkUnpaid::PATH class="panel" id=name>
                <h3 dir="auto">{i18n.unmark_question(&payment.label)}</h3>
                <input type="hidden" name="project" value=project/>
                <input type="hidden" name="id" value=id/>
                <p class="actions">
                    <button class="button">{i18n.payment_unmark()}</button>
                    <a class="button button--quiet" href=back>{i18n.cancel()}</a>
                </p>
            </form>
        });
    }
    let initial = Form::default().with("paid_on", Some(dates::today(admin.now)));
    let fields = Fields::new(&admin, name, initial);
    let input = |fields| {
        view! { <TextField fields name="paid_on" label=i18n.payment_paid_on() kind="date" required=true/> }
    };
    let form = opened.form::<Payment, _>(fields, MarkPaid::PATH, &id, None, i18n.payment_mark(), input);
    Either::Right(view! {
        <section class="panel" aria-labelledby="paid-heading">
            <h3 id="paid-heading" dir="auto">{i18n.payment_mark()} " · " {payment.label}</h3>
            {form}
        </section>
    })
}
