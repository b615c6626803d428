//! Durable messages, 32 at once, beside what SQLite itself commits on the same disk.

use anyhow::{Context, Result};
use sample::{Scale, portals};

use super::{
    context::{BenchContext, Cores, Database},
    load::{CONNECTIONS, ClosedLoop},
    requests,
};
use crate::{
    command::capture,
    results_table::{Row, Unit::PerSecond},
    step::{note, step},
};

/// Messages of many clients: those of one are written one after the other.
const SCALE: Scale = Scale { clients: 2_000, comments: 20_000, leads: 0 };
/// Messages of one address in a minute (docs/REFERENCE.md#rate-limits).
const MESSAGE_QUOTA: u32 = 10;

pub(crate) fn measure(context: &BenchContext) -> Result<Vec<Row>> {
    // Before and after: the time that a disk takes to sync varies.
    let before = step("SQLite's own commits", || commits_per_second(context))?;
    let sqlite = post_messages(context, Database::Sqlite)?;
    let after = step("SQLite's own commits again", || commits_per_second(context))?;
    let commits = f64::midpoint(before, after);
    let postgres = post_messages(context, Database::Postgres)?;
    Ok(vec![
        Row::new("SQLite's own commit loop", commits, PerSecond),
        sqlite.divided_by(commits, "SQLite's own commit loop"),
        postgres,
    ])
}

fn post_messages(context: &BenchContext, database: Database) -> Result<Row> {
    let workspace = context.import(database, &SCALE)?;
    let server = workspace.serve(None)?;
    // The first projects belong to different clients.
    let messages = portals(&SCALE).take(2_000).map(|portal| requests::message(&portal)).collect();
    let load = ClosedLoop { requests: messages, status: 201, quota: Some(MESSAGE_QUOTA), pace: None };
    let work = format!("durable messages, {database}, {CONNECTIONS} at once");
    let measured = load.measure(&work, &server.process, server.address, Cores::SHARED, context.seconds)?;
    Ok(Row::new(work, measured.report.per_second(), PerSecond))
}

fn commits_per_second(context: &BenchContext) -> Result<f64> {
    let mut program = std::process::Command::new(BenchContext::program("sqlite-commits"));
    let printed = capture(program.arg(&context.folder).arg(context.seconds.to_string()))?;
    note(&format!("{:>9}/s", printed.trim()));
    printed.trim().parse().context("no number of commits")
}
