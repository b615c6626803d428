//! The notifications as the agency sees them.

use domain::id::{ClientId, NotificationId};
use domain::notifications::{NotificationLine, NotificationState};
use domain::{DomainError, Timestamp};
use sqlx::{AssertSqlSafe, FromRow};

use super::lease::stored_recipient;
use crate::db::cache_versions::Change;
use crate::db::keyset;
use crate::db::rows::{stored, stored_enum};
use crate::{Fault, Result, Store};

/// How many are listed.
const MOST: usize = 100;

/// How long one is kept after its end.
const KEPT: i64 = 90 * 86_400_000;

impl Store {
    /// The newest notifications, of one state if it is given.
    pub async fn notifications(&self, state: Option<NotificationState>) -> Result<Vec<NotificationLine>> {
        let condition = state.map(|_| "notification.state = $1".to_owned());
        let sql = statement(condition.as_slice(), MOST);
        let mut query = sqlx::query_as::<_, Row>(AssertSqlSafe(sql));
        if let Some(state) = state {
            query = query.bind(state.as_str());
        }
        let rows = query.fetch_all(self.db.readers()).await?;
        rows.into_iter().map(|row| Ok(row.line()?)).collect()
    }

    /// The newest e-mail to a client.
    pub async fn last_notification(&self, client: &ClientId) -> Result<Option<NotificationLine>> {
        let conditions = [
            "notification.client_id = $1",
            "notification.recipient = 'client'",
            "notification.medium = 'email'",
        ];
        let sql = statement(&conditions.map(str::to_owned), 1);
        let row = sqlx::query_as::<_, Row>(AssertSqlSafe(sql))
            .bind(client.as_str())
            .fetch_optional(self.db.readers())
            .await?;
        Ok(row.map(Row::line).transpose()?)
    }

    /// Sends a failed or skipped notification after all, if there is still something to send. It takes no new
    /// events: others may have made a row of their own.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`] when there is no such one, or a fault.
    pub async fn retry_notification(&self, id: &NotificationId) -> Result<()> {
        let mut tx = self.db.write_shared(Change::Uncached).await?;
        let queued = sqlx::query(RETRY_ONE)
            .bind(self.clock.now().as_millis())
            .bind(id.as_str())
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        if queued.rows_affected() == 0 { Err(DomainError::UnknownRecord.into()) } else { Ok(()) }
    }

    /// As [`Store::retry_notification`], all that have failed; returns how many.
    pub async fn retry_failed_notifications(&self) -> Result<u64> {
        let mut tx = self.db.write_shared(Change::Uncached).await?;
        let queued = sqlx::query(RETRY_FAILED).bind(self.clock.now().as_millis()).execute(&mut *tx).await?;
        tx.commit().await?;
        Ok(queued.rows_affected())
    }

    /// Deletes notifications that ended long ago; returns how many.
    pub async fn delete_old_notifications(&self) -> Result<u64> {
        let mut tx = self.db.write_shared(Change::Uncached).await?;
        let deleted = sqlx::query(
            "DELETE FROM notification WHERE state IN ('sent', 'skipped', 'failed') AND due_at < $1",
        )
        .bind(self.clock.now().as_millis() - KEPT)
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

/// Newest first: ids sort by age.
fn statement(conditions: &[String], most: usize) -> String {
    format!(
        "SELECT notification.id, notification.recipient, notification.client_id, client.name, \
         notification.thread, notification.medium, notification.state, notification.created_at, notification.due_at, \
         notification.attempts, notification.subject, notification.reason, notification.is_bounce \
         FROM notification LEFT JOIN client ON client.id = notification.client_id{} \
         ORDER BY notification.id DESC LIMIT {most}",
        keyset::filter(conditions)
    )
}

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
            thread: stored_enum(&self.thread)?,
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
