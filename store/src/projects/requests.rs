//! Finding the change requests of clients.

use std::collections::HashMap;

use domain::Timestamp;
use domain::conversation::change_request::SEPARATOR;
use domain::id::ProjectId;
use domain::projects::board::ChangeRequest;
use sqlx::FromRow;

use crate::Fault;
use crate::db::Tx;

#[derive(FromRow)]
struct Row {
    id: String,
    title: String,
    created_at: i64,
    text: String,
}

/// For each deliverable of `project` with the status changes requested, its newest request: the client's
/// message in the channel of the phase that begins with the title. None for a deliverable renamed since.
pub(super) async fn newest(
    tx: &mut Tx,
    project: &ProjectId,
) -> Result<HashMap<String, ChangeRequest>, Fault> {
    let rows: Vec<Row> = sqlx::query_as(
        "SELECT wanted.id, wanted.title, comment.created_at, comment.text FROM (\
           SELECT deliverable.id, deliverable.title, (\
             SELECT c.id FROM comment c WHERE c.phase_id = phase.id \
               AND c.task_id IS NULL AND c.author = 'client' \
               AND SUBSTR(c.text, 1, LENGTH(deliverable.title) + 2) = deliverable.title || $2 \
             ORDER BY c.created_at DESC, c.id DESC LIMIT 1) AS request \
           FROM phase JOIN task ON task.phase_id = phase.id \
           JOIN deliverable ON deliverable.task_id = task.id \
           WHERE phase.project_id = $1 AND deliverable.status = 'changes_requested') wanted \
         JOIN comment ON comment.id = wanted.request",
    )
    .bind(project.as_str())
    .bind(SEPARATOR)
    .fetch_all(&mut **tx)
    .await?;
    let request = |row: Row| {
        let reason = row.text.strip_prefix(&row.title)?.strip_prefix(SEPARATOR)?.to_owned();
        Some((row.id, ChangeRequest { at: Timestamp::from_millis(row.created_at), reason }))
    };
    Ok(rows.into_iter().filter_map(request).collect())
}
