//! The page of today.

use domain::Agency;
use domain::id::ClientId;
use domain::overview::{FirstSteps, Today};
use sqlx::AssertSqlSafe;

use super::{agenda, billing, month_start, news};
use crate::conversation::inbox;
use crate::db::Connection;
use crate::db::saturating_sum::saturating_sum;
use crate::settings::agency::agency;
use crate::{Fault, Result, Store};

impl Store {
    /// What the agency needs to know when it signs in.
    pub async fn today_page(&self) -> Result<Today> {
        let (zone, now) = (self.zone().await?, self.clock.now());
        let date = zone.date(now);
        let mut tx = self.db.snapshot().await?;
        let end = zone.midnight(date.days_later(Today::DAYS + 1));
        let (month, next_month) = (month_start(date, 0).to_string(), month_start(date, 1).to_string());
        let counts = format!(
            "SELECT (SELECT COUNT(*) FROM deliverable WHERE status = 'in_review'), \
             (SELECT {} FROM time_entry WHERE spent_on >= $1 AND spent_on < $2)",
            saturating_sum("minutes")
        );
        let (in_review, month_minutes) = tx.fetch_one(AssertSqlSafe(counts), (month, next_month)).await?;
        let most = (Today::WAITING, Today::SET_ASIDE);
        let (waiting, set_aside) = inbox::waiting_and_set_aside(&mut tx, date, most).await?;
        let today = Today {
            date,
            waiting,
            set_aside,
            in_review,
            overdue: agenda::overdue_groups(self, &mut tx, &zone, date, Today::OVERDUE).await?,
            billing: billing::billing(self, &mut tx, &zone, date, date, None).await?,
            agenda: agenda::upcoming(self, &mut tx, date, Today::DAYS, None).await?,
            appointments: agenda::appointments(&mut tx, zone.midnight(date), end).await?,
            steps: agenda::lead_steps(&mut tx, date).await?,
            news: news::since(&mut tx, zone.midnight(date.days_later(-1))).await?,
            month_minutes,
            first_steps: first_steps(&mut tx).await?,
        };
        tx.commit().await?;
        Ok(today)
    }
}

/// `None` as soon as there is a second client, or the first has opened the portal.
async fn first_steps(connection: &mut Connection) -> Result<Option<FirstSteps>, Fault> {
    let sql = "SELECT id, last_visit_at FROM client ORDER BY id LIMIT 2";
    let clients: Vec<(ClientId, Option<i64>)> = connection.fetch_all(sql, ()).await?;
    if clients.len() > 1 || clients.iter().any(|(_, visit)| visit.is_some()) {
        return Ok(None);
    }
    let sql = "SELECT id FROM project ORDER BY id LIMIT 1";
    let project: Option<String> = connection.fetch_optional_value(sql, ()).await?;
    Ok(Some(FirstSteps {
        has_brand: agency(connection).await? != Agency::default(),
        client: clients.into_iter().next().map(|(id, _)| id),
        has_project: project.is_some(),
    }))
}
