//! What a form says about a document.

use serde::{Deserialize, Serialize};

use super::NAME;
use crate::form::{Form, Problems, Reading};
use crate::id::{DocumentId, ProjectId};
use crate::{Document, Timestamp};

/// A document as its form edits it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentDraft {
    /// What it is called.
    pub name: String,
    /// The address it opens at.
    pub url: String,
}

impl DocumentDraft {
    /// Reads `name` and `url`.
    ///
    /// # Errors
    /// What is wrong, field by field.
    pub fn read(form: &Form) -> Result<Self, Problems> {
        let mut reading = Reading::of(form);
        let name = reading.line("name", NAME);
        let url = reading.url("url");
        reading.done(|| Self { name, url })
    }

    /// The document as this form describes it.
    pub fn document(&self, id: DocumentId, project_id: ProjectId, created_at: Timestamp) -> Document {
        Document { id, project_id, name: self.name.clone(), url: self.url.clone(), created_at }
    }
}

impl From<&Document> for DocumentDraft {
    fn from(document: &Document) -> Self {
        Self { name: document.name.clone(), url: document.url.clone() }
    }
}

impl From<&DocumentDraft> for Form {
    fn from(draft: &DocumentDraft) -> Self {
        Self::default().with("name", Some(draft.name.as_str())).with("url", Some(draft.url.as_str()))
    }
}
