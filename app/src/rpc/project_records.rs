//! What a project keeps besides its phases: payments, documents, notes, time, the quote.

mod documents;
mod notes;
mod payments;
mod quote;
mod timer;
mod times;

use domain::project_records::Folder;
use domain::{Cursor, Versioned};
use serde::{Deserialize, Serialize};

pub use documents::*;
pub use notes::*;
pub use payments::*;
pub use quote::*;
pub use timer::*;
pub use times::*;

/// The papers of one kind in a project.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RecordList<T> {
    /// The project.
    pub folder: Folder,
    /// The papers, in the order of the page.
    pub items: Vec<Versioned<T>>,
    /// Where the next page begins, if there is one.
    pub next: Option<Cursor>,
    /// The id the next one will have.
    pub new_id: String,
}
