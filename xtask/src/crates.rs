//! `cargo test` for every crate, with both databases at hand.

use anyhow::Result;

use crate::{
    command::{cargo, run_watched},
    postgres::Postgres,
    step::step,
    summary::Summary,
};

/// Runs the unit and contract tests on the dev profile; counts them.
pub(crate) fn test(postgres: &Postgres) -> Result<Summary> {
    let server_side =
        ["--package", "domain", "--package", "store", "--package", "app", "--package", "server"];
    let mut summary =
        step("Unit and contract tests, on SQLite and PostgreSQL", || cargo_test(&server_side, postgres))?;
    summary += step("Tests of the tasks", || cargo_test(&["--package", "xtask"], postgres))?;
    Ok(summary)
}

fn cargo_test(packages: &[&str], postgres: &Postgres) -> Result<Summary> {
    let mut summary = Summary::default();
    let mut command = cargo();
    command
        .args(["test", "--no-fail-fast"])
        .args(packages)
        .env("TEST_POSTGRES_URL", postgres.url("postgres"));
    let succeeded = run_watched(&mut command, |line| summary += Summary::of_cargo_line(line))?;
    if !succeeded && summary.failed == 0 {
        // It did not compile, or a test took the whole process down.
        summary += Summary::FAILURE;
    }
    Ok(summary)
}
