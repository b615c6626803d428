//! What a project keeps besides its phases, each kind on a page of its own.

pub mod actions;
pub mod documents;
pub mod notes;
pub mod payment_form;
pub mod payments;
pub mod quote;
pub mod record;
pub mod time_form;
pub mod timer;
pub mod times;
