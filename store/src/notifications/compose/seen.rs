//! What the recipient has seen of a channel.

use domain::notifications::{Recipient, SkipReason};
use domain::{Author, Channel, Client};
use sqlx::AssertSqlSafe;

use super::context::ComposeContext;
use super::messages::{in_channel, other_side};
use super::phase::{self, APPROVED};
use crate::Fault;
use crate::conversation::channels::BEFORE_ALL;
use crate::db::Tx;

/// Up to when the recipient has read the channel, and when they wrote last.
pub(super) struct Seen {
    read_at: i64,
    answered_at: i64,
}

impl Seen {
    pub(super) async fn read(
        tx: &mut Tx,
        context: &ComposeContext<'_>,
        client: &Client,
        channel: &Channel,
    ) -> Result<Self, Fault> {
        let (receipts, own) = match context.recipient {
            Recipient::Admin => ("admin_channel_read", Author::Admin),
            Recipient::Client(_) => ("client_channel_read", Author::Client),
        };
        let sql = format!(
            "SELECT (SELECT read_at FROM {receipts} WHERE client_id = $4 AND channel_key = $1), \
             (SELECT created_at FROM comment WHERE {} AND author = $2 AND created_at >= $3 \
              ORDER BY created_at DESC LIMIT 1)",
            in_channel(channel)
        );
        let (read_at, answered_at): (Option<i64>, Option<i64>) =
            tx.fetch_one(AssertSqlSafe(sql), (channel.key().as_str(), &own, context.since, &client.id)).await?;
        Ok(Self { read_at: read_at.unwrap_or(BEFORE_ALL), answered_at: answered_at.unwrap_or(BEFORE_ALL) })
    }

    pub(super) fn until(&self) -> i64 {
        self.read_at.max(self.answered_at)
    }

    /// Why there is no event left.
    pub(super) async fn skip_reason(
        &self,
        tx: &mut Tx,
        context: &ComposeContext<'_>,
        channel: &Channel,
    ) -> Result<SkipReason, Fault> {
        let times = context.since.as_millis()..context.until.as_millis();
        let sql = format!(
            "SELECT MAX(created_at) FROM comment \
             WHERE {} AND author = $2 AND created_at >= $3 AND created_at < $4",
            in_channel(channel)
        );
        let newest: Option<i64> = tx
            .fetch_value(AssertSqlSafe(sql), (channel.key().as_str(), &other_side(context), times.start, times.end))
            .await?;
        let has_approved = match channel {
            Channel::General(_) => false,
            Channel::Phase(id) => !phase::newest(tx, id, &APPROVED, times).await?.is_empty(),
        };
        Ok(match (newest, context.recipient) {
            (Some(newest), _) if newest <= self.read_at => SkipReason::Read,
            (Some(_), _) => SkipReason::Answered,
            (None, Recipient::Client(_)) if has_approved => SkipReason::Approved,
            (None, Recipient::Admin) if has_approved => SkipReason::Read,
            (None, _) => SkipReason::Deleted,
        })
    }
}
