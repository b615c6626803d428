//! The versions of a deliverable.

use serde::{Deserialize, Serialize};

use crate::Timestamp;
use crate::form::{Form, FormParser, Problems};
use crate::id::{DeliverableId, VersionId};
use crate::projects::project_draft::DESCRIPTION;

/// What of a deliverable was shown when. The greatest number is the newest (docs/REFERENCE.md#versions).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeliverableVersion {
    pub id: VersionId,
    pub deliverable_id: DeliverableId,
    /// From 1, once each.
    pub number: i64,
    pub url: String,
    /// What has changed.
    pub note: Option<String>,
    pub created_at: Timestamp,
    /// The member who added it, as they were called then.
    pub author_name: Option<String>,
}

/// The values of the form of a new version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VersionDraft {
    pub url: String,
    pub note: Option<String>,
}

impl VersionDraft {
    pub fn read(form: &Form) -> Result<Self, Problems> {
        let mut parser = FormParser::of(form);
        let url = parser.url("url");
        let note = parser.optional_prose("note", DESCRIPTION);
        parser.done(|| Self { url, note })
    }
}
