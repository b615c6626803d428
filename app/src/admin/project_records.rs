//! What a project keeps besides its phases, each kind on a page of its own.

pub mod documents;
pub mod frame;
pub mod notes;
pub mod payment_form;
pub mod payments;
pub mod quote;
pub mod time_form;
pub mod timer;
pub mod times;

pub use documents::DocumentsPage;
pub use notes::NotesPage;
pub use payments::PaymentsPage;
pub use quote::QuotePage;
pub use times::TimesPage;
