//! Projects: the list, the board of phases, tasks and deliverables, and their changes. Every record is looked
//! up through its project, so that a record of another project is not found.

mod additions;
pub(crate) mod board;
mod changes;
mod choices;
mod creation;
mod deletion_impact;
mod deletions;
mod derived;
mod list;
mod locks;
mod moves;
mod order;
pub(crate) mod plan;
pub(crate) mod project_records;
pub(crate) mod requests;
mod statuses;
mod template;
pub(crate) mod versions;
