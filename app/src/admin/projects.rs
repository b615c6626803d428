//! Projects: the list, new ones, and the board of each.

pub mod actions;
pub mod add;
pub mod asked;
pub mod board;
pub mod deliverable;
pub mod edit;
pub mod list;
pub mod nav;
pub mod new;
pub mod phase;
pub mod task;

pub use board::BoardPage;
pub use list::ProjectsPage;
pub use nav::{ProjectNav, ProjectPart, ProjectTitle};
pub use new::NewProjectPage;
