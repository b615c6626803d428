//! Documents: names and addresses, which the client sees.

use std::cmp::Reverse;

use domain::audit::{Action, Actor};
use domain::project_records::{DocumentDraft, Folder};
use domain::{Document, Timestamp, Versioned};
use sqlx::Row;
use sqlx::any::AnyRow;

use super::folder;
use super::record::{self, ProjectRecord, Value};
use crate::rows::stored;
use crate::{Fault, Result, Store};

impl ProjectRecord for Document {
    const TABLE: &'static str = "document";
    const COLUMNS: &'static str = "id, project_id, name, url, created_at";
    const EDITED: &'static [&'static str] = &["name", "url"];
    const DELETED: Action = Action::DocumentDeleted;
    type Draft = DocumentDraft;

    fn read(row: &AnyRow) -> Result<Self, Fault> {
        Ok(Self {
            id: stored(row.try_get("id")?)?,
            project_id: stored(row.try_get("project_id")?)?,
            name: row.try_get("name")?,
            url: row.try_get("url")?,
            created_at: Timestamp::from_millis(row.try_get("created_at")?),
        })
    }

    fn draft(&self) -> DocumentDraft {
        self.into()
    }

    fn values(draft: &DocumentDraft) -> Vec<Value> {
        vec![Value::text(&draft.name), Value::text(&draft.url)]
    }

    fn name(&self) -> Option<&str> {
        Some(&self.name)
    }
}

impl Store {
    /// The documents of a project, newest first, as its client sees them.
    ///
    /// # Errors
    /// [`DomainError::UnknownProject`](domain::DomainError), or a fault.
    pub async fn documents(&self, project: &str) -> Result<(Folder, Vec<Versioned<Document>>)> {
        let mut tx = self.db.snapshot().await?;
        let folder = folder(&mut tx, project).await?;
        let mut documents: Vec<Document> = record::all(&mut tx, folder.id.as_str()).await?;
        tx.commit().await?;
        documents.sort_by_key(|document| Reverse((document.created_at, document.id.clone())));
        let documents = documents.into_iter().map(record::versioned).collect::<Result<_, Fault>>()?;
        Ok((folder, documents))
    }

    /// Adds a document to a project. The same form sent twice adds it once.
    ///
    /// # Errors
    /// [`DomainError::UnknownProject`](domain::DomainError), [`DomainError::UnknownRecord`](domain::DomainError) for
    /// what is no id, or a fault.
    pub async fn add_document(&self, project: &str, id: &str, draft: &DocumentDraft) -> Result<()> {
        let created_at = Some(("created_at", self.clock.now().as_millis()));
        let mut tx = self.db.write().await?;
        record::add::<Document>(&mut tx, project, id, draft, created_at).await?;
        Ok(tx.commit().await?)
    }

    /// Saves what its form says about a document.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`](domain::DomainError), [`DomainError::Stale`](domain::DomainError), or a fault.
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

    /// Deletes a document: its name and address here, not what stands at the address.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`](domain::DomainError), or a fault.
    pub async fn delete_document(&self, by: &Actor, project: &str, id: &str) -> Result<()> {
        let mut tx = self.db.write().await?;
        record::delete::<Document>(&mut tx, by, project, id, self.clock.now()).await?;
        Ok(tx.commit().await?)
    }
}
