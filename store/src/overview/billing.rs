//! What is to be billed in a month: payments that fall due, and hours since the last payment.

use std::collections::HashMap;

use domain::id::{ClientId, MemberId, ProjectId};
use domain::overview::{Billing, ListedPayment, UnbilledHours};
use domain::{Currency, Date, Timestamp, Zone};
use futures_util::future::try_join;
use sqlx::AssertSqlSafe;

use super::{month_start, payments};
use crate::db::keyset::{Conditions, placeholders};
use crate::db::query::row;
use crate::db::saturating_sum::saturating_sum;
use crate::people::assigned::{IS_ASSIGNED, is_project_assigned, quoted};
use crate::{Result, Store};

/// Hours of a month: of one client, of the clients that a member looks after.
pub(crate) type HoursKey = (Date, Option<ClientId>, Option<MemberId>);

impl Store {
    /// What is to be billed in the month of `month`: of one client if given, and with `assigned_to` only of the clients
    /// that the member looks after.
    pub async fn billing(
        &self,
        month: Date,
        client: Option<&ClientId>,
        assigned_to: Option<&MemberId>,
    ) -> Result<Billing> {
        let zone = self.zone().await?;
        let today = zone.date(self.clock.now());
        let month = month_start(month, 0);
        let due = self.due_payments(today, month, client, assigned_to);
        let hours = async {
            if month != month_start(today, 0) {
                return Ok(Vec::new());
            }
            let key = (month, client.cloned(), assigned_to.cloned());
            self.db.get_or_read(&self.caches.unbilled_hours, &key, self.unbilled_hours(&zone, &key)).await
        };
        // The hours take longer, and change with neither messages nor approvals.
        let ((due, sums), hours) = try_join(due, hours).await?;
        Ok(Billing { month, due, sums, hours })
    }

    /// The payments that fall due in a month and are not late, and the sum of all of them by currency.
    async fn due_payments(
        &self,
        today: Date,
        month: Date,
        client: Option<&ClientId>,
        assigned_to: Option<&MemberId>,
    ) -> Result<(Vec<ListedPayment>, Vec<(Currency, i64)>)> {
        let mut conditions = Conditions::default();
        // What is late is asked for again, not billed.
        conditions.add(
            "payment.paid_at IS NULL AND COALESCE(payment.due_on, '9999-12-31') >= $1 \
             AND COALESCE(payment.due_on, '9999-12-31') < $2",
            [month.max(today), month_start(month, 1)],
        );
        if let Some(client) = client {
            let of_client = "payment.project_id IN (SELECT project.id FROM project WHERE project.client_id = $1)";
            conditions.add(of_client, [client]);
        }
        if let Some(member) = assigned_to {
            conditions.add(&is_project_assigned("payment.project_id"), [quoted(member)]);
        }
        let due = format!(
            "SELECT {} FROM payment JOIN project ON project.id = payment.project_id \
             JOIN client ON client.id = project.client_id{} ORDER BY payment.due_on, payment.id LIMIT {}",
            payments::columns(self, "payment"),
            conditions.filter(),
            Billing::MAX_ITEMS
        );
        let sums = format!(
            "SELECT currency, {} FROM payment{} GROUP BY currency ORDER BY currency",
            saturating_sum("amount_cents"),
            conditions.filter()
        );
        let mut tx = self.db.snapshot().await?;
        let due = tx.fetch_all(AssertSqlSafe(due), conditions.values.clone()).await?;
        let sums = tx.fetch_all(AssertSqlSafe(sums), conditions.values).await?;
        tx.commit().await?;
        Ok((due, sums))
    }

    /// Of the projects with hours in this month or the one before, most first.
    async fn unbilled_hours(&self, zone: &Zone, (month, client, assigned_to): &HoursKey) -> Result<Vec<UnbilledHours>> {
        let connection = &mut self.db.readers().acquire().await?;
        let mut conditions = Conditions::after([month_start(*month, -1), month_start(*month, 1)]);
        if let Some(client) = client {
            conditions.add("project.client_id = $1", [client]);
        }
        if let Some(member) = assigned_to {
            conditions.add(IS_ASSIGNED, [quoted(member)]);
        }
        let sql = format!(
            "SELECT project.id, project.name AS project_name, client.name AS client_name, \
             (SELECT MAX(payment.paid_at) FROM payment WHERE payment.project_id = project.id) AS paid_at \
             FROM (SELECT project_id, {} AS minutes FROM time_entry \
               WHERE spent_on >= $1 AND spent_on < $2 GROUP BY project_id) AS worked \
             JOIN project ON project.id = worked.project_id JOIN client ON client.id = project.client_id \
             WHERE project.status = 'active' \
             AND NOT EXISTS (SELECT 1 FROM quote_item WHERE quote_item.project_id = project.id) \
             AND NOT EXISTS (SELECT 1 FROM payment WHERE payment.project_id = project.id AND payment.paid_at IS NULL){} \
             ORDER BY worked.minutes DESC, project.id LIMIT {}",
            saturating_sum("minutes"),
            conditions.and(),
            Billing::MAX_ITEMS
        );
        let projects: Vec<Worked> = connection.fetch_all(AssertSqlSafe(sql), conditions.values).await?;
        if projects.is_empty() {
            return Ok(Vec::new());
        }
        let ids: Vec<&ProjectId> = projects.iter().map(|project| &project.id).collect();
        let sql = format!(
            "SELECT project_id, spent_on, {} FROM time_entry WHERE project_id IN ({}) GROUP BY project_id, spent_on",
            saturating_sum("minutes"),
            placeholders(ids.len())
        );
        let days: Vec<(ProjectId, Date, i64)> = connection.fetch_all(AssertSqlSafe(sql), &*ids).await?;
        let paid: HashMap<&ProjectId, Date> =
            projects.iter().filter_map(|project| Some((&project.id, zone.date(project.paid_at?)))).collect();
        let mut minutes: HashMap<ProjectId, i64> = HashMap::new();
        for (project, day, spent) in days {
            if paid.get(&project).is_none_or(|paid| day > *paid) {
                let sum = minutes.entry(project).or_default();
                *sum = sum.saturating_add(spent);
            }
        }
        let line = |project: &Worked| {
            let minutes = minutes.get(&project.id).copied()?;
            Some(UnbilledHours {
                project_id: project.id.clone(),
                project_name: project.project_name.clone(),
                client_name: project.client_name.clone(),
                minutes,
                since: paid.get(&project.id).copied(),
            })
        };
        let mut hours: Vec<UnbilledHours> = projects.iter().filter_map(line).collect();
        hours.sort_by_key(|line| std::cmp::Reverse(line.minutes));
        Ok(hours)
    }
}

row! {
    struct Worked {
        id: ProjectId,
        project_name: String,
        client_name: String,
        paid_at: Option<Timestamp>,
    }
}
