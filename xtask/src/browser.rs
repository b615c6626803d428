//! The stories of `end2end/` in Chromium, against the release binary.

use std::{fs, path::Path};

use anyhow::Result;

use crate::{
    command::run_watched,
    failure::complaint,
    playwright_report,
    postgres::Postgres,
    stage::{self, Stage},
    step::{note, step},
    summary::Summary,
};

/// Runs every story on SQLite, then on PostgreSQL; counts them.
pub(crate) fn test(binary: &Path, postgres: &Postgres) -> Result<Summary> {
    let chromium = stage::browser_and("end2end")?;
    let mut summary = Summary::default();
    for database in ["sqlite", "postgres"] {
        let folder = stage::empty_folder(&format!("end2end/{database}"))?;
        let url = match database {
            "sqlite" => stage::sqlite_in(&folder),
            _ => postgres.create_database("end2end")?,
        };
        summary += step(&format!("Stories in the browser, on {database}"), || {
            play(&Stage::open(binary, &folder, &url)?, &folder, &chromium)
        })?
        .within(database);
    }
    Ok(summary)
}

fn play(stage: &Stage, folder: &Path, chromium: &Path) -> Result<Summary> {
    let report = folder.join("report.json");
    let mut playwright = stage.playwright(chromium);
    playwright.env("ATRIO_REPORT", &report).env("ATRIO_RESULTS", folder.join("results"));
    let ended = run_watched(&mut playwright, |_| ())?;
    let mut summary = playwright_report::read(&fs::read_to_string(&report).unwrap_or_default());
    if !ended.succeeded && summary.failed == 0 {
        summary += Summary::failure("Playwright", &complaint(&ended.said));
    }
    if summary.failed > 0 {
        note(&format!("the server's log: {}", stage.log.display()));
    }
    Ok(summary)
}
