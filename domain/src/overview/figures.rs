//! The figures behind the charts.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use super::ListedPayment;
use crate::id::{MemberId, ProjectId};
use crate::{Currency, Date};

/// Whose hours are counted; written `agency` or `member:luca`, and empty for everybody's.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum HoursOf {
    #[default]
    Everybody,
    /// Those without a member: of the account of the environment, and of deleted members.
    Agency,
    Member(MemberId),
}

impl FromStr for HoursOf {
    type Err = Infallible;

    /// Anything else means everybody.
    fn from_str(text: &str) -> Result<Self, Infallible> {
        let member = text.strip_prefix("member:").and_then(|id| MemberId::parse(id).ok());
        Ok(match member {
            Some(id) => Self::Member(id),
            None if text == "agency" => Self::Agency,
            None => Self::Everybody,
        })
    }
}

impl fmt::Display for HoursOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Everybody => Ok(()),
            Self::Agency => f.write_str("agency"),
            Self::Member(id) => write!(f, "member:{id}"),
        }
    }
}

/// The hours of a person in one month.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonHours {
    /// None: [`HoursOf::Agency`].
    pub member: Option<(MemberId, String)>,
    pub minutes: i64,
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hours_filter_round_trips() {
        for written in ["", "agency", "member:luca", "member:agency"] {
            assert_eq!(written.parse::<HoursOf>().map(|of| of.to_string()).as_deref(), Ok(written));
        }
        for odd in ["luca", "member:", "member:a b", "agency:"] {
            assert_eq!(odd.parse(), Ok(HoursOf::Everybody), "{odd}");
        }
    }
}
