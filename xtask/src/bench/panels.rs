//! 10,000 open panels that poll every 20 seconds, 10 messages a second, and a server with one core.

use std::net::SocketAddr;

use anyhow::{Context, Result};
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use sample::{Scale, newest_comment, portals};
use serde_json::{Value, json};

use super::{
    bare_axum::{self, BareAxum},
    context::{BenchContext, Cores, Database},
    load::{self, Measured},
    requests,
};
use crate::{
    results_table::{
        Row,
        Unit::{Mebibytes, Milliseconds, Percent},
    },
    server::Server,
    step::{note, step},
};

/// Five projects each: every panel shows a project of its own.
const SCALE: Scale = Scale { clients: 2_000, comments: 20_000, leads: 0 };
const PANELS: u64 = 10_000;
const INTERVAL: u64 = 20;
const MESSAGES_PER_SECOND: u32 = 10;
/// The load and the server need so many each: their connections, and what any program has open.
const DESCRIPTORS: u64 = PANELS + 500;

pub(crate) fn measure(context: &BenchContext) -> Result<Vec<Row>> {
    raise_descriptor_limit()?;
    let workspace = context.import(Database::Sqlite, &SCALE)?;
    let polls: Vec<String> = portals(&SCALE).map(|portal| requests::poll_of_island(&portal, "{since}")).collect();
    // The first projects belong to different clients.
    let messages: Vec<String> = portals(&SCALE).take(2_000).map(|portal| requests::message(&portal)).collect();
    let since = newest_comment(&SCALE);
    let panels = |messages_per_second| {
        json!({ "open_panels": {
            "polls": polls, "since": since, "interval": INTERVAL,
            "messages": messages, "messages_per_second": messages_per_second,
        }})
    };
    let cores = Cores::apart()?;
    let server = workspace.serve(cores.server)?;
    let idle_poll = polls.first().context("no panel")?.replace("{since}", &since);
    let bare_axum = BareAxum::with(context, &requests::send(server.address, &idle_poll, 200)?)?;
    let measured = hold_open(context, "Atrio", &panels(MESSAGES_PER_SECOND), &server.process, server.address, cores)?;
    drop(server);
    // It takes no messages.
    let (bare, address) = bare_axum.start(cores)?;
    let bare = hold_open(context, bare_axum::NAME, &panels(0), &bare, address, cores)?;
    let rows = |of: &str, measured: &Measured| {
        let row = |what: &str, value: f64, unit| Row::new(format!("{of}10,000 open panels: {what}"), value, unit);
        [
            row("p99 of a poll", f64::from(measured.report.p99_micros) / 1000.0, Milliseconds),
            row("RSS", load::mebibytes(measured.resident_memory), Mebibytes),
            row("share of one core", measured.cpu_share * 100.0, Percent),
        ]
    };
    Ok(rows("", &measured).into_iter().chain(rows("bare axum handler, ", &bare)).collect())
}

fn hold_open(
    context: &BenchContext,
    name: &str,
    panels: &Value,
    server: &Server,
    address: SocketAddr,
    cores: Cores,
) -> Result<Measured> {
    // Three polls of each panel, after the first, which is not measured.
    let seconds = 6 * context.seconds;
    let what = format!("{PANELS} panels of {name} for {} s", INTERVAL + seconds);
    let measured = step(&what, || load::run(panels, server, address, cores, seconds))?;
    let report = &measured.report;
    note(&format!(
        "{:.0} polls/s, {} of {} with news; {} messages; {} connections",
        report.per_second(),
        report.polls_with_news,
        report.requests,
        report.posted,
        report.connections,
    ));
    note(&format!("p50 {} µs, max {} µs", report.p50_micros, report.max_micros));
    Ok(measured)
}

/// Child processes inherit the limit.
fn raise_descriptor_limit() -> Result<()> {
    let (soft, hard) = getrlimit(Resource::RLIMIT_NOFILE)?;
    if soft >= DESCRIPTORS {
        return Ok(());
    }
    setrlimit(Resource::RLIMIT_NOFILE, DESCRIPTORS, hard.max(DESCRIPTORS)).with_context(|| {
        format!("{DESCRIPTORS} open files are needed and {hard} allowed; run: ulimit -Hn {DESCRIPTORS}")
    })?;
    note(&format!("limit of open files raised from {soft} to {DESCRIPTORS}"));
    Ok(())
}
