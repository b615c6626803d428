//! The space on disk.

use crate::id::SourceId;

/// Of the disk that has the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FreeSpace {
    pub bytes: u64,
    /// Less than the setting `free_megabytes`.
    pub is_low: bool,
}

/// What the agency is warned of.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SpaceWarnings {
    pub low: Option<FreeSpace>,
    pub deliveries: Option<NearlyFull>,
    /// How many files have waited for the virus scanner for a quarter of an hour.
    pub unscanned: i64,
}

/// Whose deliveries have nearly used the space that the settings allow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NearlyFull {
    /// All together, or those of the main address.
    All,
    /// A source, with its name.
    Source(SourceId, String),
}
