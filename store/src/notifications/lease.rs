//! Handing rows out to be sent, and their results.

use std::time::Duration;

use domain::Timestamp;
use domain::id::NotificationId;
use domain::notifications::{Medium, NotificationState, Recipient, SkipReason, Thread, retry_after};
use sqlx::{AssertSqlSafe, FromRow};

use super::recipient_column;
use crate::db::Tx;
use crate::db::cache_versions::Change;
use crate::db::rows::{stored, stored_enum};
use crate::secrets;
use crate::{Fault, Result, Store};

/// A row that this process sends, until its lease ends.
#[derive(Debug, Clone)]
pub struct Leased {
    pub id: NotificationId,
    pub recipient: Recipient,
    pub thread: Thread,
    pub medium: Medium,
    pub(super) number: i64,
    /// Of the first event.
    pub(super) since: Timestamp,
    lease: String,
    attempts: i64,
    /// It may have arrived before.
    is_fixed: bool,
}

/// The end of an attempt. The words of the server are one line, without addresses of others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    Sent {
        subject: String,
    },
    Skipped(SkipReason),
    /// Not tried: it is due at another time.
    Later(Timestamp),
    /// The server has not taken it, with these words, and may do so later.
    Retry(String),
    /// As [`Outcome::Retry`], but it may have arrived: the connection was lost before the last answer.
    Unclear(String),
    /// The server refuses the address, with these words.
    Failed(String),
}

impl Store {
    /// Takes up to `limit` due rows for this process, for the time `lease`. After it, any process may take them over.
    pub async fn lease_notifications(&self, limit: usize, lease: Duration) -> Result<Vec<Leased>> {
        let now = self.clock.now();
        let media = self.media();
        if !self.is_any_due(now, media).await? {
            return Ok(Vec::new());
        }
        let mut tx = self.db.write_shared(Change::Uncached).await?;
        let token = secrets::id();
        let sql = format!("{DUE} AND {media} {FIRST}{} {TAKE}", self.db.skip_locked());
        let rows: Vec<Row> = sqlx::query_as(AssertSqlSafe(sql))
            .bind(now.as_millis())
            .bind(i64::try_from(limit).unwrap_or(i64::MAX))
            .bind(later(now, lease).as_millis())
            .bind(&token)
            .fetch_all(&mut *tx)
            .await?;
        tx.commit().await?;
        rows.into_iter().map(|row| Ok(row.leased(&token)?)).collect()
    }

    /// Without a transaction: mostly nothing is due.
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
            Some(settings) if !settings.has(Medium::Email) => "medium = 'push'",
            _ => "medium IN ('email', 'push')",
        }
    }

    /// Stores the result of an attempt; false, and nothing is changed, when another process has taken the row over.
    pub async fn finish_notification(&self, leased: &Leased, outcome: &Outcome) -> Result<bool> {
        let end = End::of(leased, outcome, self.clock.now());
        let mut tx = self.db.write_shared(Change::Uncached).await?;
        let ended = sqlx::query("UPDATE notification SET attempts = $3 WHERE id = $1 AND lease = $2")
            .bind(leased.id.as_str())
            .bind(&leased.lease)
            .bind(end.attempts)
            .execute(&mut *tx)
            .await?;
        if ended.rows_affected() == 0 {
            tx.rollback().await?;
            return Ok(false);
        }
        let takes_events = end.state == NotificationState::Waiting && !end.is_fixed;
        if !takes_events || !join_open(&mut tx, leased, &end).await? {
            store(&mut tx, leased, &end).await?;
        }
        tx.commit().await?;
        Ok(true)
    }
}

/// What a row becomes.
struct End {
    state: NotificationState,
    due: Timestamp,
    attempts: i64,
    is_fixed: bool,
    is_bounce: bool,
    reason: Option<String>,
    subject: Option<String>,
}

