//! `atrio backup FOLDER/` and `atrio restore`, with SQLite and with PostgreSQL.

use std::{
    fs,
    path::{Path, PathBuf},
    time::Instant,
};

use anyhow::{Context, Result};

use super::{
    refusals,
    way::{Promise, Site, Way},
};
use crate::{
    command::{capture, run},
    postgres::Postgres,
    test_server::sqlite_url,
};

const DATABASE: &str = "atrio";

#[derive(Default)]
pub(super) struct AtrioBackup {
    /// Unless the database is SQLite.
    postgres: Option<Postgres>,
    started: Option<Instant>,
}

impl AtrioBackup {
    pub(super) fn of_postgres() -> Result<Self> {
        Ok(Self { postgres: Some(Postgres::start_durable()?), started: None })
    }

    fn folder(site: &Site) -> PathBuf {
        site.backup.join("today")
    }
}

impl Way for AtrioBackup {
    fn database_url(&self, data: &Path) -> Result<String> {
        self.postgres.as_ref().map_or_else(|| Ok(sqlite_url(data)), |postgres| postgres.create_database(DATABASE))
    }

    fn back_up(&mut self, site: &Site) -> Result<()> {
        self.started = Some(Instant::now());
        // With a slash at the end it is a folder.
        run(site.workspace.atrio(None).arg("backup").arg(Self::folder(site).join("")))
    }

    fn lose(&mut self) -> Result<()> {
        self.postgres.as_ref().map_or(Ok(()), Postgres::lose)
    }

    fn promise(&self, lost: Instant) -> Result<Promise> {
        Ok(Promise::before(self.started.context("no backup was made")?, lost))
    }

    fn recover(&mut self, site: &Site) -> Result<()> {
        if let Some(postgres) = &self.postgres {
            postgres.initialize()?;
            postgres.start_server()?;
            postgres.create_database(DATABASE)?;
        }
        run(site.workspace.atrio(None).arg("restore").arg(Self::folder(site)))
    }

    fn export_of_backup(&self, site: &Site) -> Result<Option<String>> {
        let folder = Self::folder(site);
        let export = match self.postgres {
            Some(_) => fs::read_to_string(folder.join("atrio.json"))?,
            None => capture(site.workspace.atrio(None).arg("export").env("DATABASE_URL", sqlite_url(&folder)))?,
        };
        Ok(Some(export))
    }

    fn bad_cases(&self, site: &Site) -> Result<Vec<String>> {
        refusals::unmet(site, &Self::folder(site), &|name, folder| match &self.postgres {
            Some(postgres) => postgres.create_database(name),
            None => Ok(sqlite_url(folder)),
        })
    }
}
