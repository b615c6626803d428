//! What `atrio restore` must refuse, with the database as empty as before: the whole backup can be restored afterwards.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, Result};

use super::way::{Site, cut};
use crate::{command::run, tools};

/// Makes a bad backup of a whole one.
type Spoil = fn(&Path) -> Result<()>;

const BAD_BACKUPS: [(&str, Spoil); 4] = [
    ("of a newer version", make_newer),
    ("with half of the database", cut_database),
    ("with half of a file", cut_file),
    ("without a file", remove_file),
];

/// Restores bad backups, and a whole one into a place that is full; returns what should not have happened. `place` is an
/// empty database.
pub(super) fn unmet(site: &Site, whole: &Path, place: &dyn Fn(&str, &Path) -> Result<String>) -> Result<Vec<String>> {
    let mut unmet = Vec::new();
    let mut check = |is_so: bool, otherwise: String| {
        if !is_so {
            unmet.push(otherwise);
        }
    };
    let before = super::export(site)?;
    check(
        !restores(site.workspace.atrio(None).arg("restore").arg(whole))?,
        "a full place was restored into".to_owned(),
    );
    check(super::export(site)? == before, "a refused restore changed the workspace".to_owned());

    for (number, (what, spoil)) in BAD_BACKUPS.iter().enumerate() {
        let name = format!("place{number}");
        let folder = site.backup.with_file_name(&name);
        let bad = folder.join("bad");
        fs::create_dir_all(&folder)?;
        run(Command::new("cp").arg("--archive").arg(whole).arg(&bad))?;
        spoil(&bad).with_context(|| format!("a backup {what} could not be made"))?;
        let url = place(&name, &folder)?;
        let restore = |backup: &Path| {
            let mut restore = site.workspace.atrio(None);
            restore.arg("restore").arg(backup).env("DATABASE_URL", &url).env("FILES", folder.join("files"));
            restores(&mut restore)
        };
        check(!restore(&bad)?, format!("a backup {what} was restored"));
        check(restore(whole)?, format!("a refused backup {what} stops the whole one"));
    }
    Ok(unmet)
}

fn restores(restore: &mut Command) -> Result<bool> {
    Ok(restore.stdin(Stdio::null()).status()?.success())
}

fn make_newer(backup: &Path) -> Result<()> {
    let (database, export) = (backup.join("atrio.db"), backup.join("atrio.json"));
    if export.is_file() {
        let text = fs::read_to_string(&export)?;
        return Ok(fs::write(&export, text.replacen('{', "{\n\"later\": [\n{\"id\": \"1\"}\n],", 1))?);
    }
    tools::install("sqlite3", &["sqlite3"])?;
    let columns = "description, installed_on, success, checksum, execution_time";
    let newer = format!(
        "INSERT INTO _sqlx_migrations (version, {columns}) SELECT max(version) + 1, {columns} FROM _sqlx_migrations"
    );
    run(Command::new("sqlite3").arg(database).arg(newer))
}

fn cut_database(backup: &Path) -> Result<()> {
    let databases = ["atrio.db", "atrio.json"].map(|name| backup.join(name));
    cut(databases.iter().find(|file| file.is_file()).context("there is no database in it")?)
}

fn cut_file(backup: &Path) -> Result<()> {
    cut(&a_file(backup)?)
}

fn remove_file(backup: &Path) -> Result<()> {
    Ok(fs::remove_file(a_file(backup)?)?)
}

fn a_file(backup: &Path) -> Result<PathBuf> {
    let files = fs::read_dir(backup.join("files"))?.flatten().map(|entry| entry.path());
    files.filter(|path| path.is_file()).max().context("there is no file in it")
}
