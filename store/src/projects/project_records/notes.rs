//! Notes of the agency, not shown to the client.

use domain::audit::{Action, Actor};
use domain::id::{NoteId, ProjectId};
use domain::projects::project_records::{Folder, NoteDraft};
use domain::{Cursor, Note, Page, Versioned};
use sqlx::AssertSqlSafe;

use super::record::{self, ProjectRecord};
use super::{folder, one_more, parse_id};
use crate::db::Connection;
use crate::tables::{Record as _, Row};
use crate::{Fault, Result, Store};

impl ProjectRecord for Note {
    const DELETED: Action = Action::NoteDeleted;
    type Id = NoteId;
    type Draft = NoteDraft;

    fn edited(self, draft: &NoteDraft) -> Self {
        draft.note(self.id, self.project_id, self.created_at)
    }

    fn name(&self) -> Option<&str> {
        None
    }
}

impl Store {
    /// A page of notes, newest first, after the cursor `after`. The note `open` is put first if the page does
    /// not contain it.
    pub async fn notes(
        &self,
        project: &str,
        after: Option<&Cursor>,
        open: Option<&str>,
    ) -> Result<(Folder, Page<Versioned<Note>>)> {
        let mut tx = self.db.snapshot().await?;
        let folder = folder(&mut tx, project).await?;
        let found = newest(&mut tx, &folder.id, after).await?;
        let mut page = Page::of(found, |note| Cursor::new(note.created_at.as_millis(), &note.id));
        if let Some(open) = open.filter(|open| page.items.iter().all(|note| note.id.as_str() != *open))
            && let Ok(open) = parse_id(open)
        {
            page.items.splice(..0, record::find::<Note>(&mut tx, &folder.id, &open).await?);
        }
        tx.commit().await?;
        let items = page.items.into_iter().map(record::versioned).collect::<Result<_, Fault>>()?;
        Ok((folder, Page { items, next: page.next }))
    }

    /// Adds a note to a project. The same form sent twice adds it once.
    pub async fn add_note(&self, project: &str, id: &str, draft: &NoteDraft) -> Result<()> {
        let now = self.clock.now();
        let mut tx = self.db.write().await?;
        let project = record::lock_project(&mut tx, project).await?;
        let new = |id| draft.note(id, project.clone(), now);
        record::add::<Note>(&mut tx, &project, id, draft, new).await?;
        Ok(tx.commit().await?)
    }

    pub async fn save_note(&self, project: &str, id: &str, draft: &NoteDraft, seen: &str) -> Result<()> {
        let mut tx = self.db.write().await?;
        record::save::<Note>(&mut tx, project, id, draft, seen).await?;
        Ok(tx.commit().await?)
    }

    pub async fn delete_note(&self, by: &Actor, project: &str, id: &str) -> Result<()> {
        let mut tx = self.db.write().await?;
        record::delete::<Note>(&mut tx, by, project, id, self.clock.now()).await?;
        Ok(tx.commit().await?)
    }
}

/// A page of notes and one more, newest first. A malformed cursor gives the first page.
async fn newest(
    connection: &mut Connection,
    project: &ProjectId,
    after: Option<&Cursor>,
) -> Result<Vec<Note>, Fault> {
    let after = after.and_then(|cursor| Some((cursor.number()?, cursor.id.as_str())));
    let (millis, id) = after.unwrap_or((i64::MAX, ""));
    let select = format!(
        "SELECT {} FROM note WHERE project_id = $1 AND (created_at, id) < ($2, $3) \
         ORDER BY created_at DESC, id DESC LIMIT $4",
        Note::COLUMNS
    );
    let rows: Vec<Row<Note>> = sqlx::query_as(AssertSqlSafe(select))
        .bind(project.as_str())
        .bind(millis)
        .bind(id)
        .bind(one_more())
        .fetch_all(connection)
        .await?;
    Ok(rows.into_iter().map(|row| row.0).collect())
}
