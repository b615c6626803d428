//! The schema of a database, compared to that of this program.

use sqlx::AnyConnection;

use super::MIGRATIONS;
use crate::ConnectError;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Schema {
    /// Nothing was ever migrated.
    Empty,
    Older,
    Current,
    Newer,
}

/// Reads which migrations were applied; `has_migrations` selects 1 if there is a table of them.
pub(super) async fn read(connection: &mut AnyConnection, has_migrations: &'static str) -> sqlx::Result<Schema> {
    let has_migrations: i64 = sqlx::query_scalar(has_migrations).fetch_one(&mut *connection).await?;
    if has_migrations == 0 {
        return Ok(Schema::Empty);
    }
    let applied: Vec<i64> = sqlx::query_scalar("SELECT version FROM _sqlx_migrations").fetch_all(connection).await?;
    Ok(if applied.is_empty() {
        Schema::Empty
    } else if applied.iter().any(|version| !MIGRATIONS.version_exists(*version)) {
        Schema::Newer
    } else if MIGRATIONS.iter().all(|migration| applied.contains(&migration.version)) {
        Schema::Current
    } else {
        Schema::Older
    })
}

impl Schema {
    /// For a command that only reads, and so does not migrate.
    pub(super) fn require_current(self) -> Result<(), ConnectError> {
        let problem = match self {
            Self::Current => return Ok(()),
            Self::Empty => "a database without the tables of Atrio",
            Self::Older => "a database of an older Atrio; start this version, which migrates it, or use the older one",
            Self::Newer => "a database of a newer Atrio; run that version",
        };
        Err(ConnectError(format!("DATABASE_URL names {problem}")))
    }
}
