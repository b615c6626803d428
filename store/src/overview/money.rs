//! Money by month: what was paid, and what is due.

use std::collections::BTreeMap;

use domain::overview::MoneyMonth;
use domain::{Currency, Date, Timestamp};
use sqlx::AssertSqlSafe;

use super::month_start;
use crate::db::rows::stored;
use crate::db::saturating_sum::saturating_sum;
use crate::{Fault, Result, Store};

impl Store {
    /// For each currency the `before` months before this one, this one, and the `later` ones after it.
    pub async fn money_by_month(&self, before: i64, later: i64) -> Result<Vec<MoneyMonth>> {
        let zone = self.zone().await?;
        let today = zone.date(self.clock.now());
        let months: Vec<Date> = (-before..=later).map(|month| month_start(today, month)).collect();
        let (first, end) = (month_start(today, -before), month_start(today, later + 1));
        let starts: Vec<Timestamp> = months.iter().chain([&end]).map(|&month| zone.midnight(month)).collect();
        let mut tx = self.db.snapshot().await?;
        let sql = AssertSqlSafe(paid_by_month(starts.len()));
        let paid: Vec<(String, i64, i64)> = tx.fetch_all(sql, &*starts).await?;
        let sql = AssertSqlSafe(due_by_month());
        let due: Vec<(String, String, i64)> = tx.fetch_all(sql, (&first, &end)).await?;
        tx.commit().await?;

        let mut sums: BTreeMap<String, BTreeMap<Date, (i64, i64)>> = BTreeMap::new();
        for (currency, month, cents) in paid {
            sums.entry(currency).or_default().entry(month_start(first, month)).or_default().0 = cents;
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

/// By the number of the month, from 0. The values are when the months begin, and when the last ends: so many `starts`.
fn paid_by_month(starts: usize) -> String {
    let months: Vec<String> = (2..=starts).map(|next| format!("WHEN paid_at < ${next} THEN {}", next - 2)).collect();
    format!(
        "SELECT currency, CAST(CASE {} END AS BIGINT) AS month, {} FROM payment \
         WHERE paid_at IS NOT NULL AND paid_at >= $1 AND paid_at < ${starts} GROUP BY currency, month",
        months.join(" "),
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
