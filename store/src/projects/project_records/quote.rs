//! The lines of the quote, in the order the agency gives them.

use domain::audit::{Action, Actor};
use domain::id::{ProjectId, QuoteItemId};
use domain::projects::project_records::{Folder, QuoteItemDraft};
use domain::{DomainError, QuoteItem, Versioned};

use super::record::{self, ProjectRecord};
use super::{folder, parse_id};
use crate::db::Connection;
use crate::{Fault, Result, Store};

impl ProjectRecord for QuoteItem {
    const DELETED: Action = Action::QuoteItemDeleted;
    type Id = QuoteItemId;
    type Draft = QuoteItemDraft;

    fn edited(self, draft: &QuoteItemDraft) -> Self {
        draft.quote_item(self.id, self.project_id, self.position)
    }

    fn name(&self) -> Option<&str> {
        None
    }
}

impl Store {
    /// The lines of a project's quote, in order.
    pub async fn quote(&self, project: &str) -> Result<(Folder, Vec<Versioned<QuoteItem>>)> {
        let mut tx = self.db.snapshot().await?;
        let folder = folder(&mut tx, project).await?;
        let items = sorted(&mut tx, &folder.id).await?;
        tx.commit().await?;
        let items = items.into_iter().map(record::versioned).collect::<Result<_, Fault>>()?;
        Ok((folder, items))
    }

    /// Adds a line at the end of a project's quote. The same form sent twice adds it once.
    pub async fn add_quote_item(&self, project: &str, id: &str, draft: &QuoteItemDraft) -> Result<()> {
        let mut tx = self.db.write().await?;
        let project_id = record::lock_project(&mut tx, project).await?;
        let last: i64 = sqlx::query_scalar(
            "SELECT CAST(COALESCE(MAX(position), -1) AS BIGINT) FROM quote_item WHERE project_id = $1",
        )
        .bind(project_id.as_str())
        .fetch_one(&mut *tx)
        .await?;
        let new = |id| draft.quote_item(id, project_id.clone(), last.saturating_add(1));
        record::add::<QuoteItem>(&mut tx, &project_id, id, draft, new).await?;
        Ok(tx.commit().await?)
    }

    /// Saves the form of a line; its position stays.
    pub async fn save_quote_item(
        &self,
        project: &str,
        id: &str,
        draft: &QuoteItemDraft,
        seen: &str,
    ) -> Result<()> {
        let mut tx = self.db.write().await?;
        record::save::<QuoteItem>(&mut tx, project, id, draft, seen).await?;
        Ok(tx.commit().await?)
    }

    /// Moves a line one position up or down; the first does not move up, nor the last down.
    pub async fn move_quote_item(&self, project: &str, id: &str, up: bool) -> Result<()> {
        let id: QuoteItemId = parse_id(id)?;
        let mut tx = self.db.write().await?;
        let project_id = record::lock_project(&mut tx, project).await?;
        let mut items = sorted(&mut tx, &project_id).await?;
        let position = items.iter().position(|item| item.id == id).ok_or(DomainError::UnknownRecord)?;
        let other =
            if up { position.checked_sub(1) } else { Some(position + 1).filter(|next| *next < items.len()) };
        if let Some(other) = other {
            items.swap(position, other);
        }
        // All positions are updated, not two: imported lines may have equal ones.
        for (item, position) in
            items.iter().zip(0_i64..).filter(|(item, position)| item.position != *position)
        {
            sqlx::query("UPDATE quote_item SET position = $2 WHERE id = $1")
                .bind(item.id.as_str())
                .bind(position)
                .execute(&mut *tx)
                .await?;
        }
        Ok(tx.commit().await?)
    }

    pub async fn delete_quote_item(&self, by: &Actor, project: &str, id: &str) -> Result<()> {
        let mut tx = self.db.write().await?;
        record::delete::<QuoteItem>(&mut tx, by, project, id, self.clock.now()).await?;
        Ok(tx.commit().await?)
    }
}

pub(super) async fn sorted(
    connection: &mut Connection,
    project: &ProjectId,
) -> Result<Vec<QuoteItem>, Fault> {
    let mut items: Vec<QuoteItem> = record::all(connection, project).await?;
    items.sort_by(|a, b| (a.position, &a.id).cmp(&(b.position, &b.id)));
    Ok(items)
}
