//! What a client answers to a request for material.

use domain::audit::Action;
use domain::id::{FileId, MaterialId};
use domain::notifications::{Audience, NotificationTopic};
use domain::{DomainError, MaterialAnswer, MaterialKind, MaterialRequest, MaterialStatus, Topic};

use crate::db::row_lock;
use crate::db::{Connection, Tx};
use crate::tables::select_one;
use crate::{ClientScope, Fault, Result, Store, audit, files};

impl Store {
    /// Checks that the client may send files for a request, before any is received.
    ///
    /// # Errors
    /// [`DomainError::NotAllowed`], [`DomainError::UnknownRecord`], [`DomainError::Stale`] once it is accepted, or a fault.
    pub async fn check_material(&self, scope: &ClientScope, id: &str) -> Result<()> {
        scope.check_can_write()?;
        let mut connection = self.db.readers().acquire().await?;
        find(&mut connection, scope, &parse(id)?, MaterialKind::File).await.map(drop)
    }

    /// Sends what was asked for. Files join those that were sent before, a text replaces the one before. The agency looks at it
    /// then.
    ///
    /// # Errors
    /// [`DomainError::NotAllowed`], [`DomainError::UnknownRecord`] also when it is answered with the other kind,
    /// [`DomainError::Stale`] once it is accepted, [`DomainError::UnknownFile`], or a fault.
    pub async fn answer_material(&self, scope: &ClientScope, id: &str, answer: &MaterialAnswer) -> Result<()> {
        scope.check_can_write()?;
        let kind = match answer {
            MaterialAnswer::Files(_) => MaterialKind::File,
            MaterialAnswer::Text(_) => MaterialKind::Text,
        };
        let id = parse(id)?;
        let mut tx = self.db.write_topic(Topic::Project).await?;
        row_lock::acquire(&mut tx, "material_request", id.as_str()).await?;
        let request = find(&mut tx, scope, &id, kind).await?;
        match answer {
            MaterialAnswer::Files(ids) => {
                files::attach(&mut tx, &scope.person().into(), ids).await?;
                append(&mut tx, &request.id, ids).await?;
            }
            MaterialAnswer::Text(text) => {
                tx.execute("UPDATE material_request SET text = $2 WHERE id = $1", (&request.id, text)).await?;
            }
        }
        let now = self.clock.now();
        let sql = "UPDATE material_request SET status = 'received', answered_by = $2, answered_at = $3 WHERE id = $1";
        tx.execute(sql, (&request.id, scope.person().name(), now)).await?;
        audit::record(&mut tx, &scope.actor(), Action::MaterialSent, request.id.as_str(), &request.title, now).await?;
        let topic = NotificationTopic::Material(scope.id().clone(), request.project_id);
        self.enqueue(&mut tx, &Audience::of_agency(&topic), &topic, now).await?;
        Ok(tx.commit().await?)
    }
}

fn parse(id: &str) -> Result<MaterialId> {
    Ok(MaterialId::parse(id).map_err(|_| DomainError::UnknownRecord)?)
}

/// A request of the client that takes an answer.
async fn find(
    connection: &mut Connection,
    scope: &ClientScope,
    id: &MaterialId,
    kind: MaterialKind,
) -> Result<MaterialRequest> {
    let from = "material_request JOIN project ON project.id = material_request.project_id \
         WHERE material_request.id = $1 AND project.client_id = $2";
    let request: Option<MaterialRequest> = select_one(connection, from, (id, scope.id())).await?;
    let request = request.filter(|request| request.kind == kind).ok_or(DomainError::UnknownRecord)?;
    match request.status {
        MaterialStatus::Open | MaterialStatus::Received => Ok(request),
        MaterialStatus::Accepted => Err(DomainError::Stale.into()),
    }
}

async fn append(tx: &mut Tx, id: &MaterialId, files: &[FileId]) -> Result<(), Fault> {
    let sql = "INSERT INTO material_file (file_id, request_id, position) SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), \
         COALESCE((SELECT MAX(position) + 1 FROM material_file WHERE request_id = $2), 0)";
    for file in files {
        tx.execute(sql, (file, id)).await?;
    }
    Ok(())
}
