//! Payments, documents, notes, time entries and quotes.

mod exports;
mod paging;
mod quote;
mod quote_sheet;
mod shared_rules;
mod time_entries;
mod timer;

use domain::Quantity;
use domain::form::Problem;
use domain::projects::project_records::{NoteDraft, PaymentDraft, QuoteItemDraft, TimeEntryDraft};
use store::Error;

fn note(text: &str) -> NoteDraft {
    NoteDraft { text: text.to_owned() }
}

fn payment(label: &str, amount_cents: i64, due_on: Option<&str>) -> PaymentDraft {
    PaymentDraft {
        label: label.to_owned(),
        amount_cents,
        currency: domain::Currency::default(),
        due_on: due_on.map(|day| day.parse().unwrap()),
    }
}

fn time(day: &str, minutes: i64, task: Option<&str>) -> TimeEntryDraft {
    TimeEntryDraft {
        spent_on: day.parse().unwrap(),
        minutes,
        task_id: task.map(|id| domain::id::TaskId::parse(id).unwrap()),
        description: None,
    }
}

fn item(description: &str, quantity: &str, unit_price_cents: i64) -> QuoteItemDraft {
    QuoteItemDraft {
        description: description.to_owned(),
        quantity: Quantity::parse(quantity).unwrap(),
        unit_price_cents,
        vat_rate: None,
    }
}

/// The error of the field.
#[track_caller]
fn problem<T: std::fmt::Debug>(outcome: Result<T, Error>, field: &str) -> Problem {
    match outcome {
        Err(Error::Invalid(problems)) => problems.of(field).unwrap(),
        other => panic!("expected a form problem, got {other:?}"),
    }
}
