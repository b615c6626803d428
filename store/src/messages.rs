//! Writing a message: one way for both sides.

use domain::id::ClientId;
use domain::{Author, Channel, Comment, MessageText, Refusal, Timestamp};

use crate::db::Tx;
use crate::{Result, rows, secrets};

/// Writes a message of `author` in a channel of `client`. It is there once `tx` is committed.
///
/// # Errors
/// [`Refusal::UnknownChannel`] when the channel is not the client's, or a fault.
pub(crate) async fn write(
    tx: &mut Tx,
    client: &ClientId,
    channel: &Channel,
    author: Author,
    text: &MessageText,
    now: Timestamp,
) -> Result<Comment> {
    let (write, key) = match channel {
        Channel::General(owner) => (WRITE_IN_GENERAL, owner.as_str()),
        Channel::Phase(phase) => (WRITE_IN_PHASE, phase.as_str()),
    };
    let created_at = next_comment_time(tx, client, now).await?;
    let id = secrets::id();
    let written = sqlx::query(write)
        .bind(&id)
        .bind(client.as_str())
        .bind(key)
        .bind(author.as_str())
        .bind(text.as_str())
        .bind(created_at.as_millis())
        .execute(&mut **tx)
        .await?;
    if written.rows_affected() == 0 {
        return Err(Refusal::UnknownChannel.into());
    }
    Ok(Comment::on(&channel.entity(), rows::stored(id)?, author, text.clone(), created_at))
}

/// The `created_at` of the client's next comment: now, or just after the newest one when the clock
/// has not gone on (CONTRACT §2, Rules). The row stays locked until commit, so nobody can commit an
/// earlier one after this one.
async fn next_comment_time(tx: &mut Tx, client: &ClientId, now: Timestamp) -> Result<Timestamp> {
    let millis: Option<i64> = sqlx::query_scalar(RAISE_LAST_COMMENT)
        .bind(client.as_str())
        .bind(now.as_millis())
        .fetch_optional(&mut **tx)
        .await?;
    // The client was deleted since they were looked up.
    Ok(Timestamp::from_millis(millis.ok_or(Refusal::UnknownChannel)?))
}

const RAISE_LAST_COMMENT: &str = "UPDATE client SET last_comment_at = \
     CASE WHEN last_comment_at >= $2 THEN last_comment_at + 1 ELSE $2 END \
     WHERE id = $1 RETURNING last_comment_at";

const WRITE_IN_GENERAL: &str = "INSERT INTO comment (id, client_id, author, text, created_at) \
     SELECT $1, client.id, $4, $5, $6 FROM client WHERE client.id = $2 AND client.id = $3";

const WRITE_IN_PHASE: &str = "INSERT INTO comment (id, client_id, phase_id, author, text, created_at) \
     SELECT $1, project.client_id, phase.id, $4, $5, $6 \
     FROM phase JOIN project ON project.id = phase.project_id \
     WHERE project.client_id = $2 AND phase.id = $3";
