//! Handing rows out to be sent.

use std::time::Duration;

use domain::Timestamp;
use domain::id::NotificationId;
use domain::notifications::{Medium, NotificationTopic, Recipient};
use sqlx::{AssertSqlSafe, FromRow};

use super::stored_recipient;
use crate::db::cache_versions::Change;
use crate::db::rows::{stored, stored_enum};
use crate::secrets;
use crate::{Fault, Result, Store};

/// A row that this process sends, until its lease ends.
#[derive(Debug, Clone)]
pub struct Leased {
    pub id: NotificationId,
    pub recipient: Recipient,
    pub topic: NotificationTopic,
    pub medium: Medium,
    pub(super) number: i64,
    /// The time of the first event.
    pub(super) since: Timestamp,
    pub(super) lease: String,
    pub(super) attempts: i64,
    /// Whether it may have arrived before.
    pub(super) is_fixed: bool,
}

impl Store {
    /// Takes up to `limit` due rows for this process, for the time `lease`. After it, any process may take them over.
    pub async fn lease_notifications(&self, limit: usize, lease: Duration) -> Result<Vec<Leased>> {
        let now = self.clock.now();
        let media = self.media();
        if !self.is_any_due(now, media).await? {
            return Ok(Vec::new());
        }
        let mut tx = self.db.write_shared(Change::Unseen).await?;
        let token = secrets::id();
        let sql = format!("{DUE} AND {media} {FIRST}{} {TAKE}", self.db.skip_locked());
        let rows: Vec<Row> = sqlx::query_as(AssertSqlSafe(sql))
            .bind(now.as_millis())
            .bind(i64::try_from(limit).unwrap_or(i64::MAX))
            .bind(now.as_millis().saturating_add(i64::try_from(lease.as_millis()).unwrap_or(i64::MAX)))
            .bind(&token)
            .fetch_all(&mut *tx)
            .await?;
        tx.commit().await?;
        rows.into_iter().map(|row| Ok(row.leased(&token)?)).collect()
    }

    /// Mostly nothing is due, so this needs no transaction.
    async fn is_any_due(&self, now: Timestamp, media: &str) -> Result<bool> {
        let sql = format!(
            "SELECT id FROM notification WHERE due_at <= $1 AND state IN ('waiting', 'sending') AND {media} LIMIT 1"
        );
        let due =
            sqlx::query(AssertSqlSafe(sql)).bind(now.as_millis()).fetch_optional(self.db.readers()).await?;
        Ok(due.is_some())
    }

    /// E-mails that were queued while there was a mail server wait for one.
    fn media(&self) -> &'static str {
        match self.notification_settings() {
            Some(settings) if !settings.can_send(Medium::Email) => "medium = 'push'",
            _ => "medium IN ('email', 'push')",
        }
    }
}

#[derive(FromRow)]
struct Row {
    id: String,
    recipient: String,
    client_id: Option<String>,
    thread: String,
    medium: String,
    number: i64,
    created_at: i64,
    attempts: i64,
    is_fixed: i64,
}

impl Row {
    fn leased(self, token: &str) -> Result<Leased, Fault> {
        Ok(Leased {
            id: stored(self.id)?,
            recipient: stored_recipient(&self.recipient, self.client_id)?,
            topic: stored_enum(&self.thread)?,
            medium: stored_enum(&self.medium)?,
            number: self.number,
            since: Timestamp::from_millis(self.created_at),
            lease: token.to_owned(),
            attempts: self.attempts,
            is_fixed: self.is_fixed == 1,
        })
    }
}

// The condition is repeated: another process may have taken a row since it was found.
const DUE: &str = "WITH due AS MATERIALIZED (\
       SELECT id FROM notification WHERE due_at <= $1 AND state IN ('waiting', 'sending')";
const FIRST: &str = "ORDER BY due_at LIMIT $2";
const TAKE: &str = ") UPDATE notification SET state = 'sending', due_at = $3, lease = $4, attempts = attempts + 1, \
     is_fixed = CASE WHEN state = 'sending' THEN 1 ELSE is_fixed END \
     WHERE id IN (SELECT id FROM due) AND due_at <= $1 AND state IN ('waiting', 'sending') \
     RETURNING id, recipient, client_id, thread, medium, number, created_at, attempts, is_fixed";
