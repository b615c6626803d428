//! The forms about a payment.

use domain::papers::PaymentDraft;
use domain::{Currency, Form, Payment};
use leptos::either::Either;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

use super::frame::{Adder, PaperForm};
use crate::admin::desk::DeskView;
use crate::admin::projects::ProjectPart;
use crate::dates;
use crate::rpc::{AddPayment, MarkPaid, MarkUnpaid, SavePayment};
use crate::ui::{Fields, SelectField, TextField};
use crate::words::Words;

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
    let words = desk.words;
    let standing = Form::default().with("currency", Some(Currency::default()));
    let fields = Fields::new(&desk, name, standing);
    let back = ProjectPart::Payments.path(&project);
    view! {
        <Adder label=words.payment_new() open=open || fields.is_refused()>
            <PaperForm fields=fields.clone() action=AddPayment::PATH project id version=None button=words.add() back words>
                <PaymentFields fields words/>
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
    let words = desk.words;
    let (project, id) = (payment.project_id.to_string(), payment.id.to_string());
    let standing = PaymentDraft::from(&payment).form(desk.language);
    let fields = Fields::new(&desk, format!("payment-{id}"), standing);
    let back = ProjectPart::Payments.path(&project);
    view! {
        <section class="panel" aria-labelledby="edit-heading">
            <h3 id="edit-heading" dir="auto">{words.edit()} " · " {payment.label}</h3>
            <PaperForm
                fields=fields.clone()
                action=SavePayment::PATH
                project
                id
                version=Some(version)
                button=words.save()
                back
                words
            >
                <PaymentFields fields words/>
            </PaperForm>
        </section>
    }
}

#[component]
fn PaymentFields(fields: Fields, words: Words) -> impl IntoView {
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
            label=words.payment_label()
            hint=words.payment_label_hint()
            required=true
            most=200
        />
        <div class="form__pair">
            <TextField
                fields=fields.clone()
                name="amount"
                label=words.payment_amount()
                hint=words.payment_amount_hint()
                inputmode="decimal"
                required=true
                most=40
            />
            <SelectField fields=fields.clone() name="currency" label=words.payment_currency() options/>
        </div>
        <TextField fields name="due_on" label=words.paper_due() kind="date"/>
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
    let words = desk.words;
    let (project, id) = (payment.project_id.to_string(), payment.id.to_string());
    let back = ProjectPart::Payments.path(&project);
    let name = format!("paid-{id}");
    if payment.paid_at.is_some() {
        return Either::Left(view! {
            <form method="post" action=MarkUnpaid::PATH class="panel" id=name>
                <h3 dir="auto">{words.unmark_question(&payment.label)}</h3>
                <input type="hidden" name="project" value=project/>
                <input type="hidden" name="id" value=id/>
                <p class="actions">
                    <button class="button">{words.payment_unmark()}</button>
                    <a class="button button--quiet" href=back>{words.cancel()}</a>
                </p>
            </form>
        });
    }
    let standing = Form::default().with("paid_on", Some(dates::today(desk.now)));
    let fields = Fields::new(&desk, name, standing);
    Either::Right(view! {
        <section class="panel" aria-labelledby="paid-heading">
            <h3 id="paid-heading" dir="auto">{words.payment_mark()} " · " {payment.label}</h3>
            <PaperForm
                fields=fields.clone()
                action=MarkPaid::PATH
                project
                id
                version=None
                button=words.payment_mark()
                back
                words
            >
                <TextField fields name="paid_on" label=words.payment_paid_on() kind="date" required=true/>
            </PaperForm>
        </section>
    })
}
