//! The actions on projects and their boards.

mod plan;
mod project;
mod steps;

pub use plan::*;
pub use project::*;
pub use steps::*;
