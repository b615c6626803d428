//! Storing the results of attempts.

use domain::notifications::{Medium, NotificationState, SkipReason, retry_after};
use domain::{Timestamp, Topic};

use super::lease::Leased;
use crate::db::Tx;
use crate::db::cache_versions::Change;
use crate::{Fault, Result, Store};

/// The end of an attempt. What the server answered is one line, without addresses of others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    Sent {
        subject: String,
    },
    Skipped(SkipReason),
    /// It was not tried: it is due at another time.
    Later(Timestamp),
    /// The server has not taken it, with this answer, and may do so later.
    Retry(String),
    /// As [`Outcome::Retry`], but it may have arrived: the connection was lost before the last answer.
    Unclear(String),
    /// The server refuses the address, with this answer.
    Failed(String),
}

impl Store {
    /// Stores the result of an attempt; false, and nothing is changed, when another process has taken the row over.
    pub async fn finish_notification(&self, leased: &Leased, outcome: &Outcome) -> Result<bool> {
        let end = End::of(leased, outcome, self.clock.now());
        let mut tx = self.db.write_shared(Change::Topic(Topic::Notification)).await?;
        let sql = "UPDATE notification SET attempts = $3 WHERE id = $1 AND lease = $2";
        let ended = tx.execute(sql, (&leased.id, &leased.lease, end.attempts)).await?;
        if ended == 0 {
            tx.rollback().await?;
            return Ok(false);
        }
        let takes_events = end.state == NotificationState::Waiting && !end.is_fixed;
        if !takes_events || !join_waiting(&mut tx, leased, &end).await? {
            end.store(&mut tx, leased).await?;
        }
        if *outcome == Outcome::Skipped(SkipReason::Reassigned) {
            self.enqueue_for_others(&mut tx, &leased.topic, leased.since, &leased.id).await?;
        }
        tx.commit().await?;
        Ok(true)
    }
}

/// What a row becomes.
struct End<'a> {
    state: NotificationState,
    due: Timestamp,
    attempts: i64,
    is_fixed: bool,
    is_bounce: bool,
    reason: Option<&'a str>,
    subject: Option<&'a str>,
}

impl<'a> End<'a> {
    fn of(leased: &Leased, outcome: &'a Outcome, now: Timestamp) -> Self {
        use NotificationState::{Failed, Sent, Skipped, Waiting};
        let pause = retry_after(usize::try_from(leased.attempts).unwrap_or(usize::MAX));
        let (state, due, reason) = match outcome {
            Outcome::Sent { .. } => (Sent, now, None),
            Outcome::Skipped(reason) => (Skipped, now, Some(reason.as_str())),
            Outcome::Later(due) => (Waiting, *due, None),
            Outcome::Failed(reply) => (Failed, now, Some(reply.as_str())),
            Outcome::Retry(reply) | Outcome::Unclear(reply) => match pause {
                Some(pause) => (Waiting, now.later(pause), Some(reply.as_str())),
                None => (Failed, now, Some(reply.as_str())),
            },
        };
        let was_tried = !matches!(outcome, Outcome::Later(_));
        Self {
            state,
            due,
            attempts: leased.attempts - i64::from(!was_tried),
            is_fixed: leased.is_fixed || matches!(outcome, Outcome::Unclear(_)),
            is_bounce: leased.medium == Medium::Email && matches!(outcome, Outcome::Failed(_)),
            reason,
            subject: if let Outcome::Sent { subject } = outcome { Some(subject) } else { None },
        }
    }

    async fn store(&self, tx: &mut Tx, leased: &Leased) -> Result<(), Fault> {
        let sql = "UPDATE notification SET state = $2, due_at = $3, lease = NULL, reason = $4, subject = $5, \
             is_fixed = $6, is_bounce = $7 WHERE id = $1";
        tx.execute(sql, (&leased.id, &self.state, self.due, self.reason, self.subject, self.is_fixed, self.is_bounce))
            .await?;
        Ok(())
    }
}

/// Events that came meanwhile have a row: gives it those of this one, which is deleted, because only one row of a topic
/// takes events. False if there is none.
async fn join_waiting(tx: &mut Tx, leased: &Leased, end: &End<'_>) -> Result<bool, Fault> {
    let sql = "UPDATE notification SET created_at = CASE WHEN created_at > $3 THEN $3 ELSE created_at END, \
         attempts = $4, reason = $5 \
         WHERE recipient = $1 AND thread = $2 AND medium = $6 AND COALESCE(contact_id, member_id, '') = $7 \
         AND state = 'waiting' AND is_fixed = 0";
    let Leased { recipient, topic, medium, since, .. } = leased;
    let values = (recipient.role(), topic, *since, end.attempts, end.reason, medium, recipient.person());
    let joined = tx.execute(sql, values).await?;
    if joined == 0 {
        return Ok(false);
    }
    tx.execute("DELETE FROM notification WHERE id = $1", [&leased.id]).await?;
    Ok(true)
}
