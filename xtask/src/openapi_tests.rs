//! schemathesis, which reads the OpenAPI document and sends to every endpoint what it allows and what it does not.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::{
    command::{run, run_watched},
    digest::{Stamp, is_fresh, write},
    paths,
    postgres::Postgres,
    step::{in_parallel, note, step},
    summary::Summary,
    test_server::{SETTINGS, TestServer, Workspace, empty_folder, sqlite_url},
    tools::{self, PYTHON},
};

/// Settings of the tests.
fn folder() -> PathBuf {
    paths::root().join("end2end/openapi")
}

fn programs() -> PathBuf {
    paths::target().join("tools/schemathesis")
}

/// Installs the packages of `end2end/openapi/requirements.txt` into `target/tools` unless they are there.
pub(crate) fn install() -> Result<()> {
    let requirements = folder().join("requirements.txt");
    let mut stamp = Stamp::default();
    let stamp = stamp.add_path(&requirements)?.finish();
    let stamp_file = programs().join(".atrio-stamp");
    if is_fresh(&stamp_file, &stamp) {
        return Ok(());
    }
    tools::install("Python's venv", &["python3-venv"])?;
    step("Install schemathesis", || {
        run(Command::new(PYTHON).args(["-m", "venv", "--clear"]).arg(programs()))?;
        let mut pip = Command::new(programs().join("bin/pip"));
        pip.args(["install", "--quiet", "--disable-pip-version-check", "--no-deps", "--requirement"]);
        run(pip.arg(&requirements)).context("schemathesis could not be installed")?;
        write(&stamp_file, stamp)
    })
}

/// Runs it against `binary` on both databases, one beside the other.
pub(crate) fn test(binary: &Path, postgres: &Postgres) -> Result<Summary> {
    let on = |database: &str, url: Option<String>| {
        let folder = empty_folder(&format!("openapi/{database}"))?;
        let url = url.unwrap_or_else(|| sqlite_url(&folder));
        let summary = step(&format!("schemathesis on {database}"), || {
            let workspace = paths::root().join("server/tests/api/workspace.json");
            let workspace = Workspace::import(binary, &folder, &url, &workspace)?;
            workspace.import_more(&self::folder().join("source.json"))?;
            run_schemathesis(&workspace.serve(None)?, &folder)
        })?;
        Ok(summary.within(database))
    };
    let url = postgres.create_database("openapi")?;
    let (postgres, sqlite) = in_parallel("postgres │ ", || on("postgres", Some(url)), || on("sqlite", None));
    let mut summary = sqlite?;
    summary += postgres?;
    Ok(summary)
}

fn run_schemathesis(server: &TestServer, folder_of_results: &Path) -> Result<Summary> {
    let report = folder_of_results.join("report.json");
    let mut schemathesis = Command::new(programs().join("bin/schemathesis"));
    schemathesis
        .current_dir(folder_of_results)
        .arg("--config-file")
        .arg(folder().join("schemathesis.toml"))
        .arg("run")
        .arg(format!("{}/api/openapi.json", server.origin()))
        .args(["--report", "json", "--report-json-path"])
        .arg(&report)
        .envs(SETTINGS)
        .env("PYTHONPATH", folder())
        .env("PYTHONDONTWRITEBYTECODE", "1");
    let outcome = run_watched(&mut schemathesis, |_| ())?;
    let summary = read(&fs::read_to_string(&report).unwrap_or_default(), outcome.succeeded());
    if summary.failed > 0 {
        note(&format!("server log: {}", server.log.display()));
    }
    Ok(summary)
}

/// What is used of its report.
#[derive(Deserialize)]
struct Report {
    complete: bool,
    operations: Operations,
    failures: Vec<Finding>,
}

#[derive(Deserialize)]
struct Operations {
    total: u64,
    tested: u64,
}

#[derive(Deserialize)]
struct Finding {
    title: String,
    operations: Vec<String>,
}

/// Counts operations that passed, and findings.
fn read(report: &str, succeeded: bool) -> Summary {
    let Ok(Report { complete, operations, failures }) = serde_json::from_str(report) else {
        return Summary::failure("schemathesis", "it wrote no report");
    };
    let mut summary = Summary::default();
    for Finding { title, operations } in failures {
        summary += Summary::failure(&title, &operations.join(", "));
    }
    let is_whole = complete && operations.total > 0 && operations.tested == operations.total;
    if summary.failed == 0 && !(succeeded && is_whole) {
        summary += Summary::failure("schemathesis", "it has not tested every operation");
    }
    summary.passed = operations.tested.saturating_sub(summary.failed);
    summary
}

#[cfg(test)]
mod tests {
    use super::read;

    fn report(tested: u64, failures: &str) -> String {
        format!(r#"{{"complete":true,"operations":{{"total":3,"tested":{tested}}},"failures":[{failures}]}}"#)
    }

    #[test]
    fn report_without_findings_counts_operations() {
        let summary = read(&report(3, ""), true);
        assert_eq!((summary.passed, summary.failed), (3, 0));
    }

    #[test]
    fn finding_is_a_failure() {
        let summary = read(&report(3, r#"{"title":"Server error","operations":["GET /a"]}"#), false);
        assert_eq!((summary.passed, summary.failed), (2, 1));
        assert!(summary.to_string().contains("Server error"));
    }

    #[test]
    fn incomplete_run_is_a_failure() {
        for (report, succeeded) in [("", true), (&*report(2, ""), true), (&report(3, ""), false)] {
            assert_eq!(read(report, succeeded).failed, 1, "{report}");
        }
    }
}
