//! Payments: agreed amounts, due dates, and when they were paid.

use std::cmp::Ordering;

use domain::id::{PaymentId, ProjectId};
use domain::{Date, DomainError, Payment, Timestamp, Topic};

use super::record::StoredRecord;
use crate::{Fault, Result, Store};

impl StoredRecord for Payment {
    /// By due date, those without one last.
    fn order(&self, other: &Self) -> Ordering {
        let key = |payment: &Self| (payment.due_on.is_none(), payment.due_on);
        key(self).cmp(&key(other)).then_with(|| self.id.cmp(&other.id))
    }
}

impl Store {
    /// Marks a payment as paid on a day in the time zone of the agency: now if that is today, else at noon. A
    /// paid payment is not changed.
    pub async fn mark_paid(&self, project: &ProjectId, id: &PaymentId, on: Date) -> Result<()> {
        let (zone, now) = (self.zone().await?, self.clock.now());
        let at = if on == zone.date(now) { Some(now) } else { zone.moment(&format!("{on}T12:00")) };
        let at = at.ok_or_else(|| Fault::because("a day without noon in this time zone"))?;
        self.set_paid(project, id, Some(at)).await
    }

    pub async fn mark_unpaid(&self, project: &ProjectId, id: &PaymentId) -> Result<()> {
        self.set_paid(project, id, None).await
    }

    async fn set_paid(&self, project: &ProjectId, id: &PaymentId, at: Option<Timestamp>) -> Result<()> {
        let mut tx = self.db.write_topic(Topic::Project).await?;
        let sql = "UPDATE payment SET paid_at = CASE WHEN CAST($3 AS BIGINT) IS NULL THEN NULL \
               ELSE COALESCE(paid_at, $3) END WHERE id = $1 AND project_id = $2";
        let updated = tx.execute(sql, (&id, &project, at)).await?;
        tx.commit().await?;
        if updated == 0 { Err(DomainError::UnknownRecord.into()) } else { Ok(()) }
    }
}
