//! The notifications as the agency sees them.

use domain::id::{ClientId, NotificationId};
use domain::notifications::{NotificationLine, NotificationQueue, NotificationState};
use domain::{DomainError, Timestamp, Topic};
use sqlx::{AssertSqlSafe, FromRow};

use super::stored_recipient;
use crate::db::cache_versions::Change;
use crate::db::rows::{stored, stored_enum};
use crate::{Fault, Result, Store};

const MAX_LISTED: usize = 100;

/// How long one is kept after its end, in milliseconds.
const RETENTION: i64 = 90 * 86_400_000;

impl Store {
    /// The newest notifications, of one state if it is given.
    pub async fn notifications(&self, state: Option<NotificationState>) -> Result<Vec<NotificationLine>> {
        let condition = state.map_or("", |_| "WHERE notification.state = $1");
        let sql = format!("{LINES} {condition} ORDER BY notification.id DESC LIMIT {MAX_LISTED}");
        let query = sqlx::query_as(AssertSqlSafe(sql));
        let query = match state {
            Some(state) => query.bind(state.as_str()),
            None => query,
        };
        let rows: Vec<Row> = query.fetch_all(self.db.readers()).await?;
        Ok(lines(rows)?)
    }

    /// The newest e-mail to a client.
    pub async fn last_notification(&self, client: &ClientId) -> Result<Option<NotificationLine>> {
        let sql = format!(
            "{LINES} WHERE notification.client_id = $1 AND notification.recipient = 'client' \
             AND notification.medium = 'email' ORDER BY notification.id DESC LIMIT 1"
        );
        let rows: Vec<Row> =
            sqlx::query_as(AssertSqlSafe(sql)).bind(client.as_str()).fetch_all(self.db.readers()).await?;
        Ok(lines(rows)?.pop())
    }

    /// The notifications that are not sent yet or never were, for the command line.
    pub async fn notification_queue(&self) -> Result<NotificationQueue> {
        let mut tx = self.db.snapshot().await?;
        let counts: Vec<(String, i64)> =
            sqlx::query_as("SELECT state, COUNT(*) FROM notification GROUP BY state")
                .fetch_all(&mut *tx)
                .await?;
        let sql = format!(
            "{LINES} WHERE notification.state IN ('waiting', 'sending', 'failed') \
             ORDER BY notification.due_at, notification.id"
        );
        let unsent = lines(sqlx::query_as(AssertSqlSafe(sql)).fetch_all(&mut *tx).await?)?;
        tx.commit().await?;
        let count = |state: NotificationState| {
            let found = counts.iter().find(|(name, _)| name == state.as_str());
            (state, found.map_or(0, |(_, count)| *count))
        };
        Ok(NotificationQueue { counts: NotificationState::ALL.iter().copied().map(count).collect(), unsent })
    }

    /// Sends a failed or skipped notification after all, if there is still something to send. It takes no new
    /// events: others may have made a row of their own.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`] when there is no such one, or a fault.
    pub async fn retry_notification(&self, id: &NotificationId) -> Result<()> {
        let mut tx = self.db.write_shared(Change::Topic(Topic::Notification)).await?;
        let queued = sqlx::query(RETRY_ONE)
            .bind(self.clock.now().as_millis())
            .bind(id.as_str())
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        if queued.rows_affected() == 0 { Err(DomainError::UnknownRecord.into()) } else { Ok(()) }
    }

    /// Sends all that have failed as [`Store::retry_notification`] does; returns how many.
    pub async fn retry_failed_notifications(&self) -> Result<u64> {
        let mut tx = self.db.write_shared(Change::Topic(Topic::Notification)).await?;
        let queued = sqlx::query(RETRY_FAILED).bind(self.clock.now().as_millis()).execute(&mut *tx).await?;
        tx.commit().await?;
        Ok(queued.rows_affected())
    }

    /// Deletes notifications that ended long ago; returns how many.
    pub async fn delete_old_notifications(&self) -> Result<u64> {
        let mut tx = self.db.write_shared(Change::Topic(Topic::Notification)).await?;
        let deleted = sqlx::query(
            "DELETE FROM notification WHERE state IN ('sent', 'skipped', 'failed') AND due_at < $1",
        )
        .bind(self.clock.now().as_millis() - RETENTION)
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(deleted.rows_affected())
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
const RETRY_ONE: &str = retry!("state IN ('failed', 'skipped') AND id = $2");
const RETRY_FAILED: &str = retry!("state = 'failed'");

// The newest rows are those with the greatest ids: ids sort by age.
const LINES: &str = "SELECT notification.id, notification.recipient, notification.client_id, client.name, \
     notification.thread, notification.medium, notification.state, notification.created_at, notification.due_at, \
     notification.attempts, notification.subject, notification.reason, notification.is_bounce \
     FROM notification LEFT JOIN client ON client.id = notification.client_id";

#[derive(FromRow)]
struct Row {
    id: String,
    recipient: String,
    client_id: Option<String>,
    name: Option<String>,
    thread: String,
    medium: String,
    state: String,
    created_at: i64,
    due_at: i64,
    attempts: i64,
    subject: Option<String>,
    reason: Option<String>,
    is_bounce: i64,
}

impl Row {
    fn line(self) -> Result<NotificationLine, Fault> {
        Ok(NotificationLine {
            id: stored(self.id)?,
            recipient: stored_recipient(&self.recipient, self.client_id)?,
            client: self.name,
            topic: stored_enum(&self.thread)?,
            medium: stored_enum(&self.medium)?,
            state: stored_enum(&self.state)?,
            created_at: Timestamp::from_millis(self.created_at),
            due_at: Timestamp::from_millis(self.due_at),
            attempts: self.attempts,
            subject: self.subject,
            reason: self.reason,
            is_bounce: self.is_bounce == 1,
        })
    }
}

fn lines(rows: Vec<Row>) -> Result<Vec<NotificationLine>, Fault> {
    rows.into_iter().map(Row::line).collect()
}
