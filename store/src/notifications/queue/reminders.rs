//! Queueing what is sent in the morning: reminders, payments and material that are due soon, the agency's summary.

use domain::id::{ClientId, PaymentId, PhaseId, ProjectId};
use domain::notifications::{Audience, NotificationTopic, ReminderDays, last_morning, morning};
use domain::{Author, Date, Timestamp, Zone};

use crate::db::Tx;
use crate::{Fault, Result, Store};

impl Store {
    /// Queues what is to be sent on the mornings since the last call, at the earliest at 8:00 of the agency's zone. Each morning
    /// counts once, however many processes call this; the first call ever only begins to count.
    pub async fn queue_reminders(&self) -> Result<()> {
        if self.notification_settings().is_none() {
            return Ok(());
        }
        let (zone, now) = (self.zone().await?, self.clock.now());
        let last = last_morning(now, &zone);
        let sql = "SELECT value FROM internal WHERE key = 'last_morning'";
        let past: Option<Date> = self.db.readers().fetch_optional_value(sql, ()).await?;
        // Another zone moves the day by one. More: the clock was ahead, and nothing would be sent until that day.
        let was_ahead = past.is_some_and(|past| past > last.days_later(1));
        if past.is_some_and(|past| past >= last) && !was_ahead {
            return Ok(());
        }
        let mut tx = self.db.write().await?;
        if !mark_as_past(&mut tx, past, last).await? {
            return Ok(());
        }
        if was_ahead {
            tracing::warn!("the clock was ahead: mornings count again from {last} on");
        } else if let Some(past) = past {
            let days = ReminderDays::after(past, last);
            self.queue_reviews(&mut tx, days, &zone).await?;
            self.queue_payments(&mut tx, days, &zone).await?;
            self.queue_material(&mut tx, days, &zone).await?;
            if last == zone.date(now) {
                let topic = NotificationTopic::Summary(last);
                self.enqueue(&mut tx, &Audience::of_agency(&topic), &topic, morning(last, &zone)).await?;
            }
        }
        Ok(tx.commit().await?)
    }

    /// Deliverables that wait for their clients. Once the agency is to be told, the client is not reminded any more.
    async fn queue_reviews(&self, tx: &mut Tx, days: ReminderDays, zone: &Zone) -> Result<(), Fault> {
        let (first, last) = days.review_range();
        let waiting: Vec<(ClientId, PhaseId, Timestamp)> =
            tx.fetch_all(IN_REVIEW, (zone.midnight(first), zone.midnight(last.days_later(1)))).await?;
        for (client, phase, since) in waiting {
            let since = zone.date(since);
            let sides =
                [(Author::Admin, Audience::Team(client.clone())), (Author::Client, Audience::Client(client.clone()))];
            let of = |(side, audience)| Some((days.review_reminder_day(side, since)?, audience));
            if let Some((day, audience)) = sides.into_iter().find_map(of) {
                let topic = NotificationTopic::Reminder(client, phase);
                self.enqueue(tx, &audience, &topic, morning(day, zone)).await?;
            }
        }
        Ok(())
    }

    async fn queue_payments(&self, tx: &mut Tx, days: ReminderDays, zone: &Zone) -> Result<(), Fault> {
        let (first, last) = days.payment_range();
        let due: Vec<(ClientId, PaymentId, Date)> = tx.fetch_all(DUE_PAYMENTS, (&first, &last)).await?;
        for (client, payment, due_on) in due {
            let Some(day) = days.payment_reminder_day(due_on) else { continue };
            let topic = NotificationTopic::Payment(client.clone(), payment);
            self.enqueue(tx, &Audience::Client(client), &topic, morning(day, zone)).await?;
        }
        Ok(())
    }

    async fn queue_material(&self, tx: &mut Tx, days: ReminderDays, zone: &Zone) -> Result<(), Fault> {
        let (first, last) = days.material_range();
        let missing: Vec<(ClientId, ProjectId, Date)> = tx.fetch_all(MISSING_MATERIAL, (&first, &last)).await?;
        for (client, project, due_on) in missing {
            let Some(day) = days.material_reminder_day(due_on) else { continue };
            let topic = NotificationTopic::MaterialReminder(client.clone(), project);
            self.enqueue(tx, &Audience::Client(client), &topic, morning(day, zone)).await?;
        }
        Ok(())
    }
}

/// Returns false when another process has done so.
async fn mark_as_past(tx: &mut Tx, past: Option<Date>, last: Date) -> Result<bool, Fault> {
    let written = match past {
        None => {
            let sql = "INSERT INTO internal (key, value) VALUES ('last_morning', $1) ON CONFLICT (key) DO NOTHING";
            tx.execute(sql, [last]).await?
        }
        Some(past) => {
            let sql = "UPDATE internal SET value = $1 WHERE key = 'last_morning' AND value = $2";
            tx.execute(sql, (last, past)).await?
        }
    };
    Ok(written == 1)
}

const IN_REVIEW: &str = "SELECT client.id, phase.id, deliverable.status_since FROM deliverable \
     JOIN task ON task.id = deliverable.task_id JOIN phase ON phase.id = task.phase_id \
     JOIN project ON project.id = phase.project_id JOIN client ON client.id = project.client_id \
     WHERE deliverable.status = 'in_review' AND deliverable.status_since IS NOT NULL \
     AND COALESCE(deliverable.status_since, deliverable.approved_at, 0) >= $1 \
     AND COALESCE(deliverable.status_since, deliverable.approved_at, 0) < $2 \
     AND project.status = 'active' AND client.remind_approvals = 1 ORDER BY deliverable.id";

const DUE_PAYMENTS: &str = "SELECT client.id, payment.id, payment.due_on FROM payment \
     JOIN project ON project.id = payment.project_id JOIN client ON client.id = project.client_id \
     WHERE payment.paid_at IS NULL AND COALESCE(payment.due_on, '9999-12-31') >= $1 \
     AND COALESCE(payment.due_on, '9999-12-31') <= $2 \
     AND project.status <> 'archived' AND client.remind_payments = 1 ORDER BY payment.id";

const MISSING_MATERIAL: &str = "SELECT client.id, project.id, request.due_on FROM material_request request \
     JOIN project ON project.id = request.project_id JOIN client ON client.id = project.client_id \
     WHERE request.status = 'open' AND request.due_on >= $1 AND request.due_on <= $2 \
     AND project.status = 'active' AND client.remind_approvals = 1 ORDER BY request.id";