impl End {
    fn of(leased: &Leased, outcome: &Outcome, now: Timestamp) -> Self {
        let pause = retry_after(usize::try_from(leased.attempts).unwrap_or(usize::MAX));
        let state = match outcome {
            Outcome::Sent { .. } => NotificationState::Sent,
            Outcome::Skipped(_) => NotificationState::Skipped,
            Outcome::Later(_) => NotificationState::Waiting,
            Outcome::Retry(_) | Outcome::Unclear(_) if pause.is_some() => NotificationState::Waiting,
            Outcome::Retry(_) | Outcome::Unclear(_) | Outcome::Failed(_) => NotificationState::Failed,
        };
        let due = match outcome {
            Outcome::Later(due) => *due,
            Outcome::Retry(_) | Outcome::Unclear(_) => later(now, pause.unwrap_or_default()),
            _ => now,
        };
        let (reason, subject) = match outcome {
            Outcome::Sent { subject } => (None, Some(subject.clone())),
            Outcome::Skipped(reason) => (Some(reason.to_string()), None),
            Outcome::Later(_) => (None, None),
            Outcome::Retry(words) | Outcome::Unclear(words) | Outcome::Failed(words) => {
                (Some(words.clone()), None)
            }
        };
        let was_tried = !matches!(outcome, Outcome::Later(_));
        Self {
            state,
            due,
            attempts: leased.attempts - i64::from(!was_tried),
            is_fixed: leased.is_fixed || matches!(outcome, Outcome::Unclear(_)),
            is_bounce: leased.medium == Medium::Email && matches!(outcome, Outcome::Failed(_)),
            reason,
            subject,
        }
    }
}

/// Events that came meanwhile have a row: gives it those of this one, which is deleted, because only one row of a thread
/// takes events. False if there is none.
async fn join_open(tx: &mut Tx, leased: &Leased, end: &End) -> Result<bool, Fault> {
    let joined = sqlx::query(JOIN)
        .bind(recipient_column(&leased.recipient))
        .bind(leased.thread.to_string())
        .bind(leased.since.as_millis())
        .bind(end.attempts)
        .bind(end.reason.as_deref())
        .bind(leased.medium.as_str())
        .execute(&mut **tx)
        .await?;
    if joined.rows_affected() == 0 {
        return Ok(false);
    }
    sqlx::query("DELETE FROM notification WHERE id = $1").bind(leased.id.as_str()).execute(&mut **tx).await?;
    Ok(true)
}

async fn store(tx: &mut Tx, leased: &Leased, end: &End) -> Result<(), Fault> {
    sqlx::query(END)
        .bind(leased.id.as_str())
        .bind(end.state.as_str())
        .bind(end.due.as_millis())
        .bind(end.reason.as_deref())
        .bind(end.subject.as_deref())
        .bind(i64::from(end.is_fixed))
        .bind(i64::from(end.is_bounce))
        .execute(&mut **tx)
        .await?;
    Ok(())
}

fn later(at: Timestamp, by: Duration) -> Timestamp {
    let by = i64::try_from(by.as_millis()).unwrap_or(i64::MAX);
    Timestamp::from_millis(at.as_millis().saturating_add(by))
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
            thread: stored_enum(&self.thread)?,
            medium: stored_enum(&self.medium)?,
            number: self.number,
            since: Timestamp::from_millis(self.created_at),
            lease: token.to_owned(),
            attempts: self.attempts,
            is_fixed: self.is_fixed == 1,
        })
    }
}

/// Parses the columns `recipient` and `client_id`.
pub(super) fn stored_recipient(recipient: &str, client: Option<String>) -> Result<Recipient, Fault> {
    match (recipient, client) {
        ("client", Some(client)) => Ok(Recipient::Client(stored(client)?)),
        _ => Ok(Recipient::Admin),
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

const JOIN: &str = "UPDATE notification SET created_at = CASE WHEN created_at > $3 THEN $3 ELSE created_at END, \
     attempts = $4, reason = $5 \
     WHERE recipient = $1 AND thread = $2 AND medium = $6 AND state = 'waiting' AND is_fixed = 0";

const END: &str = "UPDATE notification SET state = $2, due_at = $3, lease = NULL, reason = $4, subject = $5, \
     is_fixed = $6, is_bounce = $7 WHERE id = $1";
