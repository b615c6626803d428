//! The forms about a payment.

use domain::project_records::PaymentDraft;
use domain::{Currency, Form, Payment};
use leptos::either::Either;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

use super::frame::{Adder, PaperForm};
use crate::admin::desk::DeskView;
use crate::admin::projects::ProjectPart;
use crate::dates;
use crate::i18n::I18n;
use crate::rpc::{AddPayment, MarkPaid, MarkUnpaid, SavePayment};
use crate::ui::{Fields, SelectField, TextField};

/// Adds a payment.
#[component]
pub fn AddPaymentForm(
    /// The project's id.
    project: String,
    /// The id the payment will have.
    id: String,
    /// What the form is called.
    name: String,
    /// Whether it is unfolded.
    open: bool,
    /// What the page is rendered with.
    desk: DeskView,
) -> impl IntoView {
    let i18n = desk.i18n;
    let standing = Form::default().with("currency", Some(Currency::default()));
    let fields = Fields::new(&desk, name, standing);
    let back = ProjectPart::Payments.path(&project);
    view! {
        <Adder label=i18n.payment_new() open=open || fields.is_refused()>
            <PaperForm fields=fields.clone() action=AddPayment::PATH project id version=None button=i18n.add() back i18n>
                <PaymentFields fields i18n/>
            </PaperForm>
        </Adder>
    }
}

/// Edits a payment.
#[component]
pub fn EditPaymentForm(
    /// The payment as it stands.
    payment: Payment,
    /// Its version.
    version: String,
    /// What the page is rendered with.
    desk: DeskView,
) -> impl IntoView {
    let i18n = desk.i18n;
    let (project, id) = (payment.project_id.to_string(), payment.id.to_string());
    let standing = PaymentDraft::from(&payment).form(desk.language);
    let fields = Fields::new(&desk, format!("payment-{id}"), standing);
    let back = ProjectPart::Payments.path(&project);
    view! {
        <section class="panel" aria-labelledby="edit-heading">
            <h3 id="edit-heading" dir="auto">{i18n.edit()} " · " {payment.label}</h3>
            <PaperForm
                fields=fields.clone()
                action=SavePayment::PATH
                project
                id
                version=Some(version)
                button=i18n.save()
                back
                i18n
            >
                <PaymentFields fields i18n/>
            </PaperForm>
        </section>
    }
}

#[component]
fn PaymentFields(fields: Fields, i18n: I18n) -> impl IntoView {
    // The usual ones, and whichever stands there already.
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
        <TextField fields name="due_on" label=i18n.paper_due() kind="date"/>
    }
}

/// Asks on which day a payment was made, or whether it was not made after all.
#[component]
pub fn PaidForm(
    /// The payment.
    payment: Payment,
    /// What the page is rendered with.
    desk: DeskView,
) -> impl IntoView {
    let i18n = desk.i18n;
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
    let standing = Form::default().with("paid_on", Some(dates::today(desk.now)));
    let fields = Fields::new(&desk, name, standing);
    Either::Right(view! {
        <section class="panel" aria-labelledby="paid-heading">
            <h3 id="paid-heading" dir="auto">{i18n.payment_mark()} " · " {payment.label}</h3>
            <PaperForm
                fields=fields.clone()
                action=MarkPaid::PATH
                project
                id
                version=None
                button=i18n.payment_mark()
                back
                i18n
            >
                <TextField fields name="paid_on" label=i18n.payment_paid_on() kind="date" required=true/>
            </PaperForm>
        </section>
    })
}
