//! The client's request for changes to a deliverable.

use domain::id::DeliverableId;
use domain::{Author, Channel, MessageText, Refusal, change_request};

use crate::db::Tx;
use crate::rows::stored;
use crate::{ClientScope, Fault, Result, Store, messages};

impl Store {
    /// Asks for changes to a deliverable that is not approved: its status says so, and the reason
    /// arrives as the client's message in the channel of the phase. Both, or neither.
    ///
    /// # Errors
    /// [`Refusal::UnknownDeliverable`](domain::Refusal) when it is not reachable from the client,
    /// [`Refusal::AlreadyApproved`](domain::Refusal), or a fault.
    pub async fn request_changes(
        &self,
        scope: &ClientScope,
        deliverable: &str,
        reason: &MessageText,
    ) -> Result<()> {
        let deliverable = DeliverableId::parse(deliverable).map_err(|_| Refusal::UnknownDeliverable)?;
        let mut tx = self.db.write().await?;
        let updated = sqlx::query(REQUEST)
            .bind(deliverable.as_str())
            .bind(scope.id().as_str())
            .execute(&mut *tx)
            .await?;
        if updated.rows_affected() == 0 {
            tx.rollback().await?;
            let approved = self.approved_at(scope, &deliverable).await?;
            return Err(approved.map_or(Refusal::UnknownDeliverable, |_| Refusal::AlreadyApproved).into());
        }
        let (title, channel) = title_and_channel(&mut tx, &deliverable).await?;
        let texts = change_request::messages(&title, reason)
            .map_err(|_| Fault::because("a deliverable's title fits into no message"))?;
        for text in texts {
            let now = self.clock.now();
            messages::write(&mut tx, scope.id(), &channel, Author::Client, &text, None, now).await?;
        }
        tx.commit().await?;
        Ok(())
    }
}

/// What the deliverable is called, and where it is talked about.
async fn title_and_channel(tx: &mut Tx, deliverable: &DeliverableId) -> Result<(String, Channel), Fault> {
    let (title, phase): (String, String) = sqlx::query_as(
        "SELECT deliverable.title, task.phase_id FROM deliverable \
         JOIN task ON task.id = deliverable.task_id WHERE deliverable.id = $1",
    )
    .bind(deliverable.as_str())
    .fetch_one(&mut **tx)
    .await?;
    Ok((title, Channel::Phase(stored(phase)?)))
}

const REQUEST: &str = "UPDATE deliverable SET status = 'changes_requested' \
     WHERE id = $1 AND approved_at IS NULL AND task_id IN (\
       SELECT task.id FROM task JOIN phase ON phase.id = task.phase_id \
       JOIN project ON project.id = phase.project_id WHERE project.client_id = $2)";
