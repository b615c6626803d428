//! The records of a project besides its plan, one page per kind: payments, documents, notes, times, quote.

pub mod documents;
pub mod materials;
pub mod notes;
pub mod open_record;
pub mod payment_form;
pub mod payments;
pub mod quote;
pub mod quote_actions;
pub mod quote_document;
pub mod quote_sheet;
pub mod record;
pub mod time_charts;
pub mod timer;
pub mod times;
