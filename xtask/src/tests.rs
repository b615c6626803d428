//! `cargo xtask test`: everything, counted.

use anyhow::Result;

use crate::{
    browser, build,
    cli::Part,
    crates, interrupt, lint,
    postgres::Postgres,
    step::{print_times, step},
    summary::Summary,
};

/// Runs all tests, or one part, and prints what failed, and the count as the last line. Returns whether all passed;
/// what could not even be run counts as failed.
pub(crate) fn test(part: Option<Part>) -> Result<bool> {
    let wanted = |one| part.is_none_or(|part| part == one);
    let mut summary = Summary::default();
    if wanted(Part::Lint) {
        summary += lint::lint();
    }
    if wanted(Part::Crates) || wanted(Part::Browser) {
        summary +=
            Summary::counted("PostgreSQL", with_databases(wanted(Part::Crates), wanted(Part::Browser)));
    }
    interrupt::check()?;
    print_times();
    println!("\n{summary}");
    Ok(summary.failed == 0)
}

fn with_databases(crates: bool, browser: bool) -> Result<Summary> {
    let postgres = step("A PostgreSQL server for these tests only", Postgres::start)?;
    let mut summary = Summary::default();
    if crates {
        summary += Summary::counted("Tests of the crates", crates::test(&postgres));
    }
    if browser {
        let stories = build::build().and_then(|binary| browser::test(&binary, &postgres));
        summary += Summary::counted("Build, or stories in the browser", stories);
    }
    Ok(summary)
}
