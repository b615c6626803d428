//! The migrations, and the schema of a database compared to that of this program.

use std::sync::LazyLock;

use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::{AnyConnection, SqlSafeStr as _};

use super::one_line;
use crate::ConnectError;

pub(super) static MIGRATIONS: LazyLock<Migrator> = LazyLock::new(|| {
    let migration = |(version, description, sql): (i64, &'static str, &'static str)| {
        Migration::new(version, description.into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    let texts = include!(concat!(env!("OUT_DIR"), "/migrations.rs"));
    Migrator::with_migrations(texts.map(migration).into())
});

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

/// The error of a failed migration, in one line.
pub(super) fn migration_failed(error: &MigrateError) -> ConnectError {
    let text = match error {
        MigrateError::VersionMissing(_) => {
            "DATABASE_URL names a database of a newer Atrio; run that version".to_owned()
        }
        other => format!("DATABASE_URL: the schema could not be brought up to date: {}", one_line(other)),
    };
    ConnectError(text)
}
