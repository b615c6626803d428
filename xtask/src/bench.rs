//! `cargo xtask bench`: measures Atrio beside what it is built on (docs/BENCHMARKS.md).

mod bare_axum;
mod context;
mod files;
mod footprint;
mod load;
mod machine;
mod mail;
mod messages;
mod pages;
mod panels;
mod polls;
pub(crate) mod process;
mod requests;

use anyhow::Result;

use crate::{
    cli::{Bench, BenchPart},
    interrupt,
    results_table::{Row, Table},
    step::step,
};
use context::BenchContext;

type MeasurePart = fn(&BenchContext, &Bench) -> Result<Vec<Row>>;

const PARTS: [(BenchPart, &str, MeasurePart); 7] = [
    (BenchPart::Pages, "Admin pages and deliveries", |context, bench| pages::measure(context, &bench.size.scale())),
    (BenchPart::Polls, "Polls and portal pages", |context, _| polls::measure(context)),
    (BenchPart::Messages, "Messages", |context, _| messages::measure(context)),
    (BenchPart::Panels, "Open panels", |context, _| panels::measure(context)),
    (BenchPart::Mail, "E-mails", |context, _| mail::measure(context)),
    (BenchPart::Files, "Files", |context, _| files::measure(context)),
    (BenchPart::Footprint, "Start, memory and size", |context, _| footprint::measure(context)),
];

/// Returns whether everything was measured and no bar is missed.
pub(crate) fn bench(bench: &Bench) -> Result<bool> {
    let context = BenchContext::new(bench)?;
    let machine = machine::describe(&context)?;
    let mut table = Table::default();
    for (part, name, measure) in PARTS {
        if bench.part.is_some_and(|chosen| chosen != part) {
            continue;
        }
        // The other parts are still worth measuring.
        match step(name, || measure(&context, bench)) {
            Ok(rows) => table.extend(rows),
            Err(error) => table.fail(name, &error),
        }
        interrupt::check()?;
    }
    println!("\n{machine}\n{table}");
    Ok(table.is_met())
}
