//! Lead sources: the list, the page of a source and its field mapping.

pub mod actions;
pub mod address;
pub mod contact_form;
pub mod instructions;
pub mod latest;
pub mod list;
pub mod mapping;
pub mod new;
pub mod page;
pub mod preview;
pub mod trouble;
