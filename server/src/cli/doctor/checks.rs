//! What is looked at on this machine, and what it depends on.

use std::path::Path;
use std::time::{Duration, SystemTime};

use domain::settings::system_info::DatabaseKind;
use store::Store;

use super::Finding;
use crate::cli::{CliError, backup, database};
use crate::config::{Config, Environment};
use crate::mail::Mailer;

/// In milliseconds: a code of an authenticator app counts for thirty seconds more.
const CLOCK_DRIFT: u64 = 5_000;
/// Older ones say that a nightly backup has failed.
const BACKUP_AGE: Duration = Duration::from_hours(48);

pub(super) fn settings(config: &Config) -> Finding {
    let base_url = &config.base_url;
    if config.is_https() || config.is_local() {
        return Finding::good("settings", format!("{base_url}, listening at {}", config.listen));
    }
    Finding::attention("settings", format!("BASE_URL is {base_url}: without https everybody on the way reads along"))
}

/// The database, its clock, the space on its disk, and how much of `max_files` its files take.
pub(super) async fn database(environment: &Environment, max_files: Option<i64>) -> Vec<Finding> {
    const WHAT: &str = "database";
    let file = Config::read_database_url(environment).ok().and_then(|url| database::sqlite_file(&url));
    if let Some(file) = file.filter(|file| !file.exists()) {
        return vec![Finding::attention(WHAT, format!("there is none at {}: `atrio serve` makes it", file.display()))];
    }
    let store = match database::open_to_read(environment).await {
        Ok(store) => store,
        Err(error) => return vec![Finding::bad(WHAT, error.to_string())],
    };
    let findings = async { Ok::<_, store::Error>(vec![of_database(&store).await?, clock(&store).await?]) };
    let mut findings = findings.await.unwrap_or_else(|error| vec![Finding::bad(WHAT, error.to_string())]);
    findings.extend(disk(&store).await);
    if let Some(most) = max_files {
        findings.push(space(&store, most).await);
    }
    store.close().await;
    findings
}

async fn of_database(store: &Store) -> store::Result<Finding> {
    let (version, schema) = store.database_version().await?;
    let about = store.about().await?;
    let kind = match about.database {
        DatabaseKind::Sqlite => "SQLite",
        DatabaseKind::Postgres => "PostgreSQL",
    };
    let megabytes = about.bytes / 1_000_000;
    Ok(Finding::good("database", format!("{kind} {version}, schema {schema}, {megabytes} MB")))
}

async fn clock(store: &Store) -> store::Result<Finding> {
    let ahead = store.clock_ahead().await?;
    Ok(match ahead.unsigned_abs() {
        0..=CLOCK_DRIFT => Finding::good("clock", "this machine and the database agree"),
        apart => Finding::bad(
            "clock",
            format!(
                "the database is {} seconds {} this machine: set the clocks by NTP",
                apart / 1_000,
                if ahead > 0 { "ahead of" } else { "behind" }
            ),
        ),
    })
}

async fn disk(store: &Store) -> Option<Finding> {
    Some(match store.free_space().await {
        Ok(None) => return None,
        Ok(Some(space)) => {
            let text = format!("{} MB are free", space.bytes / 1_000_000);
            if space.is_low { Finding::attention("disk", text) } else { Finding::good("disk", text) }
        }
        Err(error) => Finding::bad("disk", error.to_string()),
    })
}

async fn space(store: &Store, most: i64) -> Finding {
    const WHAT: &str = "space";
    match store.used_file_bytes().await {
        Ok(used) => {
            let text = format!("files take {} of {} MB, MAX_FILES", used / 1_000_000, most / 1_000_000);
            if used > most / 10 * 9 { Finding::attention(WHAT, text) } else { Finding::good(WHAT, text) }
        }
        Err(error) => Finding::bad(WHAT, error.to_string()),
    }
}

pub(super) async fn files(config: &Config) -> Finding {
    match config.files.storage.check().await {
        Ok(()) => Finding::good("files", "can be stored and read"),
        Err(error) => Finding::bad("files", error.to_string()),
    }
}

pub(super) async fn scanner(config: &Config) -> Option<Finding> {
    let scanner = config.files.scanner.as_ref()?;
    Some(match scanner.check().await {
        Ok(()) => Finding::good("clamd", "answers"),
        Err(error) => Finding::bad("clamd", error.to_string()),
    })
}

pub(super) async fn mail(config: &Config) -> Finding {
    const WHAT: &str = "mail";
    let Some(mail) = &config.mail else {
        return Finding::attention(WHAT, "SMTP_URL is not set: no e-mail is sent");
    };
    let checked = async { Mailer::new(config, mail).map_err(|error| error.to_string())?.check().await };
    match checked.await {
        Ok(()) => Finding::good(WHAT, format!("{} takes e-mails from here", mail.server.host)),
        Err(error) => Finding::bad(WHAT, error),
    }
}

/// The newest entry of the folder of backups, whoever makes them.
pub(super) fn backups(environment: &Environment) -> Finding {
    const WHAT: &str = "backups";
    let folder = match environment.get("BACKUPS") {
        Ok(Some(folder)) => folder.trim(),
        Ok(None) => return Finding::attention(WHAT, "BACKUPS does not name the folder where they are"),
        Err(error) => return Finding::bad(WHAT, error.to_string()),
    };
    match newest(Path::new(folder)) {
        Err(error) => Finding::bad(WHAT, error.to_string()),
        Ok(None) => Finding::bad(WHAT, format!("there are none in {folder}")),
        Ok(Some(age)) if age > BACKUP_AGE => Finding::bad(WHAT, format!("the newest is {} days old", days(age))),
        Ok(Some(age)) => Finding::good(WHAT, format!("the newest is {} hours old", age.as_secs() / 3_600)),
    }
}

/// The age of the newest entry of a folder but of backups that have failed.
fn newest(folder: &Path) -> Result<Option<Duration>, CliError> {
    let failed = CliError::file(folder.display());
    let modified = || -> std::io::Result<Option<SystemTime>> {
        let mut newest = None;
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            if !backup::is_unfinished(&entry.path()) {
                newest = newest.max(Some(entry.metadata()?.modified()?));
            }
        }
        Ok(newest)
    };
    // A time in the future has no age.
    Ok(modified().map_err(failed)?.map(|time| time.elapsed().unwrap_or_default()))
}

fn days(age: Duration) -> u64 {
    age.as_secs() / (24 * 3_600)
}
