//! Money by month: what was paid, and what is due.

use std::collections::BTreeMap;

use domain::overview::MoneyMonth;
use domain::{Currency, Date};
use sqlx::AssertSqlSafe;

use super::month_start;
use crate::db::rows::stored;
use crate::db::saturating_sum::saturating_sum;
use crate::{Fault, Result, Store};

impl Store {
    /// For each currency the `before` months before this one, this one, and the `later` ones after it.
    pub async fn money_by_month(&self, before: i64, later: i64) -> Result<Vec<MoneyMonth>> {
        let (zone, now) = (self.zone().await?, self.clock.now());
        let today = zone.date(now);
        let months: Vec<Date> = (-before..=later).map(|month| month_start(today, month)).collect();
        let (first, end) = (month_start(today, -before), month_start(today, later + 1));
        let mut tx = self.db.snapshot().await?;
        // By days of the present offset: a payment near midnight may count for the day before.
        let paid: Vec<(String, i64, i64)> = tx
            .fetch_all(AssertSqlSafe(paid_by_day()), (zone.midnight(first), zone.midnight(end), zone.offset(now)))
            .await?;
        let sql = AssertSqlSafe(due_by_month());
        let due: Vec<(String, String, i64)> = tx.fetch_all(sql, (&first, &end)).await?;
        tx.commit().await?;

        let mut sums: BTreeMap<String, BTreeMap<Date, (i64, i64)>> = BTreeMap::new();
        for (currency, day, cents) in paid {
            let month = month_start(Date::from_days_since_1970(day), 0);
            let sum = &mut sums.entry(currency).or_default().entry(month).or_default().0;
            *sum = sum.saturating_add(cents);
        }
        for (currency, month, cents) in due {
            let month: Date = stored(format!("{month}-01"))?;
            sums.entry(currency).or_default().entry(month).or_default().1 = cents;
        }
        let of = |(currency, sums): (String, BTreeMap<Date, (i64, i64)>)| {
            let currency: Currency = stored(currency)?;
            let month = |&month: &Date| {
                let (paid_cents, due_cents) = sums.get(&month).copied().unwrap_or_default();
                MoneyMonth { month, currency: currency.clone(), paid_cents, due_cents }
            };
            Ok(months.iter().map(month).collect())
        };
        Ok(sums.into_iter().map(of).collect::<Result<Vec<Vec<_>>, Fault>>()?.concat())
    }
}

fn paid_by_day() -> String {
    format!(
        "SELECT currency, (paid_at + $3) / 86400000, {} FROM payment \
         WHERE paid_at IS NOT NULL AND paid_at >= $1 AND paid_at < $2 GROUP BY currency, (paid_at + $3) / 86400000",
        saturating_sum("amount_cents")
    )
}

fn due_by_month() -> String {
    format!(
        "SELECT currency, substr(due_on, 1, 7), {} FROM payment \
         WHERE paid_at IS NULL AND due_on >= $1 AND due_on < $2 GROUP BY currency, substr(due_on, 1, 7)",
        saturating_sum("amount_cents")
    )
}
