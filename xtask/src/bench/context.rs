//! What all parts of the bench share: the programs, a folder, and a PostgreSQL server.

use std::{
    cell::Cell,
    fmt, fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use sample::Scale;

use crate::{
    build,
    cli::{Bench, BenchPart},
    command::{cargo, run},
    generate::generate,
    paths,
    postgres::Postgres,
    step::{note, step},
    test_server::{self, Workspace, empty_folder, sqlite_url},
};

/// The load and the server share all cores, unless each has one of its own.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cores {
    pub(crate) server: Option<usize>,
    pub(crate) load: Option<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Database {
    Sqlite,
    Postgres,
}

pub(crate) struct BenchContext {
    /// `atrio`
    pub(crate) binary: PathBuf,
    /// On the disk of the SQLite databases.
    pub(crate) folder: PathBuf,
    /// Length of one measurement.
    pub(crate) seconds: u64,
    postgres: Option<Postgres>,
    databases: Cell<u32>,
}

impl BenchContext {
    pub(crate) fn new(bench: &Bench) -> Result<Self> {
        let binary = test_server::binary(build::release)?;
        step("Compile the load and what to compare with", || {
            run(cargo().args(["build", "--release", "--package=baseline"]))
        })?;
        let needs_postgres = !matches!(bench.part, Some(BenchPart::Panels | BenchPart::Files | BenchPart::Footprint));
        let postgres = if needs_postgres {
            Some(step("Start a PostgreSQL server with durable commits", Postgres::start_durable)?)
        } else {
            None
        };
        let folder = empty_folder("bench")?;
        Ok(Self { binary, folder, seconds: bench.seconds, postgres, databases: Cell::new(0) })
    }

    /// A program of the crate `baseline`.
    pub(crate) fn program(name: &str) -> PathBuf {
        paths::target().join("release").join(name)
    }

    /// A new database with a made-up workspace.
    pub(crate) fn import(&self, database: Database, scale: &Scale) -> Result<Workspace> {
        let number = self.databases.replace(self.databases.get() + 1);
        let folder = self.folder.join(number.to_string());
        fs::create_dir(&folder)?;
        let Scale { clients, comments, leads } = scale;
        let file = self.folder.join(format!("{clients}-{comments}-{leads}.json"));
        if !file.exists() {
            step(&format!("Generate a workspace of {comments} comments"), || generate(&file, scale))?;
        }
        let url = match database {
            Database::Sqlite => sqlite_url(&folder),
            Database::Postgres => self.postgres()?.create_database(&format!("bench_{number}"))?,
        };
        step(&format!("Import it on {database}"), || Workspace::import(&self.binary, &folder, &url, &file))
    }

    /// Where each database is stored.
    pub(crate) fn data_folders(&self) -> impl Iterator<Item = (Database, &Path)> {
        let postgres = self.postgres.as_ref().map(|postgres| (Database::Postgres, postgres.folder()));
        [(Database::Sqlite, self.folder.as_path())].into_iter().chain(postgres)
    }

    /// Of the server, if one is running.
    pub(crate) fn postgres_version(&self) -> Result<Option<String>> {
        self.postgres.as_ref().map(Postgres::version).transpose()
    }

    fn postgres(&self) -> Result<&Postgres> {
        self.postgres.as_ref().context("this part needs no PostgreSQL server")
    }
}

impl Drop for BenchContext {
    fn drop(&mut self) {
        // The databases are large.
        if let Err(error) = fs::remove_dir_all(&self.folder) {
            note(&format!("{} could not be deleted: {error}", self.folder.display()));
        }
    }
}

impl Cores {
    pub(crate) const SHARED: Self = Self { server: None, load: None };

    /// The first core for the server, the last one for the load.
    pub(crate) fn apart() -> Result<Self> {
        let count = std::thread::available_parallelism()?.get();
        Ok(Self { server: Some(0), load: Some(count - 1) })
    }
}

impl fmt::Display for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Sqlite => "SQLite",
            Self::Postgres => "PostgreSQL",
        })
    }
}
