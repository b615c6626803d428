//! Projects.

use serde::{Deserialize, Serialize};

use crate::id::{ClientId, ProjectId};
use crate::{Date, Timestamp};

string_enum! {
    #[derive(Default)]
    pub enum ProjectStatus {
        #[default]
        Active = "active",
        Paused = "paused",
        Completed = "completed",
        Archived = "archived",
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Project {
    pub id: ProjectId,
    pub client_id: ClientId,
    pub name: String,
    pub description: Option<String>,
    pub status: ProjectStatus,
    pub starts_on: Option<Date>,
    pub due_on: Option<Date>,
    pub created_at: Timestamp,
    /// How long the work is expected to take, in minutes. Not shown to the client.
    pub estimate_minutes: Option<i64>,
}
