//! The notifications as the agency sees them.

use domain::id::{ContactId, NotificationId, PersonId};
use domain::notifications::{Medium, NotificationLine, NotificationQueue, NotificationState};
use domain::{DomainError, Topic};
use sqlx::AssertSqlSafe;

use super::recipient;
use crate::db::cache_versions::Change;
use crate::db::column::read;
use crate::db::keyset::Conditions;
use crate::db::query::row;
use crate::{Result, Store, StoreParts};

const MAX_LISTED: usize = 100;

/// How long one is kept after its end, in milliseconds.
const RETENTION: i64 = 90 * 86_400_000;

impl Store {
    /// The newest notifications, of one state if it is given.
    pub async fn notifications(&self, state: Option<NotificationState>) -> Result<Vec<NotificationLine>> {
        let mut conditions = Conditions::default();
        if let Some(state) = state {
            conditions.add("line.state = $1", [state]);
        }
        let (lines, filter) = (self.lines(), conditions.filter());
        let sql = format!("SELECT * FROM ({lines}) AS line{filter} ORDER BY line.id DESC LIMIT {MAX_LISTED}");
        Ok(self.db.readers().fetch_all(AssertSqlSafe(sql), conditions.values).await?)
    }

    /// The newest e-mail to a person of a client.
    pub async fn last_notification(&self, person: &PersonId) -> Result<Option<NotificationLine>> {
        let sql = format!(
            "{} WHERE notification.client_id = $1 AND notification.recipient = 'client' \
             AND COALESCE(notification.contact_id, '') = $2 AND notification.medium = 'email' ORDER BY notification.id DESC LIMIT 1",
            self.lines()
        );
        let contact = person.contact.as_ref().map_or("", ContactId::as_str);
        Ok(self.db.readers().fetch_optional(AssertSqlSafe(sql), (&person.client, contact)).await?)
    }

    /// The notifications that are not sent yet or never were, for the command line.
    pub async fn notification_queue(&self) -> Result<NotificationQueue> {
        let mut tx = self.db.snapshot().await?;
        let sql = "SELECT state, COUNT(*) FROM notification GROUP BY state";
        let counts: Vec<(NotificationState, i64)> = tx.fetch_all(sql, ()).await?;
        let sql = format!(
            "{} WHERE notification.state IN ('waiting', 'sending', 'failed') \
             ORDER BY notification.due_at, notification.id",
            self.lines()
        );
        let unsent = tx.fetch_all(AssertSqlSafe(sql), ()).await?;
        tx.commit().await?;
        let count = |state: NotificationState| {
            let found = counts.iter().find(|(one, _)| *one == state);
            (state, found.map_or(0, |(_, count)| *count))
        };
        Ok(NotificationQueue { counts: NotificationState::ALL.iter().copied().map(count).collect(), unsent })
    }

    /// Sends a notification after all that has failed, was skipped or reached nobody, if there is still something to send. It takes no new
    /// events: others may have made a row of their own.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`] when there is no such one, or a fault.
    pub async fn retry_notification(&self, id: &NotificationId) -> Result<()> {
        let mut tx = self.db.write_shared(Change::Topic(Topic::Notification)).await?;
        let queued = tx.execute(RETRY_ONE, (self.clock.now(), &id)).await?;
        tx.commit().await?;
        if queued == 0 { Err(DomainError::UnknownRecord.into()) } else { Ok(()) }
    }

    /// Sends all that have failed as [`Store::retry_notification`] does; returns how many.
    pub async fn retry_failed_notifications(&self) -> Result<u64> {
        let mut tx = self.db.write_shared(Change::Topic(Topic::Notification)).await?;
        let queued = tx.execute(RETRY_FAILED, [self.clock.now()]).await?;
        tx.commit().await?;
        Ok(queued)
    }

    /// Deletes notifications that ended long ago; returns how many.
    pub async fn delete_old_notifications(&self) -> Result<u64> {
        let mut tx = self.db.write_shared(Change::Topic(Topic::Notification)).await?;
        let sql = "DELETE FROM notification WHERE state IN ('sent', 'skipped', 'failed') AND due_at < $1";
        let deleted = tx.execute(sql, [self.clock.now().as_millis() - RETENTION]).await?;
        tx.commit().await?;
        Ok(deleted)
    }
}

macro_rules! retry {
    ($where:literal) => {
        concat!(
            "UPDATE notification SET state = 'waiting', attempts = 0, is_fixed = 1, due_at = $1, reason = NULL, is_bounce = 0 \
             WHERE ",
            $where
        )
    };
}
const RETRY_ONE: &str = retry!("(state IN ('failed', 'skipped') OR state = 'waiting' AND is_fixed = 0) AND id = $2");
const RETRY_FAILED: &str = retry!("state = 'failed'");

impl StoreParts {
    /// The lines of notifications. What waits for somebody whom no e-mail reaches any more is skipped already. The newest
    /// rows are those with the greatest ids: ids sort by age.
    fn lines(&self) -> String {
        let settings = self.notification_settings();
        // A command that sends nothing itself does not know whether the server does.
        let off = if settings.is_none_or(|settings| settings.can_send(Medium::Email)) { "1 = 0" } else { "1 = 1" };
        let skipped = format!(
            "CASE WHEN notification.state <> 'waiting' OR notification.medium <> 'email' THEN NULL \
               WHEN {off} THEN 'off' WHEN notification.recipient <> 'client' THEN NULL \
               WHEN CASE WHEN notification.contact_id IS NULL THEN client.email ELSE contact.email END IS NULL THEN 'no_address' \
               WHEN COALESCE(contact.notify, client.notify) = 'never' THEN 'never' END"
        );
        format!(
            "SELECT notification.id, notification.recipient, notification.client_id, notification.contact_id, \
             notification.member_id, client.name, COALESCE(contact.name, member.name) AS person, notification.thread, notification.medium, \
             CASE WHEN {skipped} IS NULL THEN notification.state ELSE 'skipped' END AS state, \
             notification.created_at, notification.due_at, notification.attempts, notification.subject, \
             COALESCE({skipped}, notification.reason) AS reason, notification.is_bounce \
             FROM notification LEFT JOIN client ON client.id = notification.client_id \
             LEFT JOIN contact ON contact.id = notification.contact_id \
             LEFT JOIN member ON member.id = notification.member_id"
        )
    }
}

row! {
    row => NotificationLine {
        id, medium, state, created_at, due_at, attempts, subject, reason, is_bounce, person;
        recipient: recipient(row)?,
        client: read(row, "name")?,
        topic: read(row, "thread")?,
    }
}
