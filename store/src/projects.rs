//! Projects from the agency's side: the list, the board of phases, tasks and deliverables, and every
//! change to it. Whatever is changed is looked up through its project, so that something of another
//! project is simply not found.

mod additions;
mod board;
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
mod requests;
mod statuses;
mod template;
