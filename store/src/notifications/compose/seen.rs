//! What the recipient has seen of a channel.

use domain::notifications::SkipReason;
use domain::{Author, Channel, Person};
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
        person: &Person,
        channel: &Channel,
    ) -> Result<Self, Fault> {
        // The agency reads as one; each person of a client for themselves.
        let (receipts, reader, own) = match (context.recipient.side(), &person.contact) {
            (Author::Admin, _) => ("admin_channel_read WHERE client_id", person.client.id.as_str(), "author = 'admin'"),
            (Author::Client, None) => (
                "client_channel_read WHERE client_id",
                person.client.id.as_str(),
                "author = 'client' AND contact_id IS NULL",
            ),
            (Author::Client, Some(contact)) => {
                ("contact_channel_read WHERE contact_id", contact.id.as_str(), "contact_id = $3")
            }
        };
        let sql = format!(
            "SELECT (SELECT read_at FROM {receipts} = $3 AND channel_key = $1), \
             (SELECT created_at FROM comment WHERE {} AND {own} AND created_at >= $2 \
              ORDER BY created_at DESC LIMIT 1)",
            in_channel(channel)
        );
        let (read_at, answered_at): (Option<i64>, Option<i64>) =
            tx.fetch_one(AssertSqlSafe(sql), (channel.key().as_str(), context.since, reader)).await?;
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
        Ok(match (newest, context.recipient.side()) {
            (Some(newest), _) if newest <= self.read_at => SkipReason::Read,
            (Some(_), _) => SkipReason::Answered,
            (None, Author::Client) if has_approved => SkipReason::Approved,
            (None, Author::Admin) if has_approved => SkipReason::Read,
            (None, _) => SkipReason::Deleted,
        })
    }
}
