//! The actions on leads.

mod conversion;
mod edits;
mod history;
mod merge;

pub use conversion::*;
pub use edits::*;
pub use history::*;
pub use merge::*;
