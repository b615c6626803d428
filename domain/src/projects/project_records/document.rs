//! Documents: names and links, shown to the client.

use serde::{Deserialize, Serialize};

use super::{NAME, ProjectRecord};
use crate::audit::Action;
use crate::form::{Form, FormParser, Problems};
use crate::id::{DocumentId, ProjectId};
use crate::{Language, Timestamp};

/// A document that the client can open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Document {
    pub id: DocumentId,
    pub project_id: ProjectId,
    pub name: String,
    pub url: String,
    pub created_at: Timestamp,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentDraft {
    pub name: String,
    /// The link to open.
    pub url: String,
}

impl ProjectRecord for Document {
    type Id = DocumentId;
    type Draft = DocumentDraft;
    const DELETED: Action = Action::DocumentDeleted;

    fn parse_form(form: &Form) -> Result<DocumentDraft, Problems> {
        let mut parser = FormParser::of(form);
        let name = parser.line("name", NAME);
        let url = parser.url("url");
        parser.done(|| DocumentDraft { name, url })
    }

    fn new(id: DocumentId, project_id: ProjectId, draft: DocumentDraft, now: Timestamp) -> Self {
        Self { id, project_id, name: draft.name, url: draft.url, created_at: now }
    }

    fn form(&self, _: Language) -> Form {
        Form::default().with("name", Some(self.name.as_str())).with("url", Some(self.url.as_str()))
    }

    fn id(&self) -> &DocumentId {
        &self.id
    }

    fn name(&self) -> Option<&str> {
        Some(&self.name)
    }
    fn keep(&mut self, current: &Self) {
        self.created_at = current.created_at;
    }
}
