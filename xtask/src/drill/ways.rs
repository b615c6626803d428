//! All ways. A further one is a file that implements [`Way`], and its lines here.

use anyhow::Result;
use clap::ValueEnum;

use super::{atrio_backup::AtrioBackup, litestream::Litestream, pg_dump::PgDump, wal_archive::WalArchive, way::Way};

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum WayName {
    /// `atrio backup FOLDER/`, SQLite
    Backup,
    /// The same, PostgreSQL
    BackupPostgres,
    /// Litestream to a folder, and rsync
    LitestreamFolder,
    /// Litestream to a bucket that also has the files
    LitestreamS3,
    /// `pg_dump`, and rsync
    PgDump,
    /// Base backup and archived WAL of PostgreSQL to its end, and rsync
    Wal,
    /// The same to a chosen moment
    PointInTime,
}

impl WayName {
    /// Installs what the way needs, and starts its servers.
    pub(super) fn open(self) -> Result<Box<dyn Way>> {
        Ok(match self {
            Self::Backup => Box::new(AtrioBackup::default()),
            Self::BackupPostgres => Box::new(AtrioBackup::of_postgres()?),
            Self::LitestreamFolder => Box::new(Litestream::to_folder()?),
            Self::LitestreamS3 => Box::new(Litestream::to_bucket()?),
            Self::PgDump => Box::new(PgDump::new()?),
            Self::Wal => Box::new(WalArchive::new(false)?),
            Self::PointInTime => Box::new(WalArchive::new(true)?),
        })
    }

    /// As on the command line.
    pub(super) fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }
}
