//! Creating a project.

use domain::id::{ClientId, ProjectId};
use domain::{DomainError, Problem, Problems, ProjectDraft, Topic};

use super::template;
use crate::db::row_lock;
use crate::projects::plan;
use crate::search_index::{self, Index};
use crate::tables::insert;
use crate::{Error, Result, Store, form_version};

impl Store {
    /// Creates a project for a client, empty or with the plan of another one (see [`template::copy`]). A form
    /// sent twice creates one project.
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
        let mut tx = self.db.write_topic(Topic::Project).await?;
        if !row_lock::acquire(&mut tx, "client", client.as_str()).await? {
            return Err(missing("client"));
        }
        let source = match template {
            Some(source) => Some(plan::project(&mut tx, source).await.map_err(|error| match error {
                Error::Domain(DomainError::UnknownRecord) => missing("template"),
                other => other,
            })?),
            None => None,
        };
        let project = draft.project(id.clone(), client.clone(), self.clock.now());
        if !insert(&mut tx, &project).await? {
            let current = plan::project(&mut tx, id).await?;
            let is_same = current.client_id == *client && ProjectDraft::from(&current) == *draft;
            return form_version::same_or_stale(is_same);
        }
        if let Some(source) = source {
            template::copy(&mut tx, &source, &project).await?;
        }
        search_index::refresh(&mut tx, Index::Project, id.as_str()).await?;
        Ok(tx.commit().await?)
    }
}

fn missing(field: &str) -> Error {
    Problems::one(field, Problem::Missing).into()
}
