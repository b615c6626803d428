//! `cargo xtask test`: all checks and tests, counted.

use std::path::PathBuf;

use anyhow::{Context, Result, anyhow};

use crate::{
    browser_tests, build,
    cli::TestPart,
    crate_tests, interrupt, lint, openapi_tests, paths,
    postgres::Postgres,
    step::{in_parallel, print_times, step},
    summary::Summary,
    test_server::install_browser,
};

/// Runs everything, or one part, and prints the failures and, as the last line, the counts. Returns whether
/// everything passed; what could not be run counts as failed.
pub(crate) fn test(part: Option<TestPart>) -> Result<bool> {
    let summary = match part {
        None => everything(),
        Some(TestPart::Lint) => lint::lint(),
        Some(TestPart::Crates) => Summary::of_part("Crate tests", crates()),
        Some(TestPart::Openapi) => Summary::of_part("OpenAPI", openapi()),
        Some(TestPart::Browser) => Summary::of_part("Browser tests", browser()),
    };
    interrupt::check()?;
    print_times();
    println!("\n{summary}");
    Ok(summary.failed == 0)
}

/// Compiles the server's tests while what they need is installed and the site is built; runs them while the
/// tasks are tested; then runs the browser tests against the binary and the site that are there by then.
fn everything() -> Summary {
    let install = || {
        crate_tests::install_programs()?;
        openapi_tests::install()?;
        browser_tools()
    };
    let (tools, compiled) = in_parallel("site │ ", install, crate_tests::compile);
    let (postgres, chromium, site) = match tools {
        Ok(tools) => tools,
        Err(error) => return Summary::of_part("Installation", Err(error)),
    };
    let binary = compiled.is_ok().then(paths::dev_binary);
    let mut summary = lint::sources();
    let (tasks, server) = in_parallel("tasks │ ", crate_tests::test_tasks, || {
        compiled.and_then(|()| crate_tests::test_server(&postgres))
    });
    summary += Summary::of_part("Tests of the tasks", tasks);
    summary += Summary::of_part("Crate tests", server);
    let binary = binary.context("the server did not compile");
    let openapi =
        binary.as_ref().map_err(|error| anyhow!("{error}")).and_then(|binary| openapi_tests::test(binary, &postgres));
    summary += Summary::of_part("OpenAPI", openapi);
    let browser = site.and(binary).and_then(|binary| browser_tests::test(&binary, &chromium, &postgres));
    summary += Summary::of_part("Browser tests", browser);
    summary
}

fn crates() -> Result<Summary> {
    crate_tests::install_programs()?;
    let postgres = start_postgres()?;
    crate_tests::compile()?;
    let mut summary = crate_tests::test_server(&postgres)?;
    summary += crate_tests::test_tasks()?;
    Ok(summary)
}

fn openapi() -> Result<Summary> {
    openapi_tests::install()?;
    let postgres = start_postgres()?;
    crate_tests::compile()?;
    openapi_tests::test(&paths::dev_binary(), &postgres)
}

fn browser() -> Result<Summary> {
    let (tools, compiled) = in_parallel("site │ ", browser_tools, crate_tests::compile);
    let (postgres, chromium, site) = tools?;
    site.and(compiled)?;
    browser_tests::test(&paths::dev_binary(), &chromium, &postgres)
}

/// What the browser tests need besides the server. A site that could not be built fails only them.
fn browser_tools() -> Result<(Postgres, PathBuf, Result<()>)> {
    let postgres = start_postgres()?;
    let chromium = install_browser("end2end")?;
    Ok((postgres, chromium, build::release_site()))
}

fn start_postgres() -> Result<Postgres> {
    step("Start a PostgreSQL server for these tests", Postgres::start)
}
