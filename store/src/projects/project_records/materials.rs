//! Material that clients are asked for (docs/REFERENCE.md#material-requests): what the agency does with its requests.

pub(crate) mod answers;
pub(crate) mod shown;
pub(crate) mod templates;

use std::cmp::Ordering;

use domain::audit::{Action, Actor};
use domain::id::{ClientId, MaterialId, ProjectId};
use domain::notifications::{Audience, NotificationTopic};
use domain::{DomainError, MaterialDraft, MaterialRequest, MaterialStatus, Topic};

use super::record::{StoredRecord, lock, lock_project};
use crate::db::Tx;
use crate::tables::{insert, select_one};
use crate::{Fault, Result, Store, audit};

impl StoredRecord for MaterialRequest {
    fn order(&self, other: &Self) -> Ordering {
        (self.created_at, &self.id).cmp(&(other.created_at, &other.id))
    }
}

impl Store {
    /// Asks the client of a project for something, or for several things at once. The ids are those of the form, so that one sent
    /// twice asks once.
    ///
    /// # Errors
    /// [`DomainError::UnknownProject`], [`DomainError::Stale`] when another request has an id, or a fault.
    pub async fn request_material(
        &self,
        project: &ProjectId,
        requests: Vec<(MaterialId, MaterialDraft)>,
    ) -> Result<()> {
        let mut tx = self.db.write_topic(Topic::Project).await?;
        lock_project(&mut tx, project).await?;
        let now = self.clock.now();
        let mut is_new = false;
        for (id, draft) in requests {
            let request = draft.request(id, project.clone(), now);
            let is_other = |stored: MaterialRequest| MaterialDraft::from(&stored) != MaterialDraft::from(&request);
            if insert(&mut tx, &request).await? {
                is_new = true;
            } else if find(&mut tx, project, &request.id).await?.is_none_or(is_other) {
                return Err(DomainError::Stale.into());
            }
        }
        if is_new {
            let client = client(&mut tx, project).await?;
            let topic = NotificationTopic::Material(client.clone(), project.clone());
            self.enqueue(&mut tx, &Audience::Client(client), &topic, now).await?;
        }
        Ok(tx.commit().await?)
    }

    /// Accepts what was received, if `seen` is its [`MaterialRequest::answer_version`] or not known. Accepting twice is no error.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`], [`DomainError::Stale`] if nothing was received or something else, or a fault.
    pub async fn accept_material(
        &self,
        by: &Actor,
        project: &ProjectId,
        id: &MaterialId,
        seen: Option<i64>,
    ) -> Result<()> {
        self.decide(by, project, id, seen, None).await
    }

    /// Asks again for what was received or accepted, and says why.
    ///
    /// # Errors
    /// As [`Store::accept_material`].
    pub async fn reopen_material(
        &self,
        by: &Actor,
        project: &ProjectId,
        id: &MaterialId,
        seen: Option<i64>,
        reason: &str,
    ) -> Result<()> {
        self.decide(by, project, id, seen, Some(reason)).await
    }

    async fn decide(
        &self,
        by: &Actor,
        project: &ProjectId,
        id: &MaterialId,
        seen: Option<i64>,
        reason: Option<&str>,
    ) -> Result<()> {
        let mut tx = self.db.write_topic(Topic::Project).await?;
        let request: MaterialRequest = lock(&mut tx, project, id).await?;
        let (status, action) = match (request.status, reason) {
            (MaterialStatus::Received, None) => (MaterialStatus::Accepted, Action::MaterialAccepted),
            (MaterialStatus::Accepted, None) => return Ok(()),
            (MaterialStatus::Received | MaterialStatus::Accepted, Some(_)) => {
                (MaterialStatus::Open, Action::MaterialReopened)
            }
            (MaterialStatus::Open, _) => return Err(DomainError::Stale.into()),
        };
        if seen.is_some_and(|seen| seen != request.answer_version()) {
            return Err(DomainError::Stale.into());
        }
        let now = self.clock.now();
        let sql = "UPDATE material_request SET status = $2, reason = $3, decided_at = $4 WHERE id = $1";
        tx.execute(sql, (id, status, reason, now)).await?;
        audit::record(&mut tx, by, action, id.as_str(), &request.title, now).await?;
        let client = client(&mut tx, project).await?;
        let topic = NotificationTopic::Material(client.clone(), project.clone());
        self.enqueue(&mut tx, &Audience::Client(client), &topic, now).await?;
        Ok(tx.commit().await?)
    }
}

async fn find(tx: &mut Tx, project: &ProjectId, id: &MaterialId) -> Result<Option<MaterialRequest>, Fault> {
    let from = "material_request WHERE material_request.id = $1 AND material_request.project_id = $2";
    select_one(tx, from, (id, project)).await
}

async fn client(tx: &mut Tx, project: &ProjectId) -> Result<ClientId, Fault> {
    tx.fetch_value("SELECT client_id FROM project WHERE id = $1", [project]).await
}
