//! Import, export, backup and the demo workspace.

mod backup;
mod demo;
mod export;
mod import;

pub use backup::{BackupError, backup, lock_for_replacement};
pub use demo::demo_pictures;
pub use import::{ImportError, Imported, files_of_export};
