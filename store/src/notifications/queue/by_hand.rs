//! Reminding a client of one thing, when the agency asks for it.

use domain::id::{ClientId, PaymentId, PhaseId};
use domain::notifications::{Audience, NotificationTopic};
use domain::overview::AgendaKind;
use domain::{DomainError, Timestamp};

use crate::db::row_lock;
use crate::{Fault, Result, Store};

impl Store {
    /// Queues a reminder of an unpaid payment or of a deliverable in review to its client, once on a day.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`] when there is no such record, or nothing to remind of any more, or nothing is ever sent;
    /// or a fault.
    pub async fn remind_client(&self, kind: AgendaKind, id: &str) -> Result<()> {
        if self.notification_settings().is_none() {
            return Err(DomainError::UnknownRecord.into());
        }
        // What is due this morning is in the same e-mail.
        self.queue_reminders().await?;
        let (find, mark, table) = match kind {
            AgendaKind::Payment => (UNPAID, "UPDATE payment SET reminded_at = $1 WHERE id = $2", "payment"),
            AgendaKind::Deliverable => {
                (IN_REVIEW, "UPDATE deliverable SET reminded_at = $1 WHERE id = $2", "deliverable")
            }
            AgendaKind::Material | AgendaKind::Phase | AgendaKind::Project | AgendaKind::Task => {
                return Err(DomainError::UnknownRecord.into());
            }
        };
        let (zone, now) = (self.zone().await?, self.clock.now());
        let mut tx = self.db.write().await?;
        row_lock::acquire(&mut tx, table, id).await?;
        let found: Option<(ClientId, String, Option<Timestamp>)> = tx.fetch_optional(find, [id]).await?;
        let (client, subject, reminded_at) = found.ok_or(DomainError::UnknownRecord)?;
        if reminded_at.is_some_and(|at| zone.date(at) == zone.date(now)) {
            return Ok(());
        }
        tx.execute(mark, (now, id)).await?;
        let invalid = |_| Fault::because("a stored id is invalid");
        let topic = if kind == AgendaKind::Payment {
            NotificationTopic::Payment(client.clone(), PaymentId::parse(subject).map_err(invalid)?)
        } else {
            NotificationTopic::Reminder(client.clone(), PhaseId::parse(subject).map_err(invalid)?)
        };
        self.enqueue(&mut tx, &Audience::Client(client), &topic, now).await?;
        Ok(tx.commit().await?)
    }
}

const UNPAID: &str = "SELECT project.client_id, payment.id, payment.reminded_at FROM payment \
     JOIN project ON project.id = payment.project_id WHERE payment.id = $1 AND payment.paid_at IS NULL";

const IN_REVIEW: &str = "SELECT project.client_id, phase.id, deliverable.reminded_at FROM deliverable \
     JOIN task ON task.id = deliverable.task_id JOIN phase ON phase.id = task.phase_id \
     JOIN project ON project.id = phase.project_id WHERE deliverable.id = $1 AND deliverable.status = 'in_review'";
