//! Documents: names with a link or a file, shown to the client.

use serde::{Deserialize, Serialize};

use super::{NAME, ProjectRecord};
use crate::audit::Action;
use crate::files::ContentId;
use crate::form::{Form, FormParser, Problems};
use crate::id::{DocumentId, FileId, ProjectId};
use crate::{Language, Timestamp};

/// A document that the client can open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Document {
    pub id: DocumentId,
    pub project_id: ProjectId,
    pub name: String,
    /// Absent if it is a file.
    pub url: Option<String>,
    /// Absent if it is a link.
    pub file_id: Option<FileId>,
    pub created_at: Timestamp,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentDraft {
    pub name: String,
    pub content: ContentId,
}

impl ProjectRecord for Document {
    type Id = DocumentId;
    type Draft = DocumentDraft;
    const DELETED: Action = Action::DocumentDeleted;

    fn parse_form(form: &Form) -> Result<DocumentDraft, Problems> {
        let mut parser = FormParser::of(form);
        let name = parser.line("name", NAME);
        let content = ContentId::read(&mut parser);
        parser.done(|| DocumentDraft { name, content })
    }

    fn new(id: DocumentId, project_id: ProjectId, draft: DocumentDraft, now: Timestamp) -> Self {
        let (url, file_id) = (draft.content.url().map(str::to_owned), draft.content.file().cloned());
        Self { id, project_id, name: draft.name, url, file_id, created_at: now }
    }

    fn form(&self, _: Language) -> Form {
        let form = Form::default().with("name", Some(self.name.as_str()));
        ContentId::fill(form, self.url.as_deref(), self.file_id.as_ref())
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
