//! Projects: the list, the form of a new one, and the board of each.

pub mod actions;
pub mod add;
pub mod board;
pub mod buttons;
pub mod card_menu;
pub mod context;
pub mod deliverable;
pub mod edit;
pub mod list;
pub mod nav;
pub mod new;
pub mod phase;
pub mod task;
pub mod timeline;
pub mod versions;
pub mod warning;

pub use nav::ProjectsHead;
pub use nav::{ProjectNav, ProjectPart, ProjectTitle};
