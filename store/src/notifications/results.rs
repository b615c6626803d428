//! What became of e-mails, for the agency's pages and the command line.

use domain::Timestamp;
use domain::id::ClientId;
use domain::notifications::{
    ClientResults, NotificationState, Queue, QueuedLine, SendingFailure, SendingResults, Trial,
};
use sqlx::FromRow;

use super::lease::stored_recipient;
use crate::db::cache_versions::Change;
use crate::db::rows::stored_enum;
use crate::{Fault, Result, Store};

/// The internal value with the last [`Trial`], as JSON.
const TRIAL: &str = "mail_trial";

impl Store {
    pub async fn sending_results(&self) -> Result<SendingResults> {
        let mut tx = self.db.snapshot().await?;
        let last_sent: Option<i64> = sqlx::query_scalar(LAST_SENT).fetch_optional(&mut *tx).await?;
        let retried: Option<(i64, String)> = sqlx::query_as(RETRIED).fetch_optional(&mut *tx).await?;
        let failed: Option<(i64, String)> = sqlx::query_as(LAST_FAILED).fetch_optional(&mut *tx).await?;
        let trial: Option<String> = sqlx::query_scalar("SELECT value FROM internal WHERE key = $1")
            .bind(TRIAL)
            .fetch_optional(&mut *tx)
            .await?;
        tx.commit().await?;
        let trial: Option<Trial> = trial.and_then(|trial| serde_json::from_str(&trial).ok());
        let taken = trial.as_ref().filter(|trial| trial.failure.is_none()).map(|trial| trial.at);
        let failure = |is_retried: bool| {
            move |(at, words)| SendingFailure { at: Timestamp::from_millis(at), is_retried, words }
        };
        let refused = trial.clone().and_then(|Trial { at, failure }| {
            failure.map(|words| SendingFailure { at, is_retried: false, words })
        });
        let ended = failed.map(failure(false)).into_iter().chain(refused).max_by_key(|failure| failure.at);
        Ok(SendingResults {
            last_sent: last_sent.map(Timestamp::from_millis).into_iter().chain(taken).max(),
            last_failure: retried.map(failure(true)).or(ended),
            trial,
        })
    }

    /// Stores the result of a trial in place of the one before; `failure` are the server's words.
    pub async fn store_mail_trial(&self, failure: Option<String>) -> Result<()> {
        let trial = Trial { at: self.clock.now(), failure };
        let json = serde_json::to_string(&trial)
            .map_err(|_| Fault::because("the result of a trial cannot be serialized"))?;
        let mut tx = self.db.write_shared(Change::Uncached).await?;
        sqlx::query(
            "INSERT INTO internal (key, value) VALUES ($1, $2) \
             ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        )
        .bind(TRIAL)
        .bind(json)
        .execute(&mut *tx)
        .await?;
        Ok(tx.commit().await?)
    }

    pub async fn client_results(&self, client: &ClientId) -> Result<ClientResults> {
        let tried: Option<(Option<String>, i64)> =
            sqlx::query_as(LAST_TRIED).bind(client.as_str()).fetch_optional(self.db.readers()).await?;
        let bounce = tried.filter(|(_, is_bounce)| *is_bounce == 1).and_then(|(words, _)| words);
        Ok(ClientResults { last: self.last_notification(client).await?, bounce })
    }

    pub async fn notification_queue(&self) -> Result<Queue> {
        let mut tx = self.db.snapshot().await?;
        let counts: Vec<(String, i64)> =
            sqlx::query_as("SELECT state, COUNT(*) FROM notification GROUP BY state")
                .fetch_all(&mut *tx)
                .await?;
        let rows: Vec<Row> = sqlx::query_as(UNSENT).fetch_all(&mut *tx).await?;
        tx.commit().await?;
        let count = |state: NotificationState| {
            let found = counts.iter().find(|(word, _)| word == state.as_str());
            (state, found.map_or(0, |(_, count)| *count))
        };
        Ok(Queue {
            counts: NotificationState::ALL.iter().copied().map(count).collect(),
            unsent: rows.into_iter().map(Row::line).collect::<Result<_, Fault>>()?,
        })
    }
}

#[derive(FromRow)]
struct Row {
    due_at: i64,
    state: String,
    recipient: String,
    client_id: Option<String>,
    thread: String,
    medium: String,
    attempts: i64,
    reason: Option<String>,
}

impl Row {
    fn line(self) -> Result<QueuedLine, Fault> {
        Ok(QueuedLine {
            due_at: Timestamp::from_millis(self.due_at),
            state: stored_enum(&self.state)?,
            recipient: stored_recipient(&self.recipient, self.client_id)?,
            thread: stored_enum(&self.thread)?,
            medium: stored_enum(&self.medium)?,
            attempts: self.attempts,
            reason: self.reason,
        })
    }
}

// Newest first: ids sort by age.
const LAST_SENT: &str = "SELECT due_at FROM notification WHERE state = 'sent' AND medium = 'email' \
     ORDER BY id DESC LIMIT 1";
const RETRIED: &str = "SELECT due_at, reason FROM notification WHERE state = 'waiting' AND medium = 'email' \
     AND reason IS NOT NULL ORDER BY id DESC LIMIT 1";
const LAST_FAILED: &str = "SELECT due_at, COALESCE(reason, '') FROM notification WHERE state = 'failed' AND medium = 'email' \
     ORDER BY id DESC LIMIT 1";
const LAST_TRIED: &str = "SELECT reason, is_bounce FROM notification \
     WHERE client_id = $1 AND recipient = 'client' AND medium = 'email' AND state IN ('sent', 'failed') ORDER BY id DESC LIMIT 1";
const UNSENT: &str = "SELECT due_at, state, recipient, client_id, thread, medium, attempts, reason FROM notification \
     WHERE state IN ('waiting', 'sending', 'failed') ORDER BY due_at, id";
