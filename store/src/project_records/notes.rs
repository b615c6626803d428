//! Notes: the agency's own, never the client's.

use domain::audit::{Action, Actor};
use domain::project_records::{Folder, NoteDraft};
use domain::{Cursor, Note, Page, Timestamp, Versioned};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use super::record::{self, ProjectRecord, Value};
use super::{folder, named, one_more};
use crate::rows::stored;
use crate::{Fault, Result, Store};

impl ProjectRecord for Note {
    const TABLE: &'static str = "note";
    const COLUMNS: &'static str = "id, project_id, text, created_at";
    const EDITED: &'static [&'static str] = &["text"];
    const DELETED: Action = Action::NoteDeleted;
    type Draft = NoteDraft;

    fn read(row: &AnyRow) -> Result<Self, Fault> {
        Ok(Self {
            id: stored(row.try_get("id")?)?,
            project_id: stored(row.try_get("project_id")?)?,
            text: row.try_get("text")?,
            created_at: Timestamp::from_millis(row.try_get("created_at")?),
        })
    }

    fn draft(&self) -> NoteDraft {
        self.into()
    }

    fn values(draft: &NoteDraft) -> Vec<Value> {
        vec![Value::text(&draft.text)]
    }

    fn name(&self) -> Option<&str> {
        None
    }
}

impl Store {
    /// The notes of a project from `after` on, newest first; before them the one that is `open` on the
    /// page, wherever it stands in the list.
    ///
    /// # Errors
    /// [`DomainError::UnknownProject`](domain::DomainError), or a fault.
    pub async fn notes(
        &self,
        project: &str,
        after: Option<&Cursor>,
        open: Option<&str>,
    ) -> Result<(Folder, Page<Versioned<Note>>)> {
        let mut tx = self.db.snapshot().await?;
        let folder = folder(&mut tx, project).await?;
        let found = newest(&mut tx, folder.id.as_str(), after).await?;
        let mut page = Page::of(found, |note| Cursor::new(note.created_at.as_millis(), &note.id));
        if let Some(open) = open.filter(|open| page.items.iter().all(|note| note.id.as_str() != *open))
            && let Ok(open) = named(open)
        {
            page.items.splice(..0, record::find::<Note>(&mut tx, folder.id.as_str(), open).await?);
        }
        tx.commit().await?;
        let items = page.items.into_iter().map(record::versioned).collect::<Result<_, Fault>>()?;
        Ok((folder, Page { items, next: page.next }))
    }

    /// Adds a note to a project. The same form sent twice adds it once.
    ///
    /// # Errors
    /// [`DomainError::UnknownProject`](domain::DomainError), [`DomainError::UnknownRecord`](domain::DomainError) for
    /// what is no id, or a fault.
    pub async fn add_note(&self, project: &str, id: &str, draft: &NoteDraft) -> Result<()> {
        let created_at = Some(("created_at", self.clock.now().as_millis()));
        let mut tx = self.db.write().await?;
        record::add::<Note>(&mut tx, project, id, draft, created_at).await?;
        Ok(tx.commit().await?)
    }

    /// Saves what its form says about a note.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`](domain::DomainError), [`DomainError::Stale`](domain::DomainError), or a fault.
    pub async fn save_note(&self, project: &str, id: &str, draft: &NoteDraft, seen: &str) -> Result<()> {
        let mut tx = self.db.write().await?;
        record::save::<Note>(&mut tx, project, id, draft, seen).await?;
        Ok(tx.commit().await?)
    }

    /// Deletes a note.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`](domain::DomainError), or a fault.
    pub async fn delete_note(&self, by: &Actor, project: &str, id: &str) -> Result<()> {
        let mut tx = self.db.write().await?;
        record::delete::<Note>(&mut tx, by, project, id, self.clock.now()).await?;
        Ok(tx.commit().await?)
    }
}

/// One more than a page of notes, newest first. A cursor that is none begins at the beginning.
async fn newest(
    connection: &mut AnyConnection,
    project: &str,
    after: Option<&Cursor>,
) -> Result<Vec<Note>, Fault> {
    let after = after.and_then(|cursor| Some((cursor.number()?, cursor.id.as_str())));
    let (millis, id) = after.unwrap_or((i64::MAX, ""));
    let rows = sqlx::query(
        "SELECT id, project_id, text, created_at FROM note \
         WHERE project_id = $1 AND (created_at, id) < ($2, $3) \
         ORDER BY created_at DESC, id DESC LIMIT $4",
    )
    .bind(project)
    .bind(millis)
    .bind(id)
    .bind(one_more())
    .fetch_all(connection)
    .await?;
    rows.iter().map(Note::read).collect()
}
