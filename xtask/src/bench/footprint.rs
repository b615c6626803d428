//! Start to ready, resident memory, and the size of the binary.

use std::{fs, time::Duration};

use anyhow::Result;

use super::{
    context::{BenchContext, Cores, Database},
    load::{ClosedLoop, mebibytes},
    polls::{POLL_QUOTA, SMALL, Subject},
    process::resident_memory,
};
use crate::{
    results_table::{
        Row,
        Unit::{Mebibytes, Milliseconds},
    },
    step::{note, step},
};

/// The median counts.
const STARTS: usize = 7;
/// As many polls as the rate limits accept of all addresses of the load in a minute, and a few less.
const POLLS_PER_SECOND: u32 = 15_000;

pub(crate) fn measure(context: &BenchContext) -> Result<Vec<Row>> {
    let subject = Subject::import(context, Database::Sqlite, &SMALL)?;
    let ready = step(&format!("{STARTS} starts"), || {
        let starts = (0..STARTS).map(|_| Ok(subject.workspace.serve(None)?.process.ready_after()));
        let mut starts = starts.collect::<Result<Vec<Duration>>>()?;
        note(&format!("{starts:?}"));
        starts.sort_unstable();
        Ok(starts[STARTS / 2])
    })?;
    let server = subject.workspace.serve(None)?;
    let after_start = resident_memory(server.process.pid())?;
    let load = ClosedLoop {
        quota: Some(POLL_QUOTA),
        pace: Some(POLLS_PER_SECOND),
        ..ClosedLoop::of(subject.idle_poll.clone())
    };
    let minute = 6 * context.seconds;
    let measured = step(&format!("Idle polls for {minute} s"), || {
        load.measure("idle poll", &server.process, server.address, Cores::SHARED, minute)
    })?;
    Ok(vec![
        Row::new("start to ready", ready.as_secs_f64() * 1000.0, Milliseconds),
        Row::new("RSS after start", mebibytes(after_start), Mebibytes),
        Row::new("RSS after a minute of load", mebibytes(measured.resident_memory), Mebibytes),
        Row::new("size of the binary", mebibytes(fs::metadata(&context.binary)?.len()), Mebibytes),
    ])
}
