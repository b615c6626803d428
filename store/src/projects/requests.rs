//! Finding the change requests of clients.

use std::collections::HashMap;

use domain::Timestamp;
use domain::conversation::change_request::SEPARATOR;
use domain::id::{CommentId, DeliverableId, ProjectId};
use domain::projects::board::ChangeRequest;

use crate::Fault;
use crate::db::Tx;

/// The deliverable with its title, and the message.
type Row = (DeliverableId, String, CommentId, Timestamp, Option<String>, String);

/// For each deliverable of `project` with the status changes requested, its newest request: the client's
/// message in the channel of the phase that begins with the title. None for a deliverable renamed since.
pub(crate) async fn newest(tx: &mut Tx, project: &ProjectId) -> Result<HashMap<DeliverableId, ChangeRequest>, Fault> {
    let sql = "SELECT wanted.id, wanted.title, comment.id, comment.created_at, comment.author_name, comment.text FROM (\
           SELECT deliverable.id, deliverable.title, (\
             SELECT c.id FROM comment c WHERE c.phase_id = phase.id \
               AND c.task_id IS NULL AND c.author = 'client' \
               AND SUBSTR(c.text, 1, LENGTH(deliverable.title) + 2) = deliverable.title || $2 \
             ORDER BY c.created_at DESC, c.id DESC LIMIT 1) AS request \
           FROM phase JOIN task ON task.phase_id = phase.id \
           JOIN deliverable ON deliverable.task_id = task.id \
           WHERE phase.project_id = $1 AND deliverable.status = 'changes_requested') wanted \
         JOIN comment ON comment.id = wanted.request";
    let rows: Vec<Row> = tx.fetch_all(sql, (project, SEPARATOR)).await?;
    let request = |(id, title, message, at, by, text): Row| {
        let reason = text.strip_prefix(&title)?.strip_prefix(SEPARATOR)?.to_owned();
        Some((id, ChangeRequest { message, at, by, reason }))
    };
    Ok(rows.into_iter().filter_map(request).collect())
}
