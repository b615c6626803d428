//! The versions of a deliverable.

use serde::{Deserialize, Serialize};

use crate::form::{Form, FormParser, Problems};
use crate::id::{DeliverableId, VersionId};
use crate::projects::project_draft::DESCRIPTION;
use crate::{Deliverable, Timestamp};

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

/// A deliverable with what was shown of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliverableHistory {
    pub deliverable: Deliverable,
    /// The newest first; none while it is still the first.
    pub versions: Vec<DeliverableVersion>,
    /// Whether its approval has a receipt.
    pub has_receipt: bool,
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
