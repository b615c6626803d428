//! Clients who write and poll while something fails: nothing acknowledged is lost, and polls go on.

mod conversation;
pub(crate) mod process;
pub(crate) mod request;
mod verdict;

use std::{
    net::SocketAddr,
    panic::resume_unwind,
    sync::atomic::Ordering,
    thread::{self, ScopedJoinHandle},
    time::Duration,
};

use anyhow::Result;
use sample::{Portal, Scale, portals};

use crate::{
    results_table::{Row, Unit::Count, precise},
    step::note,
};
use conversation::{Load, Polled, Requests, Written};
use verdict::Verdict;

/// The workspace: one conversation for each client, and no messages before those of the load.
pub(crate) const SCALE: Scale = Scale { clients: 6, comments: 0, leads: 0 };

pub(crate) struct Observed {
    pub(crate) rows: Vec<Row>,
    /// Between two answered polls of a page.
    pub(crate) longest_gap: Duration,
}

/// Longer than a process takes to see what another one wrote (ARCHITECTURE.md).
const SEEN_BY_ALL: Duration = Duration::from_secs(2);

/// Writes and polls through `server` while `fail` runs, and compares afterwards.
pub(crate) fn observe(server: SocketAddr, fail: impl FnOnce() -> Result<()>) -> Result<Observed> {
    let load = Load::new(server);
    // The first projects belong to different clients.
    let portals: Vec<Portal> = portals(&SCALE).take(6).collect();
    let (failed, written, polled) = thread::scope(|scope| {
        let writers: Vec<_> = portals.iter().map(|portal| scope.spawn(|| load.write(portal))).collect();
        let pollers: Vec<_> = portals.iter().map(|portal| scope.spawn(|| load.poll(portal))).collect();
        let failed = fail();
        load.writing.store(false, Ordering::SeqCst);
        let written: Result<Vec<Written>> = writers.into_iter().map(join).collect();
        // The last poll of each page sees the last message, whichever process wrote it.
        thread::sleep(SEEN_BY_ALL);
        load.polling.store(false, Ordering::SeqCst);
        let polled: Result<Vec<Polled>> = pollers.into_iter().map(join).collect();
        (failed, written, polled)
    });
    failed?;
    compare(&load, &portals, &written?, &polled?)
}

fn join<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| resume_unwind(panic))
}

fn compare(load: &Load, portals: &[Portal], written: &[Written], polled: &[Polled]) -> Result<Observed> {
    let mut verdict = Verdict::default();
    for ((portal, written), polled) in portals.iter().zip(written).zip(polled) {
        let stored = load.chat(portal, "", &mut Requests::default())?;
        verdict += Verdict::of(&written.acknowledged, &stored, &polled.seen);
    }
    let posts = written.iter().map(|written| &written.requests);
    let polls = polled.iter().map(|polled| &polled.requests);
    let wrong: Vec<_> = posts.clone().chain(polls.clone()).flat_map(|requests| &requests.wrong).collect();
    for answer in wrong.iter().take(5) {
        note(&format!("wrong: {answer}"));
    }
    let longest_gap = polled.iter().map(|polled| polled.longest_gap).max().unwrap_or(Duration::MAX);
    let count = |what: &str, count: u64| Row::new(what, precise(count), Count);
    let count_of = |what: &str, count: usize| Row::new(what, precise(count), Count);
    let rows = vec![
        count("messages acknowledged", posts.clone().map(|requests| requests.answered).sum()),
        count("polls answered", polls.clone().map(|requests| requests.answered).sum()),
        count("requests repeated after a failure", posts.chain(polls).map(|requests| requests.repeated).sum()),
        count_of("acknowledged messages lost", verdict.lost),
        count_of("messages stored twice", verdict.stored_twice),
        count_of("messages missed or repeated by a poll", verdict.missed_or_repeated),
        count_of("wrong answers", wrong.len()),
    ];
    Ok(Observed { rows, longest_gap })
}
