//! The actions on lead sources.

mod contact_form;
mod edits;
mod mapping;

pub use contact_form::*;
pub use edits::*;
pub use mapping::*;
