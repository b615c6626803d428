//! Notes of the agency, never shown to the client.

use serde::{Deserialize, Serialize};

use super::{PROSE, ProjectRecord};
use crate::audit::{Action, Actor};
use crate::form::{Form, FormParser, Problems};
use crate::id::{NoteId, ProjectId};
use crate::{Language, Timestamp};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    pub id: NoteId,
    pub project_id: ProjectId,
    pub text: String,
    pub created_at: Timestamp,
    /// The name of the member who wrote it, as it was then.
    pub author_name: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoteDraft {
    pub text: String,
}

impl ProjectRecord for Note {
    type Id = NoteId;
    type Draft = NoteDraft;
    const DELETED: Action = Action::NoteDeleted;

    fn parse_form(form: &Form) -> Result<NoteDraft, Problems> {
        let mut parser = FormParser::of(form);
        let text = parser.prose("text", PROSE);
        parser.done(|| NoteDraft { text })
    }

    fn new(id: NoteId, project_id: ProjectId, draft: NoteDraft, now: Timestamp) -> Self {
        Self { id, project_id, text: draft.text, created_at: now, author_name: None }
    }

    fn form(&self, _: Language) -> Form {
        Form::default().with("text", Some(self.text.as_str()))
    }

    fn id(&self) -> &NoteId {
        &self.id
    }

    fn sign(&mut self, by: &Actor) {
        self.author_name = by.author_name().map(str::to_owned);
    }

    fn keep(&mut self, current: &Self) {
        self.created_at = current.created_at;
        self.author_name.clone_from(&current.author_name);
    }
}
