//! Queueing, in the transaction of what happened.

mod by_hand;
mod reminders;
pub(crate) mod source_trouble;

use domain::id::{ClientId, DeliverableId, LeadId, NotificationId, PhaseId, SourceId, TaskId};
use domain::notifications::{Audience, Medium, NotificationTopic, Recipient};
use domain::{Author, Channel, Timestamp};

use crate::db::Tx;
use crate::db::batch::Batch;
use crate::db::query::row;
use crate::secrets;
use crate::{Fault, StoreParts};

impl StoreParts {
    /// `by` has done something in a channel of `client`: notifies the other side, with the changes of `batch`.
    pub(crate) async fn notify_of_channel(
        &self,
        tx: &mut Tx,
        batch: &mut Batch,
        client: &ClientId,
        channel: &Channel,
        by: Author,
        at: Timestamp,
    ) -> Result<(), Fault> {
        let audience = match by {
            Author::Client => Audience::Team(client.clone()),
            Author::Admin => Audience::Client(client.clone()),
        };
        let topic = NotificationTopic::Channel(client.clone(), channel.clone());
        self.enqueue_in(tx, batch, &audience, &topic, at, &[]).await
    }

    /// `by` has done something with a deliverable: notifies the other side, in the channel of its phase.
    pub(crate) async fn notify_of_deliverable(
        &self,
        tx: &mut Tx,
        deliverable: &DeliverableId,
        by: Author,
        at: Timestamp,
    ) -> Result<(), Fault> {
        if self.notification_settings().is_none() {
            return Ok(());
        }
        let sql = "SELECT project.client_id, phase.id FROM deliverable JOIN task ON task.id = deliverable.task_id \
             JOIN phase ON phase.id = task.phase_id JOIN project ON project.id = phase.project_id \
             WHERE deliverable.id = $1";
        let (client, phase): (ClientId, PhaseId) = tx.fetch_one(sql, [&deliverable]).await?;
        let mut batch = Batch::default();
        self.notify_of_channel(tx, &mut batch, &client, &Channel::Phase(phase), by, at).await?;
        batch.execute(tx).await
    }

    /// Notifies the agency of a new lead, together with others of its source; `None` is the main address.
    pub(crate) async fn notify_of_lead(
        &self,
        tx: &mut Tx,
        lead: &LeadId,
        source: Option<&SourceId>,
        at: Timestamp,
    ) -> Result<(), Fault> {
        if self.notification_settings().is_none() {
            return Ok(());
        }
        let mut batch = Batch::default();
        let sql = "UPDATE lead SET notified_source = $1, notified_at = $2 WHERE id = $3";
        batch.add(sql, (notified_source(source), at, lead));
        let topic = NotificationTopic::Leads(source.cloned());
        self.enqueue_in(tx, &mut batch, &Audience::of_agency(&topic), &topic, at, &[]).await?;
        batch.execute(tx).await
    }

    /// Queues what is to be sent about an event at `at`. The caller commits.
    pub(crate) async fn enqueue(
        &self,
        tx: &mut Tx,
        audience: &Audience,
        topic: &NotificationTopic,
        at: Timestamp,
    ) -> Result<(), Fault> {
        let mut batch = Batch::default();
        self.enqueue_in(tx, &mut batch, audience, topic, at, &[]).await?;
        batch.execute(tx).await
    }

    /// What a member was to be told from `since` on concerns them no more: queues it for those of the agency whom it concerns
    /// now, but for those whom another row than `but` tells of it.
    pub(super) async fn enqueue_for_others(
        &self,
        tx: &mut Tx,
        topic: &NotificationTopic,
        since: Timestamp,
        but: &NotificationId,
    ) -> Result<(), Fault> {
        let sql = "SELECT COALESCE(member_id, ''), medium FROM notification WHERE recipient = 'admin' AND thread = $1 \
             AND id <> $2 AND state <> 'skipped' AND created_at <= $3 AND due_at > $3";
        let told: Vec<(String, Medium)> = tx.fetch_all(sql, (topic, but, since)).await?;
        let mut batch = Batch::default();
        self.enqueue_in(tx, &mut batch, &Audience::of_agency(topic), topic, since, &told).await?;
        batch.execute(tx).await
    }

    /// Adds to `batch` what is to be sent about an event at `at`, or the event to what waits. Taking that row locks it
    /// until the commit, so that it is not sent without this event. Nothing for those who are `told` of it by that medium.
    async fn enqueue_in(
        &self,
        tx: &mut Tx,
        batch: &mut Batch,
        audience: &Audience,
        topic: &NotificationTopic,
        at: Timestamp,
        told: &[(String, Medium)],
    ) -> Result<(), Fault> {
        let Some(settings) = self.notification_settings() else { return Ok(()) };
        let recipients = self.cached_recipients(tx, audience).await?;
        for (recipient, _, preferences) in recipients.iter().filter(|(_, _, preferences)| preferences.wants(topic)) {
            for medium in [Medium::Email, Medium::Push] {
                let is_reached = match medium {
                    Medium::Email => preferences.email.is_some() || *recipient == Recipient::Admin,
                    Medium::Push => preferences.has_devices,
                };
                let is_told = told.iter().any(|(person, by)| person == recipient.person() && *by == medium);
                if !settings.can_send(medium) || !is_reached || is_told {
                    continue;
                }
                let Some(due) = preferences.schedule.due(medium, topic, settings.after, at) else { continue };
                let (role, client, person) = (recipient.role(), topic.client(), recipient.person());
                let (contact, member) = (recipient.contact(), recipient.member());
                let values = (secrets::id(), role, client, topic, at, due, medium, contact, member, person);
                batch.add(ENQUEUE, values);
            }
        }
        Ok(())
    }

