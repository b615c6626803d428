//! The versions of a deliverable.

use serde::{Deserialize, Serialize};

use crate::files::{Content, ContentId};
use crate::form::{Form, FormParser, Problems};
use crate::id::{ClientId, DeliverableId, FileId, VersionId};
use crate::projects::project_draft::DESCRIPTION;
use crate::{Deliverable, Timestamp};

/// What of a deliverable was shown when. The greatest number is the newest (docs/REFERENCE.md#versions).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeliverableVersion {
    pub id: VersionId,
    pub deliverable_id: DeliverableId,
    /// From 1, once each.
    pub number: i64,
    /// Absent if it is a file.
    pub url: Option<String>,
    /// Absent if it is a link.
    pub file_id: Option<FileId>,
    /// What has changed.
    pub note: Option<String>,
    pub created_at: Timestamp,
    /// The member who added it, as they were called then.
    pub author_name: Option<String>,
}

/// A version as it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownVersion {
    pub number: i64,
    /// `None` if its file is gone.
    pub content: Option<Content>,
    pub note: Option<String>,
    pub created_at: Timestamp,
    pub author_name: Option<String>,
}

/// A deliverable with what was shown of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliverableHistory {
    /// Whose project it is in.
    pub client_id: ClientId,
    pub deliverable: Deliverable,
    /// The newest first; none while it is still the first.
    pub versions: Vec<ShownVersion>,
    /// Whether its approval has a receipt.
    pub has_receipt: bool,
}

impl DeliverableHistory {
    /// What the client sees now.
    pub fn newest(&self) -> Option<Content> {
        newest(&self.versions, &self.deliverable)
    }
}

/// What is shown of a deliverable: its newest version, else its link.
pub(crate) fn newest(versions: &[ShownVersion], deliverable: &Deliverable) -> Option<Content> {
    match versions.first() {
        Some(version) => version.content.clone(),
        None => deliverable.url.clone().map(Content::Link),
    }
}

/// The values of the form of a new version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VersionDraft {
    pub content: ContentId,
    pub note: Option<String>,
}

impl VersionDraft {
    pub fn read(form: &Form) -> Result<Self, Problems> {
        let mut parser = FormParser::of(form);
        let content = ContentId::read(&mut parser);
        let note = parser.optional_prose("note", DESCRIPTION);
        parser.done(|| Self { content, note })
    }
}
