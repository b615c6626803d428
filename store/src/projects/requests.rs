//! What a client wants changed.

use domain::Timestamp;
use domain::board::ChangeRequest;
use domain::id::PhaseId;

use crate::Fault;
use crate::db::Tx;

/// The client's newest request for changes to the deliverable of this title, as the channel of its
/// phase has it (`domain::change_request`). None once the deliverable is called otherwise.
pub(super) async fn newest(
    tx: &mut Tx,
    phase: &PhaseId,
    title: &str,
) -> Result<Option<ChangeRequest>, Fault> {
    let beginning = format!("{}\n\n", title.trim());
    let found: Option<(i64, String)> = sqlx::query_as(
        "SELECT created_at, text FROM comment WHERE phase_id = $1 AND task_id IS NULL \
         AND author = 'client' AND SUBSTR(text, 1, LENGTH($2)) = $2 \
         ORDER BY created_at DESC, id DESC LIMIT 1",
    )
    .bind(phase.as_str())
    .bind(&beginning)
    .fetch_optional(&mut **tx)
    .await?;
    Ok(found.map(|(at, text)| ChangeRequest {
        at: Timestamp::from_millis(at),
        reason: text[beginning.len()..].to_owned(),
    }))
}