    /// A task moves to another phase: whoever has not been sent or read what happened to its deliverables gets it in the new
    /// channel, and reminders of them follow. What is being sent may be composed after the move, so it counts as not sent.
    pub(crate) async fn notify_in_new_phase(
        &self,
        tx: &mut Tx,
        client: &ClientId,
        task: &TaskId,
        from: &PhaseId,
        to: &PhaseId,
    ) -> Result<(), Fault> {
        if self.notification_settings().is_none() {
            return Ok(());
        }
        let channel = |phase: &PhaseId| NotificationTopic::Channel(client.clone(), Channel::Phase(phase.clone()));
        let reminder = |phase: &PhaseId| NotificationTopic::Reminder(client.clone(), phase.clone());
        let phases = [from, to];
        let mut batch = Batch::default();
        for (sql, [old, new]) in [(UNSENT_OF_TASK, phases.map(channel)), (UNSENT_REMINDERS, phases.map(reminder))] {
            let unsent: Vec<Unsent> = tx.fetch_all(sql, (old, task)).await?;
            for Unsent { recipient, medium, due_at, event_at } in unsent {
                let (role, contact, member) = (recipient.role(), recipient.contact(), recipient.member());
                let person = recipient.person();
                let values = (secrets::id(), role, client, &new, event_at, due_at, medium, contact, member, person);
                batch.add(ENQUEUE, values);
            }
        }
        batch.execute(tx).await
    }
}

/// A row that was not sent when something that it tells of was moved.
struct Unsent {
    recipient: Recipient,
    medium: Medium,
    due_at: Timestamp,
    /// The first event that was moved.
    event_at: Timestamp,
}

row! {
    row => Unsent {
        medium, due_at, event_at;
        recipient: super::recipient(row)?,
    }
}

/// The column of the same name.
pub(super) fn notified_source(source: Option<&SourceId>) -> &str {
    source.map_or("", SourceId::as_str)
}

// The clock of another process may be behind: the row begins with the earliest of its events. After failed attempts a new
// event brings the next one forward, and gives the row all its attempts again. Most events change nothing: PostgreSQL locks
// the row nevertheless, and on SQLite nobody else writes. Who was deleted a moment ago may still be among the recipients that are
// in memory.
const ENQUEUE: &str = "INSERT INTO notification \
     (id, recipient, client_id, contact_id, member_id, thread, number, created_at, due_at, medium, state, attempts) \
     SELECT $1, $2, $3, $8, $9, $4, (SELECT COALESCE(MAX(number), 0) + 1 FROM notification \
       WHERE recipient = $2 AND thread = $4 AND medium = $7 AND COALESCE(contact_id, member_id, '') = $10), \
       $5, $6, $7, 'waiting', 0 \
     WHERE ($8 IS NULL OR EXISTS (SELECT 1 FROM contact WHERE contact.id = $8)) \
       AND ($9 IS NULL OR EXISTS (SELECT 1 FROM member WHERE member.id = $9)) \
     ON CONFLICT (recipient, COALESCE(contact_id, member_id, ''), thread, medium) WHERE state = 'waiting' AND is_fixed = 0 DO UPDATE SET attempts = 0, \
     created_at = CASE WHEN notification.created_at > excluded.created_at THEN excluded.created_at \
       ELSE notification.created_at END, \
     due_at = CASE WHEN notification.due_at > excluded.due_at THEN excluded.due_at ELSE notification.due_at END \
     WHERE notification.attempts > 0 OR notification.created_at > excluded.created_at \
       OR notification.due_at > excluded.due_at";

/// One for each recipient and medium. Messages about places on pictures move with their deliverables.
const UNSENT_OF_TASK: &str = "SELECT unsent.recipient, unsent.client_id, unsent.contact_id, unsent.member_id, unsent.medium, \
       MIN(unsent.due_at) AS due_at, MIN(moved.at) AS event_at FROM notification unsent JOIN (\
         SELECT 'client' AS recipient, status_since AS at FROM deliverable WHERE task_id = $2 AND status = 'in_review' \
         UNION ALL SELECT 'admin', deliverable.approved_at FROM deliverable \
           JOIN unseen_approval ON unseen_approval.deliverable_id = deliverable.id WHERE deliverable.task_id = $2 \
         UNION ALL SELECT CASE comment.author WHEN 'client' THEN 'admin' ELSE 'client' END, comment.created_at \
           FROM deliverable JOIN comment ON comment.pin_deliverable_id = deliverable.id \
           WHERE deliverable.task_id = $2 AND (comment.author = 'admin' OR comment.unseen = 1)\
       ) moved ON moved.recipient = unsent.recipient AND moved.at >= unsent.created_at \
     WHERE unsent.thread = $1 AND unsent.state IN ('waiting', 'sending') \
     GROUP BY unsent.recipient, unsent.client_id, unsent.contact_id, unsent.member_id, unsent.medium";

/// Of what still waits for its approval, one for each recipient and medium.
const UNSENT_REMINDERS: &str = "SELECT recipient, client_id, contact_id, member_id, medium, \
       MIN(due_at) AS due_at, MIN(created_at) AS event_at \
     FROM notification WHERE thread = $1 AND state IN ('waiting', 'sending') \
     AND EXISTS (SELECT 1 FROM deliverable WHERE task_id = $2 AND status = 'in_review') \
     GROUP BY recipient, client_id, contact_id, member_id, medium";
