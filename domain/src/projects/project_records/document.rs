//! The form of a document.

use serde::{Deserialize, Serialize};

use super::NAME;
use crate::form::{Form, Problems, Reading};
use crate::id::{DocumentId, ProjectId};
use crate::{Document, Timestamp};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentDraft {
    pub name: String,
    /// The link to open.
    pub url: String,
}

impl DocumentDraft {
    pub fn read(form: &Form) -> Result<Self, Problems> {
        let mut reading = Reading::of(form);
        let name = reading.line("name", NAME);
        let url = reading.url("url");
        reading.done(|| Self { name, url })
    }

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
