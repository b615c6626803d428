//! Information about the running system.

use crate::Timestamp;

string_enum! {
    pub enum DatabaseKind {
        Sqlite = "sqlite",
        Postgres = "postgres",
    }
}

/// The database: type, size and record counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct About {
    pub database: DatabaseKind,
    pub bytes: i64,
    pub counts: Counts,
}

/// Record counts and the time of counting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    pub clients: i64,
    pub projects: i64,
    pub leads: i64,
    /// Messages of both sides.
    pub messages: i64,
    pub at: Timestamp,
}
