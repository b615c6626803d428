//! The figures behind the charts.

use super::ListedPayment;
use crate::id::ProjectId;
use crate::{Currency, Date};

/// The hours of a project in one month, in total, and its quote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HoursLine {
    pub project_id: ProjectId,
    pub project_name: String,
    pub client_name: String,
    pub month_minutes: i64,
    pub total_minutes: i64,
    /// The estimate of the project, else the sum of those of its tasks.
    pub estimate_minutes: Option<i64>,
    /// The total of the quote in cents; `None` without a quote.
    pub quote_cents: Option<i128>,
}

/// What is to be billed in a month.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Billing {
    /// The first day of the month.
    pub month: Date,
    /// Unpaid payments that fall due in it and are not late; the first [`Billing::MAX_ITEMS`].
    pub due: Vec<ListedPayment>,
    /// The sum of all of them, by currency.
    pub sums: Vec<(Currency, i64)>,
    /// Hours since the last payment, of projects in progress that have neither a quote nor an unpaid payment. In the present month only.
    pub hours: Vec<UnbilledHours>,
}

impl Billing {
    pub const MAX_ITEMS: usize = 50;
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnbilledHours {
    pub project_id: ProjectId,
    pub project_name: String,
    pub client_name: String,
    pub minutes: i64,
    /// The day of the last payment.
    pub since: Option<Date>,
}

/// What was paid in a month, and what is still unpaid of what is due in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoneyMonth {
    /// The first day of the month.
    pub month: Date,
    pub currency: Currency,
    pub paid_cents: i64,
    pub due_cents: i64,
}

/// The leads of a period, by source.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LeadFigures {
    pub sources: Vec<SourceFigures>,
}

/// The leads of one source in a period.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SourceFigures {
    pub source: String,
    /// How many arrived in each week, oldest first.
    pub weeks: Vec<i64>,
    /// How many have got at least so far: contacted, qualified, won.
    pub contacted: i64,
    pub qualified: i64,
    pub won: i64,
    pub lost: i64,
    /// How many are linked to a client.
    pub clients: i64,
}

impl SourceFigures {
    pub fn arrived(&self) -> i64 {
        self.weeks.iter().sum()
    }
}

impl LeadFigures {
    /// All sources together.
    pub fn total(&self) -> SourceFigures {
        let weeks = self.sources.iter().map(|one| one.weeks.len()).max().unwrap_or_default();
        let mut total = SourceFigures { weeks: vec![0; weeks], ..SourceFigures::default() };
        for one in &self.sources {
            total.weeks.iter_mut().zip(&one.weeks).for_each(|(sum, week)| *sum += week);
            total.contacted += one.contacted;
            total.qualified += one.qualified;
            total.won += one.won;
            total.lost += one.lost;
            total.clients += one.clients;
        }
        total
    }
}
