//! What is done with the sources of leads.

mod edits;
mod mapping;

pub use edits::*;
pub use mapping::*;
