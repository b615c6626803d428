//! Payments: agreed amounts, due dates, and when they were paid.

use domain::audit::{Action, Actor};
use domain::id::{PaymentId, ProjectId};
use domain::projects::project_records::{Folder, PaymentDraft};
use domain::{Date, DomainError, Payment, Timestamp, Versioned};

use super::record::{self, ProjectRecord};
use super::{folder, parse_id};
use crate::db::Connection;
use crate::{Fault, Result, Store};

impl ProjectRecord for Payment {
    const DELETED: Action = Action::PaymentDeleted;
    type Id = PaymentId;
    type Draft = PaymentDraft;

    fn edited(self, draft: &PaymentDraft) -> Self {
        draft.payment(self.id, self.project_id, self.paid_at)
    }

    fn name(&self) -> Option<&str> {
        Some(&self.label)
    }
}

impl Store {
    /// The payments of a project by due date, those without one last.
    pub async fn payments(&self, project: &str) -> Result<(Folder, Vec<Versioned<Payment>>)> {
        let mut tx = self.db.snapshot().await?;
        let folder = folder(&mut tx, project).await?;
        let payments = payments(&mut tx, &folder.id).await?;
        tx.commit().await?;
        let payments = payments.into_iter().map(record::versioned).collect::<Result<_, Fault>>()?;
        Ok((folder, payments))
    }

    /// Adds an unpaid payment to a project. The same form sent twice adds it once.
    pub async fn add_payment(&self, project: &str, id: &str, draft: &PaymentDraft) -> Result<()> {
        let mut tx = self.db.write().await?;
        let project = record::lock_project(&mut tx, project).await?;
        let new = |id| draft.payment(id, project.clone(), None);
        record::add::<Payment>(&mut tx, &project, id, draft, new).await?;
        Ok(tx.commit().await?)
    }

    /// Saves the form of a payment, which does not contain whether it is paid.
    pub async fn save_payment(
        &self,
        project: &str,
        id: &str,
        draft: &PaymentDraft,
        seen: &str,
    ) -> Result<()> {
        let mut tx = self.db.write().await?;
        record::save::<Payment>(&mut tx, project, id, draft, seen).await?;
        Ok(tx.commit().await?)
    }

    /// Marks a payment as paid on a day in the time zone of the agency: now if that is today, else at noon. A
    /// paid payment is not changed.
    pub async fn mark_paid(&self, project: &str, id: &str, on: Date) -> Result<()> {
        let (zone, now) = (self.zone().await?, self.clock.now());
        let at = if on == zone.date(now) { Some(now) } else { zone.moment(&format!("{on}T12:00")) };
        let at = at.ok_or_else(|| Fault::because("a day without noon in this time zone"))?;
        self.set_paid(project, id, Some(at)).await
    }

    pub async fn mark_unpaid(&self, project: &str, id: &str) -> Result<()> {
        self.set_paid(project, id, None).await
    }

    async fn set_paid(&self, project: &str, id: &str, at: Option<Timestamp>) -> Result<()> {
        let updated = sqlx::query(
            "UPDATE payment SET paid_at = CASE WHEN CAST($3 AS BIGINT) IS NULL THEN NULL \
               ELSE COALESCE(paid_at, $3) END WHERE id = $1 AND project_id = $2",
        )
        .bind(parse_id::<PaymentId>(id)?.as_str())
        .bind(parse_id::<ProjectId>(project)?.as_str())
        .bind(at.map(Timestamp::as_millis))
        .execute(self.db.writers())
        .await?;
        if updated.rows_affected() == 0 { Err(DomainError::UnknownRecord.into()) } else { Ok(()) }
    }

    pub async fn delete_payment(&self, by: &Actor, project: &str, id: &str) -> Result<()> {
        let mut tx = self.db.write().await?;
        record::delete::<Payment>(&mut tx, by, project, id, self.clock.now()).await?;
        Ok(tx.commit().await?)
    }
}

pub(super) async fn payments(
    connection: &mut Connection,
    project: &ProjectId,
) -> Result<Vec<Payment>, Fault> {
    let mut payments: Vec<Payment> = record::all(connection, project).await?;
    sort_payments(&mut payments);
    Ok(payments)
}

/// By due date, those without one last.
pub(crate) fn sort_payments(payments: &mut [Payment]) {
    payments
        .sort_by(|a, b| (a.due_on.is_none(), a.due_on, &a.id).cmp(&(b.due_on.is_none(), b.due_on, &b.id)));
}
