//! The tests of `end2end/` in Chromium.

use std::{fs, path::Path, process::Command};

use anyhow::Result;

use crate::{
    command::run_watched,
    failure::error_excerpt,
    playwright_report,
    postgres::Postgres,
    step::{note, step},
    summary::Summary,
    test_server::{TestServer, empty_folder, install_headless_browser, sqlite_url},
};

/// Runs the tests against `binary` on each database.
pub(crate) fn test(binary: &Path, chromium: &Path, postgres: &Postgres) -> Result<Summary> {
    let headless = install_headless_browser();
    let mut summary = Summary::default();
    for database in ["sqlite", "postgres"] {
        let folder = empty_folder(&format!("end2end/{database}"))?;
        let url = match database {
            "sqlite" => sqlite_url(&folder),
            _ => postgres.create_database("end2end")?,
        };
        summary += step(&format!("Browser tests on {database}"), || {
            let server = TestServer::with_demo(binary, &folder, &url)?;
            let mut playwright = server.playwright(chromium);
            playwright.envs(headless.iter().map(|path| ("HEADLESS_CHROMIUM", path)));
            run(playwright, &server, &folder)
        })?
        .within(database);
    }
    Ok(summary)
}

fn run(mut playwright: Command, server: &TestServer, folder: &Path) -> Result<Summary> {
    let report = folder.join("report.json");
    playwright.env("ATRIO_REPORT", &report).env("ATRIO_RESULTS", folder.join("results"));
    let outcome = run_watched(&mut playwright, |_| ())?;
    let mut summary = playwright_report::read(&fs::read_to_string(&report).unwrap_or_default());
    if !outcome.succeeded() && summary.failed == 0 {
        summary += Summary::failure("Playwright", &error_excerpt(&outcome.stderr));
    }
    if summary.failed > 0 {
        note(&format!("server log: {}", server.log.display()));
    }
    Ok(summary)
}
