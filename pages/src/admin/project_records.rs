//! What a project keeps besides its phases, each kind on a page of its own.

pub mod actions;
pub mod notes;
pub mod record;
