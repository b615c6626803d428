//! What there is to know about an Atrio that runs.

use serde::{Deserialize, Serialize};

use crate::Timestamp;

string_enum! {
    /// The databases Atrio runs on.
    pub enum DatabaseKind {
        /// SQLite.
        Sqlite = "sqlite",
        /// PostgreSQL.
        Postgres = "postgres",
    }
}

/// The database and what is in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    pub database: DatabaseKind,
    /// How large it is, in bytes.
    pub bytes: i64,
    /// How many records it had when they were last counted.
    pub counts: Counts,
}

/// How many records there are, and when they were counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    pub clients: i64,
    pub projects: i64,
    pub leads: i64,
    /// Messages of both sides.
    pub messages: i64,
    pub at: Timestamp,
}
