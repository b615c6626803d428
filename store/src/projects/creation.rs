//! A new project.

use domain::id::{ClientId, ProjectId};
use domain::{DomainError, Problem, Problems, ProjectDraft};

use super::{rows, template};
use crate::db::Tx;
use crate::search_index::{self, Index};
use crate::{Error, Result, Store, row_lock};

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
            Some(model) => Some(rows::project(&mut tx, model).await.map_err(|error| match error {
                Error::Domain(DomainError::UnknownRecord) => missing("template"),
                other => other,
            })?),
            None => None,
        };
        let now = self.clock.now().as_millis();
        if !insert(&mut tx, id, client, draft, now).await? {
            let standing = rows::project(&mut tx, id).await?;
            let is_same = standing.client_id == *client && ProjectDraft::from(&standing) == *draft;
            return if is_same { Ok(()) } else { Err(DomainError::Stale.into()) };
        }
        if let Some(model) = model {
            template::copy(&mut tx, &model, id, draft).await?;
        }
        search_index::refresh(&mut tx, Index::Project, id.as_str()).await?;
        tx.commit().await?;
        Ok(())
    }
}

fn missing(field: &str) -> Error {
    Problems::one(field, Problem::Missing).into()
}

/// Whether there was no project of this id.
pub(crate) async fn insert(
    tx: &mut Tx,
    id: &ProjectId,
    client: &ClientId,
    draft: &ProjectDraft,
    now: i64,
) -> Result<bool> {
    let inserted = sqlx::query(
        "INSERT INTO project (id, client_id, name, description, status, starts_on, due_on, created_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (id) DO NOTHING",
    )
    .bind(id.as_str())
    .bind(client.as_str())
    .bind(&draft.name)
    .bind(draft.description.as_deref())
    .bind(draft.status.as_str())
    .bind(draft.starts_on.map(String::from))
    .bind(draft.due_on.map(String::from))
    .bind(now)
    .execute(&mut **tx)
    .await?;
    Ok(inserted.rows_affected() > 0)
}
