//! Payments: agreed amounts, due dates, and when they were paid.

use serde::{Deserialize, Serialize};

use super::{NAME, ProjectRecord};
use crate::audit::Action;
use crate::form::{Form, FormParser, Problem, Problems};
use crate::id::{PaymentId, ProjectId};
use crate::{Currency, Date, Language, Timestamp, amount};

/// An agreed payment. The amount is never sent to the client (docs/REFERENCE.md#what-a-client-sees).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payment {
    pub id: PaymentId,
    pub project_id: ProjectId,
    pub label: String,
    /// In cents.
    pub amount_cents: i64,
    pub currency: Currency,
    pub due_on: Option<Date>,
    pub paid_at: Option<Timestamp>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentDraft {
    pub label: String,
    /// In cents; a form accepts no negative amount.
    pub amount_cents: i64,
    pub currency: Currency,
    pub due_on: Option<Date>,
}

impl PaymentDraft {
    /// Parses `paid_on`, the day of the payment, which must not be after `today`.
    pub fn read_paid_on(form: &Form, today: Date) -> Result<Date, Problems> {
        let mut parser = FormParser::of(form);
        let paid_on = parser.date("paid_on");
        if paid_on > today {
            parser.reject("paid_on", Problem::InFuture);
        }
        parser.done(|| paid_on)
    }
}

impl ProjectRecord for Payment {
    type Id = PaymentId;
    type Draft = PaymentDraft;
    const DELETED: Action = Action::PaymentDeleted;

    fn parse_form(form: &Form) -> Result<PaymentDraft, Problems> {
        let mut parser = FormParser::of(form);
        let label = parser.line("label", NAME);
        let amount_cents = parser.amount("amount", 0);
        let currency = parser.currency("currency");
        let due_on = parser.optional_date("due_on");
        parser.done(|| PaymentDraft { label, amount_cents, currency, due_on })
    }

    fn new(id: PaymentId, project_id: ProjectId, draft: PaymentDraft, _: Timestamp) -> Self {
        let PaymentDraft { label, amount_cents, currency, due_on } = draft;
        Self { id, project_id, label, amount_cents, currency, due_on, paid_at: None }
    }

    fn form(&self, language: Language) -> Form {
        Form::default()
            .with("label", Some(self.label.as_str()))
            .with("amount", Some(amount::decimal(self.amount_cents, language)))
            .with("currency", Some(self.currency.as_str()))
            .with("due_on", self.due_on)
    }

    fn id(&self) -> &PaymentId {
        &self.id
    }

    fn name(&self) -> Option<&str> {
        Some(&self.label)
    }
    fn keep(&mut self, current: &Self) {
        self.paid_at = current.paid_at;
    }
}
