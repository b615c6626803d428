//! Requests with the files of their answers, as both sides see them.

use std::collections::HashMap;

use domain::id::{ClientId, FileId, MaterialId, ProjectId};
use domain::projects::material::MaterialPage;
use domain::{Checklist, MaterialRequest, ShownMaterial};

use super::templates;
use crate::db::Tx;
use crate::projects::project_records::folder;
use crate::projects::project_records::record::{all, versioned};
use crate::tables::select;
use crate::{Fault, Result, Store, files};

impl Store {
    /// # Errors
    /// [`UnknownProject`](domain::DomainError::UnknownProject), or a fault.
    pub async fn material_page(&self, project: &ProjectId) -> Result<MaterialPage> {
        let mut tx = self.db.snapshot().await?;
        let folder = folder(&mut tx, project).await?;
        let shown = of_project(&mut tx, project).await?;
        let templates = templates::all(&mut tx).await?;
        tx.commit().await?;
        let requests = shown.iter().map(|one| versioned(one.request.clone())).collect::<Result<_, Fault>>()?;
        Ok(MaterialPage { folder, lists: Checklist::of(shown), requests, templates })
    }
}

/// The requests of a project, the oldest first.
pub(crate) async fn of_project(tx: &mut Tx, project: &ProjectId) -> Result<Vec<ShownMaterial>, Fault> {
    let requests: Vec<MaterialRequest> = all(tx, project).await?;
    if requests.is_empty() {
        return Ok(Vec::new());
    }
    let mut known = files::of_material(tx, project).await?;
    let mut of_requests = HashMap::<MaterialId, Vec<_>>::new();
    if !known.is_empty() {
        let rows: Vec<(MaterialId, FileId)> = tx.fetch_all(FILES, [project]).await?;
        for (request, file) in rows {
            of_requests.entry(request).or_default().extend(known.remove(&file));
        }
    }
    let shown = |request: MaterialRequest| ShownMaterial {
        files: of_requests.remove(&request.id).unwrap_or_default(),
        request,
    };
    Ok(requests.into_iter().map(shown).collect())
}

const FILES: &str = "SELECT material_file.request_id, material_file.file_id FROM material_request \
     JOIN material_file ON material_file.request_id = material_request.id WHERE material_request.project_id = $1 \
     ORDER BY material_file.request_id, material_file.position";

/// The requests of the client's projects that are not archived, without files, the oldest first.
pub(crate) async fn of_client(tx: &mut Tx, client: &ClientId) -> Result<Vec<MaterialRequest>, Fault> {
    let mut requests: Vec<MaterialRequest> = select(tx, OF_CLIENT, [client]).await?;
    requests.sort_by(|one, other| (one.created_at, &one.id).cmp(&(other.created_at, &other.id)));
    Ok(requests)
}

const OF_CLIENT: &str = "project JOIN material_request ON material_request.project_id = project.id \
     WHERE project.client_id = $1 AND project.status <> 'archived'";
