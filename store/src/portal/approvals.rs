//! The client's approval of a deliverable.

use domain::audit::Action;
use domain::files::Quarantine;
use domain::id::DeliverableId;
use domain::{Approval, Author, DeliverableStatus, DomainError, Timestamp};

use crate::conversation::unread;
use crate::db::cache_versions::Change;
use crate::db::row_lock;
use crate::projects::versions;
use crate::receipts::{self, Approved};
use crate::{ClientScope, Result, Store, audit};

impl Store {
    /// Approves a deliverable once: one conditional update, so that of concurrent requests exactly one writes
    /// (docs/REFERENCE.md#approval). Its receipt is written with it. The agency has not seen it yet.
    ///
    /// # Errors
    /// [`DomainError::NotAllowed`], [`DomainError::UnknownDeliverable`], [`DomainError::NewerVersion`] if `version` is given
    /// and not the newest, [`DomainError::FileInCheck`] or [`DomainError::UnknownFile`] if nobody can read its file yet,
    /// or any more; or a fault.
    pub async fn approve(&self, scope: &ClientScope, deliverable: &str, version: Option<i64>) -> Result<Approval> {
        self.approve_from(scope, deliverable, version, None).await
    }

    /// As [`Self::approve`], from a page that was made while the deliverable had this status.
    ///
    /// # Errors
    /// Also [`DomainError::TakenBack`] if it was in review, and is not any more. Changes that were asked for since do not count:
    /// a client may think again.
    pub async fn approve_from(
        &self,
        scope: &ClientScope,
        deliverable: &str,
        version: Option<i64>,
        shown: Option<DeliverableStatus>,
    ) -> Result<Approval> {
        scope.check_can_approve()?;
        let deliverable = DeliverableId::parse(deliverable).map_err(|_| DomainError::UnknownDeliverable)?;
        if let Some(at) = self.approved_at(scope, &deliverable).await? {
            return Ok(Approval::Already(at));
        }
        // In a transaction, so that a failed commit is reported: for a single statement that returns a row,
        // sqlx's SQLite driver ignores an error after that row.
        let mut tx = self.db.write_shared(Change::Conversation(scope.id().clone())).await?;
        let now = self.clock.now();
        // As whoever adds a version does: the later of the two sees the result of the earlier.
        row_lock::acquire(&mut tx, "deliverable", deliverable.as_str()).await?;
        let newest = versions::newest_number(&mut tx, &deliverable).await?;
        let known: Option<(DeliverableStatus, Option<Quarantine>)> =
            tx.fetch_optional(STATE, (&deliverable, newest)).await?;
        let refusal = match known {
            _ if version.is_some_and(|version| version != newest) => Some(DomainError::NewerVersion),
            Some((_, Some(Quarantine::Waiting))) => Some(DomainError::FileInCheck),
            Some((_, Some(Quarantine::Infected))) => Some(DomainError::UnknownFile),
            Some((DeliverableStatus::Pending, _)) if shown == Some(DeliverableStatus::InReview) => {
                Some(DomainError::TakenBack)
            }
            _ => None,
        };
        if let Some(refusal) = refusal {
            tx.rollback().await?;
            let approved = self.approved_at(scope, &deliverable).await?;
            return approved.map(Approval::Already).ok_or(refusal.into());
        }
        let approved: Option<(Timestamp, String, Option<String>)> =
            tx.fetch_optional(APPROVE, (&deliverable, &scope.id(), now, scope.person().name())).await?;
        if let Some((at, title, url)) = &approved {
            // One receipt of the client after the other.
            row_lock::acquire(&mut tx, "client", scope.id().as_str()).await?;
            let receipt = Approved {
                deliverable: &deliverable,
                title: title.clone(),
                url: url.clone(),
                client: scope.id(),
                by: scope.person().name(),
                at: *at,
            };
            receipts::append(&mut tx, receipt, self.browser.origin()).await?;
            audit::record(&mut tx, &scope.actor(), Action::Approved, deliverable.as_str(), title, now).await?;
            unread::add_approval(&mut tx, scope.id(), &deliverable, now).await?;
            self.notify_of_deliverable(&mut tx, &deliverable, Author::Client, now).await?;
        }
        tx.commit().await?;
        if let Some((at, ..)) = approved {
            return Ok(Approval::Now(at));
        }
        // Another request approved or deleted it after the first look-up.
        let at = self.approved_at(scope, &deliverable).await?.ok_or(DomainError::UnknownDeliverable)?;
        Ok(Approval::Already(at))
    }

    /// When the client's deliverable was approved, if it was.
    pub(crate) async fn approved_at(
        &self,
        scope: &ClientScope,
        deliverable: &DeliverableId,
    ) -> Result<Option<Timestamp>> {
        let at: Option<i64> = self
            .db
            .readers()
            .fetch_optional_value(APPROVED_AT, (&deliverable, &scope.id()))
            .await?
            .ok_or(DomainError::UnknownDeliverable)?;
        Ok(at.map(Timestamp::from_millis))
    }
}

/// The status, and whether nobody can read the file of the version `$2`.
const STATE: &str = "SELECT deliverable.status, (SELECT file.quarantine FROM deliverable_version version \
       JOIN file ON file.id = version.file_id WHERE version.deliverable_id = deliverable.id AND version.number = $2) \
       AS quarantine \
     FROM deliverable WHERE deliverable.id = $1";

const APPROVE: &str = "UPDATE deliverable SET status = 'approved', approved_at = $3, status_since = $3, approved_by = $4 \
     WHERE id = $1 AND approved_at IS NULL AND task_id IN (\
       SELECT task.id FROM task JOIN phase ON phase.id = task.phase_id \
       JOIN project ON project.id = phase.project_id WHERE project.client_id = $2) \
     RETURNING approved_at, title, url";

const APPROVED_AT: &str = "SELECT deliverable.approved_at FROM deliverable \
     JOIN task ON task.id = deliverable.task_id JOIN phase ON phase.id = task.phase_id \
     JOIN project ON project.id = phase.project_id \
     WHERE deliverable.id = $1 AND project.client_id = $2";
