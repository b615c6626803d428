//! Conversations that the agency has snoozed.

use domain::id::ClientId;
use domain::overview::FollowUpDraft;
use domain::{DomainError, Timestamp};

use crate::db::cache_versions::Change;
use crate::{Result, Store};

/// Whether the client of the row is snoozed; `$1` is today. The row is joined with `follow_up`.
pub(crate) const IS_SNOOZED: &str = "follow_up.set_at >= COALESCE(client.last_comment_at, -62167219200001) \
     AND COALESCE(follow_up.until, '9999-12-31') > $1";
pub(crate) const IS_NOT_SNOOZED: &str = "(follow_up.client_id IS NULL \
     OR follow_up.set_at < COALESCE(client.last_comment_at, -62167219200001) \
     OR COALESCE(follow_up.until, '9999-12-31') <= $1)";

impl Store {
    /// Puts the conversation with a client off: it counts as waiting again on the day, or when something is written after
    /// `seen`, the newest entry that the form was shown with; without it, after now.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`], or a fault.
    pub async fn snooze(&self, client: &ClientId, draft: &FollowUpDraft, seen: Option<Timestamp>) -> Result<()> {
        let FollowUpDraft { until, note } = draft;
        let seen = seen.unwrap_or(Timestamp::MAX);
        let mut tx = self.db.write_shared(Change::Conversation(client.clone())).await?;
        let until = until.map(|day| day.to_string());
        let written = tx.execute(SNOOZE, (&client, until, note.as_deref(), self.clock.now(), seen)).await?;
        tx.commit().await?;
        if written == 0 { Err(DomainError::UnknownRecord.into()) } else { Ok(()) }
    }

    /// The conversation waits again, and its note is gone. Does nothing if it was not snoozed.
    pub async fn resume(&self, client: &ClientId) -> Result<()> {
        let mut tx = self.db.write_shared(Change::Conversation(client.clone())).await?;
        tx.execute("DELETE FROM follow_up WHERE client_id = $1", [&client]).await?;
        Ok(tx.commit().await?)
    }
}

/// The newest message may be dated a millisecond ahead of the clock.
const SNOOZE: &str = "INSERT INTO follow_up (client_id, until, note, set_at) \
     SELECT newest.client_id, $2, $3, CASE WHEN newest.at < $5 THEN newest.at ELSE $5 END \
     FROM (SELECT client.id AS client_id, CASE WHEN client.last_comment_at > $4 THEN client.last_comment_at ELSE $4 END AS at \
           FROM client WHERE client.id = $1) newest WHERE newest.at IS NOT NULL \
     ON CONFLICT (client_id) DO UPDATE SET until = excluded.until, note = excluded.note, set_at = excluded.set_at";
