//! What is done with the records of a project.

mod notes;

pub use notes::*;
