//! The form of a payment.

use serde::{Deserialize, Serialize};

use super::NAME;
use crate::form::{Form, Problem, Problems, Reading};
use crate::id::{PaymentId, ProjectId};
use crate::{Currency, Date, Language, Payment, Timestamp, amount};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaymentDraft {
    pub label: String,
    /// In cents; a form accepts no negative amount.
    pub amount_cents: i64,
    pub currency: Currency,
    pub due_on: Option<Date>,
}

impl PaymentDraft {
    pub fn read(form: &Form) -> Result<Self, Problems> {
        let mut reading = Reading::of(form);
        let label = reading.line("label", NAME);
        let amount_cents = reading.amount("amount", 0);
        let currency = reading.currency("currency");
        let due_on = reading.maybe_date("due_on");
        reading.done(|| Self { label, amount_cents, currency, due_on })
    }

    pub fn payment(&self, id: PaymentId, project_id: ProjectId, paid_at: Option<Timestamp>) -> Payment {
        Payment {
            id,
            project_id,
            label: self.label.clone(),
            amount_cents: self.amount_cents,
            currency: self.currency.clone(),
            due_on: self.due_on,
            paid_at,
        }
    }

    /// Parses `paid_on`, the day of the payment, which must not be after `today`.
    pub fn read_paid_on(form: &Form, today: Date) -> Result<Date, Problems> {
        let mut reading = Reading::of(form);
        let paid_on = reading.date("paid_on");
        if paid_on > today {
            reading.reject("paid_on", Problem::InFuture);
        }
        reading.done(|| paid_on)
    }

    /// The form filled with these values, the amount formatted for `language`.
    pub fn form(&self, language: Language) -> Form {
        Form::default()
            .with("label", Some(self.label.as_str()))
            .with("amount", Some(amount::decimal(self.amount_cents, language)))
            .with("currency", Some(self.currency.as_str()))
            .with("due_on", self.due_on)
    }
}

impl From<&Payment> for PaymentDraft {
    fn from(payment: &Payment) -> Self {
        Self {
            label: payment.label.clone(),
            amount_cents: payment.amount_cents,
            currency: payment.currency.clone(),
            due_on: payment.due_on,
        }
    }
}
