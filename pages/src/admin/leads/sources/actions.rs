//! The actions on lead sources.

mod edits;
mod mapping;

pub use edits::*;
pub use mapping::*;
