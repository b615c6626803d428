//! The agency's overviews: the page of today, the agenda, lists over all projects, and figures.

pub(crate) mod agenda;
pub(crate) mod billing;
mod deliverables;
pub(crate) mod figures;
mod hours;
mod lead_figures;
mod money;
mod news;
mod payments;
pub(crate) mod search;
mod today;

use domain::Date;

pub(crate) use self::deliverables::NOT_ARCHIVED;
use crate::{Result, Store};

impl Store {
    /// The current date in the agency's time zone.
    pub(crate) async fn today(&self) -> Result<Date> {
        Ok(self.zone().await?.date(self.clock.now()))
    }
}

/// The first day of the month that is `months` after that of `date`.
fn month_start(date: Date, months: i64) -> Date {
    let written = date.to_string();
    let number = |text: &str| text.parse::<i64>().unwrap_or_default();
    let index = number(&written[..4]) * 12 + number(&written[5..7]) - 1 + months;
    let start = format!("{:04}-{:02}-01", index.div_euclid(12), index.rem_euclid(12) + 1);
    start.parse().unwrap_or(date)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn month_start_crosses_years() {
        let date = |text: &str| text.parse::<Date>().expect("a date");
        for (months, start) in [(0, "2026-11-01"), (2, "2027-01-01"), (-11, "2025-12-01"), (-22, "2025-01-01")] {
            assert_eq!(month_start(date("2026-11-20"), months), date(start), "{months}");
        }
    }
}
