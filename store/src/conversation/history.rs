//! Older messages of a channel, page by page.

use domain::id::ClientId;
use domain::{Channel, DomainError, MessagePage, Timestamp};

use crate::conversation::member_names;
use crate::db::Connection;
use crate::db::rows::{comment_columns, comment_joins, sorted_comments};
use crate::{ClientScope, Fault, Result, Store};

impl Store {
    /// The page of messages of a channel before `before`, in one snapshot.
    pub async fn history(&self, scope: &ClientScope, key: &str, before: Timestamp) -> Result<MessagePage> {
        let channel = Channel::named(key, scope.id()).ok_or(DomainError::UnknownChannel)?;
        let mut tx = self.db.snapshot().await?;
        check(&mut tx, scope.id(), &channel).await?;
        let mut page = page(&mut tx, &channel, Some(before), MessagePage::MAX_MESSAGES).await?;
        member_names::hide_from_client(&mut tx, &mut page.messages).await?;
        tx.commit().await?;
        Ok(page)
    }
}

/// The newest messages of a channel, at most `most`; with `before`, only those made before it.
pub(crate) async fn page(
    connection: &mut Connection,
    channel: &Channel,
    before: Option<Timestamp>,
    most: usize,
) -> Result<MessagePage, Fault> {
    let sql = match channel {
        Channel::General(_) => BEFORE_IN_GENERAL,
        Channel::Phase(_) => BEFORE_IN_PHASE,
    };
    let rows = connection
        .fetch_all(sql, (channel.key().as_str(), before.map_or(i64::MAX, Timestamp::as_millis), most))
        .await?;
    Ok(MessagePage::newest(sorted_comments(rows), most))
}

/// Checks that the channel exists and belongs to the client.
async fn check(connection: &mut Connection, client: &ClientId, channel: &Channel) -> Result<()> {
    let sql = match channel {
        Channel::General(_) => "SELECT id FROM client WHERE id = $1 AND id = $2",
        Channel::Phase(_) => {
            "SELECT phase.id FROM phase JOIN project ON project.id = phase.project_id \
             WHERE project.client_id = $1 AND phase.id = $2"
        }
    };
    let found: Option<String> = connection.fetch_optional_value(sql, (&client, channel.key().as_str())).await?;
    found.map(drop).ok_or_else(|| DomainError::UnknownChannel.into())
}

/// Selects the messages of channel `$1` before `$2`, from the one at OFFSET `$3` on, which the index finds.
/// The condition on the channel is given once for `c` and once for `older`.
macro_rules! before {
    ($of_c:literal, $of_older:literal) => {
        concat!(
            "SELECT ",
            comment_columns!(),
            " FROM comment c",
            comment_joins!(),
            "WHERE ",
            $of_c,
            " AND c.created_at < $2 AND c.created_at >= COALESCE((\
               SELECT older.created_at FROM comment older WHERE ",
            $of_older,
            " AND older.created_at < $2 ORDER BY older.created_at DESC LIMIT 1 OFFSET $3), \
               -62167219200001)",
        )
    };
}

const BEFORE_IN_GENERAL: &str =
    before!("c.client_id = $1 AND c.phase_id IS NULL", "older.client_id = $1 AND older.phase_id IS NULL");
const BEFORE_IN_PHASE: &str = before!("c.phase_id = $1", "older.phase_id = $1");
