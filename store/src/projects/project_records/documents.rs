//! Documents: names and links, shown to the client.

use std::cmp::Reverse;

use domain::audit::{Action, Actor};
use domain::id::{DocumentId, ProjectId};
use domain::projects::project_records::{DocumentDraft, Folder};
use domain::{Document, Versioned};

use super::folder;
use super::record::{self, ProjectRecord};
use crate::db::Connection;
use crate::{Fault, Result, Store};

impl ProjectRecord for Document {
    const DELETED: Action = Action::DocumentDeleted;
    type Id = DocumentId;
    type Draft = DocumentDraft;

    fn edited(self, draft: &DocumentDraft) -> Self {
        draft.document(self.id, self.project_id, self.created_at)
    }

    fn name(&self) -> Option<&str> {
        Some(&self.name)
    }
}

impl Store {
    /// The documents of a project, newest first, as its client sees them.
    pub async fn documents(&self, project: &str) -> Result<(Folder, Vec<Versioned<Document>>)> {
        let mut tx = self.db.snapshot().await?;
        let folder = folder(&mut tx, project).await?;
        let documents = documents(&mut tx, &folder.id).await?;
        tx.commit().await?;
        let documents = documents.into_iter().map(record::versioned).collect::<Result<_, Fault>>()?;
        Ok((folder, documents))
    }

    /// Adds a document to a project. The same form sent twice adds it once.
    pub async fn add_document(&self, project: &str, id: &str, draft: &DocumentDraft) -> Result<()> {
        let now = self.clock.now();
        let mut tx = self.db.write().await?;
        let project = record::lock_project(&mut tx, project).await?;
        let new = |id| draft.document(id, project.clone(), now);
        record::add::<Document>(&mut tx, &project, id, draft, new).await?;
        Ok(tx.commit().await?)
    }

    pub async fn save_document(
        &self,
        project: &str,
        id: &str,
        draft: &DocumentDraft,
        seen: &str,
    ) -> Result<()> {
        let mut tx = self.db.write().await?;
        record::save::<Document>(&mut tx, project, id, draft, seen).await?;
        Ok(tx.commit().await?)
    }

    /// Deletes a document: its name and link, not the file behind the link.
    pub async fn delete_document(&self, by: &Actor, project: &str, id: &str) -> Result<()> {
        let mut tx = self.db.write().await?;
        record::delete::<Document>(&mut tx, by, project, id, self.clock.now()).await?;
        Ok(tx.commit().await?)
    }
}

pub(crate) async fn documents(
    connection: &mut Connection,
    project: &ProjectId,
) -> Result<Vec<Document>, Fault> {
    let mut documents: Vec<Document> = record::all(connection, project).await?;
    documents.sort_by_key(|document| Reverse((document.created_at, document.id.clone())));
    Ok(documents)
}
