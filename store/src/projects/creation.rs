//! A new project.

use domain::id::{ClientId, ProjectId};
use domain::{DomainError, Problem, Problems, ProjectDraft};

use super::template;
use crate::db::row_lock;
use crate::projects::plan;
use crate::search_index::{self, Index};
use crate::tables::insert;
use crate::{Error, Result, Store};

impl Store {
    /// Makes a project for a client, empty or with the plan of another one (see [`template::copy`]).
    /// The same project made twice, as by a form sent twice, is made once.
    ///
    /// # Errors
    /// [`Error::Invalid`] at `client` or `template` when it does not exist,
    /// [`DomainError::Stale`](domain::DomainError) when the id is another project's, or a fault.
    pub async fn create_project(
        &self,
        id: &ProjectId,
        client: &ClientId,
        draft: &ProjectDraft,
        template: Option<&ProjectId>,
    ) -> Result<()> {
        let mut tx = self.db.write().await?;
        if !row_lock::acquire(&mut tx, "client", client.as_str()).await? {
            return Err(missing("client"));
        }
        let model = match template {
            Some(model) => Some(plan::project(&mut tx, model).await.map_err(|error| match error {
                Error::Domain(DomainError::UnknownRecord) => missing("template"),
                other => other,
            })?),
            None => None,
        };
        let project = draft.project(id.clone(), client.clone(), self.clock.now());
        if !insert(&mut tx, &project).await? {
            let standing = plan::project(&mut tx, id).await?;
            let is_same = standing.client_id == *client && ProjectDraft::from(&standing) == *draft;
            return if is_same { Ok(()) } else { Err(DomainError::Stale.into()) };
        }
        if let Some(model) = model {
            template::copy(&mut tx, &model, &project).await?;
        }
        search_index::refresh(&mut tx, Index::Project, id.as_str()).await?;
        tx.commit().await?;
        Ok(())
    }
}

fn missing(field: &str) -> Error {
    Problems::one(field, Problem::Missing).into()
}
