//! The actions on the records of a project.

mod documents;
mod notes;
mod payments;
mod quote;
mod quote_sheet;
mod timer;
mod times;

pub use documents::*;
pub use notes::*;
pub use payments::*;
pub use quote::*;
pub use quote_sheet::*;
pub use timer::*;
pub use times::*;
