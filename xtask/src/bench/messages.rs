//! Durable messages, 32 at once, beside what SQLite itself commits on the same disk.

use std::ffi::OsStr;

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
pub(crate) const MANY_CLIENTS: Scale = Scale { clients: 2_000, comments: 20_000, leads: 0 };
const ONE_CLIENT: Scale = Scale { clients: 1, comments: 1_000, leads: 0 };
/// Messages of one address in a minute (docs/REFERENCE.md#rate-limits).
pub(crate) const MESSAGE_QUOTA: u32 = 10;

pub(crate) fn measure(context: &BenchContext) -> Result<Vec<Row>> {
    // Before and after: the time that a disk takes to sync varies.
    let before = step("SQLite's own commits", || commits_per_second(context))?;
    let sqlite = post_messages(context, Database::Sqlite)?;
    let after = step("SQLite's own commits again", || commits_per_second(context))?;
    let commits = f64::midpoint(before, after);
    let postgres = post_messages(context, Database::Postgres)?;
    let to_one_client = post_messages_to_one_client(context)?;
    Ok(vec![
        Row::new("SQLite's own commit loop", commits, PerSecond),
        sqlite.divided_by(commits, "SQLite's own commit loop"),
        postgres,
        to_one_client,
    ])
}

fn post_messages(context: &BenchContext, database: Database) -> Result<Row> {
    let server = context.import(database, &MANY_CLIENTS)?.serve(None)?;
    // The first projects belong to different clients.
    let messages = portals(&MANY_CLIENTS).take(2_000).map(|portal| requests::message(&portal)).collect();
    let load = ClosedLoop { requests: messages, quota: Some(MESSAGE_QUOTA), pace: None };
    let work = format!("durable messages, {database}, {CONNECTIONS} at once");
    let measured = load.measure(&work, &server.process, server.address, Cores::SHARED, context.seconds)?;
    Ok(Row::new(work, measured.report.per_second(), PerSecond))
}

/// Beside what one session of the same server inserts.
fn post_messages_to_one_client(context: &BenchContext) -> Result<Row> {
    let workspace = context.import(Database::Postgres, &ONE_CLIENT)?;
    let portal = portals(&ONE_CLIENT).next().context("no project")?;
    let load = ClosedLoop { quota: Some(MESSAGE_QUOTA), ..ClosedLoop::of(requests::message(&portal)) };
    let work = format!("messages to one client, PostgreSQL, {CONNECTIONS} at once");
    let server = workspace.serve(None)?;
    let measured = load.measure(&work, &server.process, server.address, Cores::SHARED, context.seconds)?;
    drop(server);
    let inserts = step("Inserts of one session of PostgreSQL", || {
        per_second("postgres-inserts", workspace.database_url(), context.seconds)
    })?;
    Ok(Row::new(work, measured.report.per_second(), PerSecond).divided_by(inserts, "inserts of one session"))
}

fn commits_per_second(context: &BenchContext) -> Result<f64> {
    per_second("sqlite-commits", &context.folder, context.seconds)
}

/// Of a program that prints a rate.
fn per_second(program: &str, subject: impl AsRef<OsStr>, seconds: u64) -> Result<f64> {
    let mut program = std::process::Command::new(BenchContext::program(program));
    let printed = capture(program.arg(subject).arg(seconds.to_string()))?;
    note(&format!("{:>9}/s", printed.trim()));
    printed.trim().parse().context("no number of commits")
}
