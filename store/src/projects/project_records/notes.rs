//! Notes of the agency, not shown to the client.

use domain::id::{NoteId, ProjectId};
use domain::projects::project_records::Folder;
use domain::{Cursor, Note, Page, Versioned};

use super::folder;
use super::record::{self, StoredRecord};
use crate::db::keyset::Keyset;
use crate::{Result, Store};

impl StoredRecord for Note {}

impl Store {
    /// A page of notes, newest first, after the cursor `after`. The note `open` is put first if the page does
    /// not contain it.
    pub async fn notes(
        &self,
        project: &ProjectId,
        after: Option<&Cursor>,
        open: Option<&NoteId>,
    ) -> Result<(Folder, Page<Versioned<Note>>)> {
        let mut tx = self.db.snapshot().await?;
        let folder = folder(&mut tx, project).await?;
        let keyset = Keyset::by_number("created_at", "id", true, after);
        let cursor = |note: &Note| Cursor::new(note.created_at.as_millis(), &note.id);
        let page = record::page(&mut tx, project, &keyset, cursor, open).await?;
        tx.commit().await?;
        Ok((folder, page))
    }
}
