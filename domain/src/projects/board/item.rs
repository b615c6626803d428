//! The items of a board that can be edited and deleted, as they are named in URLs.

use std::fmt;
use std::str::FromStr;

use crate::id::{DeliverableId, InvalidId, PhaseId, TaskId};

/// An item of a project's board: `project`, `phase-{id}`, `task-{id}` or `deliverable-{id}`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BoardItem {
    /// The project itself.
    Project,
    Phase(PhaseId),
    Task(TaskId),
    Deliverable(DeliverableId),
}

impl fmt::Display for BoardItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Project => f.write_str("project"),
            Self::Phase(id) => write!(f, "phase-{id}"),
            Self::Task(id) => write!(f, "task-{id}"),
            Self::Deliverable(id) => write!(f, "deliverable-{id}"),
        }
    }
}

impl FromStr for BoardItem {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<Self, InvalidId> {
        if text == "project" {
            return Ok(Self::Project);
        }
        let (kind, id) = text.split_once('-').ok_or(InvalidId)?;
        match kind {
            "phase" => PhaseId::parse(id).map(Self::Phase),
            "task" => TaskId::parse(id).map(Self::Task),
            "deliverable" => DeliverableId::parse(id).map(Self::Deliverable),
            _ => Err(InvalidId),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn board_item_round_trips() {
        for text in ["project", "phase-a-b", "task-1", "deliverable-x_y"] {
            assert_eq!(text.parse::<BoardItem>().expect(text).to_string(), text);
        }
        for invalid in ["", "phase", "phase-", "client-a", "task-a b", "task-\0", "Project"] {
            assert_eq!(invalid.parse::<BoardItem>(), Err(InvalidId), "{invalid:?}");
        }
    }
}
