//! `pg_dump` and `pg_restore`, and a copy of the files.

use std::{
    path::{Path, PathBuf},
    time::Instant,
};

use anyhow::{Context, Result};

use super::{
    file_copy,
    way::{Promise, Site, Way, accepted, cut, size},
};
use crate::{
    command::run,
    postgres::{Home, Postgres},
};

const DATABASE: &str = "atrio";

pub(super) struct PgDump {
    postgres: Postgres,
    /// Of the user of PostgreSQL, on another machine.
    dumps: Home,
    started: Option<Instant>,
}

impl PgDump {
    pub(super) fn new() -> Result<Self> {
        Ok(Self { postgres: Postgres::start_durable()?, dumps: Home::create("drill-dumps")?, started: None })
    }

    fn dump(&self) -> PathBuf {
        self.dumps.folder.join("atrio.dump")
    }
}

impl Way for PgDump {
    fn database_url(&self, _data: &Path) -> Result<String> {
        self.postgres.create_database(DATABASE)
    }

    /// The files come last: of what the dump refers to none is missing.
    fn back_up(&mut self, site: &Site) -> Result<()> {
        self.started = Some(Instant::now());
        let mut dump = self.postgres.client("pg_dump");
        run(dump.arg("--format=custom").arg("--file").arg(self.dump()).arg(DATABASE))?;
        file_copy::copy_once(site)
    }

    fn lose(&mut self) -> Result<()> {
        self.postgres.lose()
    }

    fn promise(&self, lost: Instant) -> Result<Promise> {
        Ok(Promise::before(self.started.context("no dump was made")?, lost))
    }

    fn recover(&mut self, site: &Site) -> Result<()> {
        self.postgres.initialize()?;
        self.postgres.start_server()?;
        self.postgres.create_database(DATABASE)?;
        let mut restore = self.postgres.client("pg_restore");
        run(restore.args(["--exit-on-error", "--dbname", DATABASE]).arg(self.dump()))?;
        file_copy::copy_back(site)
    }

    /// The database is there already, or half of the dump is not.
    fn bad_cases(&self, _site: &Site) -> Result<Vec<String>> {
        let dump = self.dump();
        let restore = |dump: &Path, database: &str| {
            let mut restore = self.postgres.client("pg_restore");
            restore.args(["--exit-on-error", "--dbname", database]).arg(dump);
            restore
        };
        let half = dump.with_extension("half");
        run(self.postgres.program("cp").arg(&dump).arg(&half))?;
        cut(&half)?;
        self.postgres.create_database("half")?;
        accepted(vec![
            ("a dump for a database that is full", restore(&dump, DATABASE)),
            ("half of a dump", restore(&half, "half")),
        ])
    }

    fn bytes(&self, site: &Site) -> Result<Option<u64>> {
        Ok(Some(size(&site.backup)? + size(&self.dumps.folder)?))
    }
}
