//! The actions on lead sources.

mod contact_form;
mod edits;
mod mapping;
mod try_source;

pub use contact_form::*;
pub use edits::*;
pub use mapping::*;
pub use try_source::*;
