//! Handing rows out to be sent.

use std::time::Duration;

use domain::Timestamp;
use domain::id::NotificationId;
use domain::notifications::{Medium, NotificationTopic, Recipient};
use sqlx::AssertSqlSafe;

use super::recipient;
use crate::db::cache_versions::Change;
use crate::db::column::read;
use crate::db::query::row;
use crate::secrets;
use crate::{Result, Store};

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
        let sql = format!("{DUE} AND {media} {FIRST}{} {TAKE}", self.db.skip_locked());
        let until = now.as_millis().saturating_add(i64::try_from(lease.as_millis()).unwrap_or(i64::MAX));
        let leased = tx.fetch_all(AssertSqlSafe(sql), (now, limit, until, secrets::id())).await?;
        tx.commit().await?;
        Ok(leased)
    }

    /// Mostly nothing is due, so this needs no transaction.
    async fn is_any_due(&self, now: Timestamp, media: &str) -> Result<bool> {
        let sql = format!(
            "SELECT id FROM notification WHERE due_at <= $1 AND state IN ('waiting', 'sending') AND {media} LIMIT 1"
        );
        let due: Option<String> = self.db.readers().fetch_optional_value(AssertSqlSafe(sql), [now]).await?;
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

row! {
    row => Leased {
        id, medium, number, lease, attempts, is_fixed;
        recipient: recipient(row)?,
        topic: read(row, "thread")?,
        since: read(row, "created_at")?,
    }
}

// The condition is repeated: another process may have taken a row since it was found.
const DUE: &str = "WITH due AS MATERIALIZED (\
       SELECT id FROM notification WHERE due_at <= $1 AND state IN ('waiting', 'sending')";
const FIRST: &str = "ORDER BY due_at LIMIT $2";
const TAKE: &str = ") UPDATE notification SET state = 'sending', due_at = $3, lease = $4, attempts = attempts + 1, \
     is_fixed = CASE WHEN state = 'sending' THEN 1 ELSE is_fixed END \
     WHERE id IN (SELECT id FROM due) AND due_at <= $1 AND state IN ('waiting', 'sending') \
     RETURNING id, recipient, client_id, contact_id, member_id, thread, medium, number, created_at, lease, attempts, is_fixed";
