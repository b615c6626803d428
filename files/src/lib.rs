//! Files as bytes: the store that has them, each digest once; what they are; and which part of one a request gets. What they
//! are called, whose they are and who may read them is not known here.

mod bucket;
pub mod conditional;
pub mod content_type;
pub mod disposition;
mod error;
mod folder;
mod preview;
mod previews;
mod storage;

pub use bucket::BucketSettings;
pub use error::StorageError;
pub use preview::PreviewSize;
pub use previews::{Preview, Previews};
pub use storage::{Blocks, Incoming, Received, Storage};

/// How much of a file is in memory at once, in bytes.
pub const BLOCK: usize = 64 * 1024;
