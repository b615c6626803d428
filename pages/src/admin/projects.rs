//! Projects: the list, new ones, and the board of each.

pub mod nav;

pub use nav::{ProjectNav, ProjectPart, ProjectTitle};
