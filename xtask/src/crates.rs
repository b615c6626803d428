//! `cargo test` for every crate, with both databases at hand.

use anyhow::Result;

use crate::{
    cargo_output::CargoOutput,
    command::{cargo, run_watched},
    postgres::Postgres,
    step::step,
    summary::Summary,
};

/// Runs the unit and contract tests on the dev profile; counts them.
pub(crate) fn test(postgres: &Postgres) -> Result<Summary> {
    let server_side = [
        "--package",
        "domain",
        "--package",
        "store",
        "--package",
        "app",
        "--package",
        "pages",
        "--package",
        "server",
    ];
    let mut summary =
        step("Unit and contract tests, on SQLite and PostgreSQL", || cargo_test(&server_side, postgres))?;
    let tasks = ["--package", "sample", "--package", "xtask"];
    summary += step("Tests of the tasks", || cargo_test(&tasks, postgres))?;
    Ok(summary)
}

fn cargo_test(packages: &[&str], postgres: &Postgres) -> Result<Summary> {
    let mut output = CargoOutput::default();
    let mut command = cargo();
    command
        .args(["test", "--no-fail-fast"])
        .args(packages)
        .env("TEST_POSTGRES_URL", postgres.url("postgres"));
    let ended = run_watched(&mut command, |line| output.read(line))?;
    Ok(output.ended(ended.succeeded, &ended.said))
}
