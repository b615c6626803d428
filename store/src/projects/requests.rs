//! Finding the change requests of clients.

use std::collections::HashMap;

use domain::Timestamp;
use domain::conversation::change_request::{self, Request};
use domain::id::{CommentId, DeliverableId, ProjectId};
use domain::projects::board::ChangeRequest;
use sqlx::AssertSqlSafe;

use crate::Fault;
use crate::conversation::change_requests;
use crate::db::Tx;

/// The deliverable with its title, and the message.
type Row = (DeliverableId, String, CommentId, Timestamp, Option<String>, String);

/// For each deliverable of `project` with the status changes requested, its newest request: the client's
/// message in the channel of the phase that begins with the title. None for a deliverable renamed since.
pub(crate) async fn newest(tx: &mut Tx, project: &ProjectId) -> Result<HashMap<DeliverableId, ChangeRequest>, Fault> {
    let sql = format!(
        "SELECT wanted.id, wanted.title, comment.id, comment.created_at, comment.author_name, comment.text FROM (\
           SELECT deliverable.id, deliverable.title, (\
             SELECT c.id FROM comment c WHERE c.phase_id = phase.id \
               AND c.task_id IS NULL AND c.author = 'client' AND {} \
             ORDER BY c.created_at DESC, c.id DESC LIMIT 1) AS request \
           FROM phase JOIN task ON task.phase_id = phase.id \
           JOIN deliverable ON deliverable.task_id = task.id \
           WHERE phase.project_id = $1 AND deliverable.status = 'changes_requested') wanted \
         JOIN comment ON comment.id = wanted.request",
        change_requests::asks_for_changes("c.text", "deliverable.title")
    );
    let rows: Vec<Row> = tx.fetch_all(AssertSqlSafe(sql), [project]).await?;
    let request = |(id, title, message, at, by, text): Row| {
        let Request { version, reason, .. } = change_request::parse(&text, &title)?;
        Some((id, ChangeRequest { message, at, by, version, reason: reason.to_owned() }))
    };
    Ok(rows.into_iter().filter_map(request).collect())
}
