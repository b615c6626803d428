//! Material that the agency asks a client for (docs/REFERENCE.md#material-requests).

mod checklist;
mod template;

use serde::{Deserialize, Serialize};

use crate::audit::Action;
use crate::form::{Form, FormParser, Problems};
use crate::id::{FileId, MaterialId, ProjectId};
use crate::projects::project_draft::{DESCRIPTION, NAME};
use crate::projects::project_records::{Folder, ProjectRecord};
use crate::{Date, DomainError, File, Language, Timestamp, Versioned};

pub use checklist::Checklist;
pub use template::{MaterialTemplate, MaterialTemplateDraft, TemplateItem};

string_enum! {
    /// What a client answers with.
    #[derive(Default)]
    pub enum MaterialKind {
        #[default]
        File = "file",
        Text = "text",
    }
}

string_enum! {
    #[derive(Default)]
    pub enum MaterialStatus {
        /// It waits for the client.
        #[default]
        Open = "open",
        /// It waits for the agency, which accepts it or opens it again.
        Received = "received",
        Accepted = "accepted",
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MaterialRequest {
    pub id: MaterialId,
    pub project_id: ProjectId,
    /// Those of a project with the same one are a checklist of that name.
    pub list: Option<String>,
    pub title: String,
    pub description: Option<String>,
    pub due_on: Option<Date>,
    pub kind: MaterialKind,
    pub status: MaterialStatus,
    /// The answer, if it is a text.
    pub text: Option<String>,
    /// The name of the contact who answered last, else of the client.
    pub answered_by: Option<String>,
    pub answered_at: Option<Timestamp>,
    /// Why it was reopened, until it is accepted.
    pub reason: Option<String>,
    pub created_at: Timestamp,
}

impl MaterialRequest {
    /// The number of the answer that is shown: a later one has another, and none has 0.
    pub fn answer_version(&self) -> i64 {
        self.answered_at.map_or(0, Timestamp::as_millis)
    }
}

/// A request with the files of its answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownMaterial {
    pub request: MaterialRequest,
    /// In the order in which they were sent.
    pub files: Vec<File>,
}

impl ShownMaterial {
    pub fn is_open(&self) -> bool {
        self.request.status == MaterialStatus::Open
    }
}

/// What the agency is shown of a project's requests.
#[derive(Debug, Clone)]
pub struct MaterialPage {
    pub folder: Folder,
    pub lists: Vec<Checklist>,
    /// The requests with the versions of their forms.
    pub requests: Vec<Versioned<MaterialRequest>>,
    pub templates: Vec<MaterialTemplate>,
}

/// The values of the form of a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MaterialDraft {
    pub list: Option<String>,
    pub title: String,
    pub description: Option<String>,
    pub due_on: Option<Date>,
    pub kind: MaterialKind,
}

impl MaterialDraft {
    pub fn read(form: &Form) -> Result<Self, Problems> {
        let mut parser = FormParser::of(form);
        let list = parser.optional_line("list", NAME);
        let title = parser.line("title", NAME);
        let description = parser.optional_prose("description", DESCRIPTION);
        let due_on = parser.optional_date("due_on");
        let kind = parser.enum_value("kind", MaterialKind::File);
        parser.done(|| Self { list, title, description, due_on, kind })
    }

    pub fn request(self, id: MaterialId, project_id: ProjectId, created_at: Timestamp) -> MaterialRequest {
        let Self { list, title, description, due_on, kind } = self;
        MaterialRequest {
            id,
            project_id,
            list,
            title,
            description,
            due_on,
            kind,
            status: MaterialStatus::Open,
            text: None,
            answered_by: None,
            answered_at: None,
            reason: None,
            created_at,
        }
    }
}

impl ProjectRecord for MaterialRequest {
    type Id = MaterialId;
    type Draft = MaterialDraft;
    const DELETED: Action = Action::MaterialDeleted;

    fn parse_form(form: &Form) -> Result<MaterialDraft, Problems> {
        MaterialDraft::read(form)
    }

    fn new(id: MaterialId, project_id: ProjectId, draft: MaterialDraft, now: Timestamp) -> Self {
        draft.request(id, project_id, now)
    }

    fn form(&self, _: Language) -> Form {
        Form::from(&MaterialDraft::from(self))
    }

    fn id(&self) -> &MaterialId {
        &self.id
    }

    fn name(&self) -> Option<&str> {
        Some(&self.title)
    }

    /// What was answered keeps its kind.
    fn keep(&mut self, current: &Self) {
        if current.answered_at.is_some() {
            self.kind = current.kind;
        }
        self.status = current.status;
        self.text.clone_from(&current.text);
        self.answered_by.clone_from(&current.answered_by);
        self.answered_at = current.answered_at;
        self.reason.clone_from(&current.reason);
        self.created_at = current.created_at;
    }
}

filled_from! { MaterialDraft: MaterialRequest { list, title, description, due_on, kind } }

impl From<&MaterialDraft> for Form {
    fn from(draft: &MaterialDraft) -> Self {
        Self::default()
            .with("list", draft.list.as_deref())
            .with("title", Some(draft.title.as_str()))
            .with("description", draft.description.as_deref())
            .with("due_on", draft.due_on)
            .with("kind", Some(draft.kind.as_str()))
    }
}

/// The reason for which an answer is not accepted, as a form has it.
pub fn read_reason(form: &Form) -> Result<String, Problems> {
    let mut parser = FormParser::of(form);
    let reason = parser.prose("reason", MAX_REASON);
    parser.done(|| reason)
}

/// The longest reason for opening a request again, in characters.
pub const MAX_REASON: usize = 2_000;
/// The longest text of an answer, in characters; the same limit as in an import.
pub const MAX_TEXT: usize = 10_000;

/// What a client answers with: one of both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MaterialAnswer {
    /// Uploads of the same person that nothing refers to yet.
    Files(Vec<FileId>),
    Text(String),
}

impl MaterialAnswer {
    /// So many files are sent at once.
    pub const MAX_FILES: usize = 10;

    /// A text that is sent by a form.
    ///
    /// # Errors
    /// [`DomainError::EmptyText`], [`DomainError::TextTooLong`], [`DomainError::NulInText`].
    pub fn text(text: &str) -> Result<Self, DomainError> {
        let text = text.trim();
        match text {
            "" => Err(DomainError::EmptyText),
            _ if text.contains('\0') => Err(DomainError::NulInText),
            _ if text.chars().count() > MAX_TEXT => Err(DomainError::TextTooLong),
            _ => Ok(Self::Text(text.to_owned())),
        }
    }
}
