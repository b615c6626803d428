//! The form of a note.

use serde::{Deserialize, Serialize};

use super::PROSE;
use crate::form::{Form, Problems, Reading};
use crate::id::{NoteId, ProjectId};
use crate::{Note, Timestamp};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NoteDraft {
    pub text: String,
}

impl NoteDraft {
    pub fn read(form: &Form) -> Result<Self, Problems> {
        let mut reading = Reading::of(form);
        let text = reading.prose("text", PROSE);
        reading.done(|| Self { text })
    }

    pub fn note(&self, id: NoteId, project_id: ProjectId, created_at: Timestamp) -> Note {
        Note { id, project_id, text: self.text.clone(), created_at }
    }
}

impl From<&Note> for NoteDraft {
    fn from(note: &Note) -> Self {
        Self { text: note.text.clone() }
    }
}

impl From<&NoteDraft> for Form {
    fn from(draft: &NoteDraft) -> Self {
        Self::default().with("text", Some(draft.text.as_str()))
    }
}
