//! A base backup and the archived WAL of PostgreSQL, up to its end or up to a chosen moment, and a copy of the files.

use std::{
    fs::OpenOptions,
    io::Write,
    path::Path,
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};

use super::{
    file_copy::{self, FileCopy},
    way::{Promise, Site, Way, size},
};
use crate::{
    command::{capture, run},
    deploy_files::adapted,
    interrupt,
    postgres::{Home, Postgres},
};

const DATABASE: &str = "atrio";
/// `archive_timeout`, and the time to archive.
const BOUND: Duration = Duration::from_secs(14);
const RECOVERY_TIMEOUT: Duration = Duration::from_mins(2);

pub(super) struct WalArchive {
    postgres: Postgres,
    /// Of the user of PostgreSQL, on another machine.
    archive: Home,
    files: Option<FileCopy>,
    /// Whether somebody chooses a moment.
    to_moment: bool,
    moment: Option<Moment>,
}

struct Moment {
    /// As PostgreSQL writes it.
    time: String,
    before: Instant,
    after: Instant,
}

impl WalArchive {
    pub(super) fn new(to_moment: bool) -> Result<Self> {
        let archive = Home::create("drill-archive")?;
        run(archive.command(Path::new("mkdir")).arg("wal"))?;
        let folder = archive.folder.join("wal").display().to_string();
        let settings = adapted("postgresql-archive.conf", &[("/backup/wal", &folder)])?;
        let postgres = Postgres::start_with(&settings)?;
        Ok(Self { postgres, archive, files: None, to_moment, moment: None })
    }

    fn query(&self, sql: &str) -> Result<String> {
        let mut psql = self.postgres.client("psql");
        Ok(capture(psql.args(["--no-align", "--tuples-only", "--command", sql, DATABASE]))?.trim().to_owned())
    }

    /// Until then the server only reads.
    fn wait_for_end_of_recovery(&self) -> Result<()> {
        let started = Instant::now();
        while self.query("SELECT pg_is_in_recovery()")? != "f" {
            interrupt::check()?;
            ensure!(started.elapsed() < RECOVERY_TIMEOUT, "PostgreSQL recovers for too long");
            thread::sleep(Duration::from_millis(100));
        }
        Ok(())
    }
}

impl Way for WalArchive {
    fn database_url(&self, _data: &Path) -> Result<String> {
        self.postgres.create_database(DATABASE)
    }

    fn start(&mut self, site: &Site) -> Result<()> {
        self.files = Some(FileCopy::start(site)?);
        Ok(())
    }

    fn back_up(&mut self, _site: &Site) -> Result<()> {
        let mut backup = self.postgres.client("pg_basebackup");
        run(backup.arg("--checkpoint=fast").arg("--pgdata").arg(self.archive.folder.join("base")))?;
        if self.to_moment {
            // Long enough after the base backup that messages lie between.
            interrupt::pause(Duration::from_secs(5))?;
            let before = Instant::now();
            let time = self.query("SELECT clock_timestamp()")?;
            self.moment = Some(Moment { time, before, after: Instant::now() });
        }
        Ok(())
    }

    fn lose(&mut self) -> Result<()> {
        self.postgres.lose()?;
        self.files.take().map_or(Ok(()), FileCopy::stop)
    }

    fn promise(&self, lost: Instant) -> Result<Promise> {
        Ok(match &self.moment {
            Some(Moment { before, after, .. }) => Promise { aim: *after, ..Promise::before(*before, lost) },
            None => Promise::all_but(BOUND, file_copy::BOUND, lost),
        })
    }

    fn recover(&mut self, site: &Site) -> Result<()> {
        let data = self.postgres.data();
        run(self.postgres.program("cp").arg("--archive").arg(self.archive.folder.join("base")).arg(&data))?;
        run(self.postgres.program("touch").arg(data.join("recovery.signal")))?;
        if let Some(moment) = &self.moment {
            let mut settings = OpenOptions::new().append(true).open(data.join("postgresql.auto.conf"))?;
            write!(settings, "recovery_target_time = '{}'\nrecovery_target_action = promote\n", moment.time)?;
        }
        self.postgres.start_server()?;
        self.wait_for_end_of_recovery().context("PostgreSQL does not end its recovery")?;
        file_copy::copy_back(site)
    }

    fn bytes(&self, site: &Site) -> Result<Option<u64>> {
        Ok(Some(size(&site.backup)? + size(&self.archive.folder)?))
    }
}
