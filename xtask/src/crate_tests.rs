//! `cargo test` for every crate, with both databases. Clippy checks the crates while they are compiled.

use std::{process::Command, thread::available_parallelism};

use anyhow::Result;

use crate::{
    cargo_test_output::CargoTestOutput,
    command::{cargo, run, run_watched},
    lint::compile_with_clippy,
    mail_server, packages, paths,
    postgres::Postgres,
    s3_server::{self, S3Server},
    step::step,
    summary::Summary,
    tools::{find, install},
};

/// The proxies that tests put before the server, what makes the certificate of a database server, and what checks metrics and
/// alerts.
const PROGRAMS: [&str; 4] = ["caddy", "nginx", "openssl", "prometheus"];

/// The virus scanner.
const SCANNER: &str = "clamav-daemon";

/// Tests at once in a program, if there are fewer cores: most wait for a lock, a clock or another program.
const MIN_THREADS: usize = 8;

/// Installs [`PROGRAMS`], whose packages have their names, a mail server, a virus scanner and an S3 server.
pub(crate) fn install_programs() -> Result<()> {
    step("Install Caddy, nginx, OpenSSL, Prometheus, aiosmtpd, ClamAV and SeaweedFS", || {
        mail_server::install()?;
        s3_server::install()?;
        let missing: Vec<&str> = PROGRAMS.into_iter().filter(|name| find(name).is_none()).collect();
        install("what tests run", &[&missing[..], &[SCANNER]].concat())
    })
}

/// Compiles the tests of the server's crates, and with them the `atrio` binary.
pub(crate) fn compile() -> Result<()> {
    step("Compile the server and its tests, with Clippy", || run(server_tests()?.arg("--no-run")))
}

/// Runs the unit and HTTP tests of the server's crates.
pub(crate) fn test_server(postgres: &Postgres) -> Result<Summary> {
    step("Unit and HTTP tests on SQLite and PostgreSQL, in folders and in S3", || {
        postgres.migrate_template(&paths::dev_binary())?;
        let bucket = S3Server::start()?;
        let mut tests = server_tests()?;
        let threads = available_parallelism()?.get().max(MIN_THREADS);
        tests.env("TEST_POSTGRES_URL", postgres.url("postgres")).env("TEST_S3_ENDPOINT", bucket.url());
        tests.env("RUST_TEST_THREADS", threads.to_string());
        count(tests.arg("--no-fail-fast"))
    })
}

/// Runs the unit tests of this program.
pub(crate) fn test_tasks() -> Result<Summary> {
    step("Tests of the tasks", || count(tests()?.args(["--package", packages::XTASK, "--no-fail-fast"])))
}

fn server_tests() -> Result<Command> {
    let mut command = tests()?;
    command.args(packages::server_side()?);
    Ok(command)
}

/// `--tests` leaves out documentation tests: there are none, and looking for them takes a while.
fn tests() -> Result<Command> {
    let mut command = cargo();
    command.args(["test", "--tests"]);
    compile_with_clippy(&mut command)?;
    Ok(command)
}

fn count(cargo_test: &mut Command) -> Result<Summary> {
    let mut output = CargoTestOutput::default();
    let outcome = run_watched(cargo_test, |line| output.read_line(line))?;
    Ok(output.finish(outcome.succeeded(), &outcome.stderr))
}
