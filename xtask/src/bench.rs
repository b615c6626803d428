//! `cargo xtask bench`: measures Atrio beside what it is built on (docs/BENCHMARKS.md).

mod bed;
mod footprint;
mod load;
mod machine;
mod messages;
mod pages;
mod panels;
mod polls;
mod process;
mod requests;
mod table;

use anyhow::Result;

use crate::{
    cli::{Bench, BenchPart},
    interrupt,
    step::step,
};
use bed::Bed;
use table::{Row, Table};

type MeasurePart = fn(&Bed, &Bench) -> Result<Vec<Row>>;

const PARTS: [(BenchPart, &str, MeasurePart); 5] = [
    (BenchPart::Pages, "Admin pages and deliveries", |bed, bench| pages::measure(bed, &bench.size.scale())),
    (BenchPart::Polls, "Polls and portal pages", |bed, _| polls::measure(bed)),
    (BenchPart::Messages, "Messages", |bed, _| messages::measure(bed)),
    (BenchPart::Panels, "Open panels", |bed, _| panels::measure(bed)),
    (BenchPart::Footprint, "Start, memory and size", |bed, _| footprint::measure(bed)),
];

/// Returns whether everything was measured and no bar is missed.
pub(crate) fn bench(bench: &Bench) -> Result<bool> {
    let bed = Bed::new(bench)?;
    let machine = machine::describe(&bed)?;
    let mut table = Table::default();
    for (part, name, measure) in PARTS {
        if bench.part.is_some_and(|chosen| chosen != part) {
            continue;
        }
        // The other parts are still worth measuring.
        match step(name, || measure(&bed, bench)) {
            Ok(rows) => table.extend(rows),
            Err(error) => table.fail(name, &error),
        }
        interrupt::check()?;
    }
    println!("\n{machine}\n{table}");
    Ok(table.is_met())
}
