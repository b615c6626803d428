//! Load on a server: HTTP/1.1 over connections that are kept open, one request at a time on each.

mod closed_loop;
mod connection;
mod latencies;
mod open_panels;
mod request;

use std::{collections::BTreeMap, io, net::SocketAddr, time::Duration};

use serde::{Deserialize, Serialize};

pub use connection::Connection;
use latencies::Latencies;

/// What to send, and how often.
#[derive(Debug, Deserialize)]
pub struct Plan {
    address: SocketAddr,
    seconds: u64,
    kind: Kind,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    ClosedLoop(closed_loop::ClosedLoop),
    OpenPanels(open_panels::OpenPanels),
}

/// What was measured.
#[derive(Debug, Default, Serialize)]
pub struct Report {
    /// Answered as expected.
    requests: u32,
    seconds: f64,
    p50_micros: u32,
    p99_micros: u32,
    max_micros: u32,
    /// Other answers and broken connections, by what they were.
    failures: BTreeMap<String, u32>,
    /// Connections opened, before the measurement too.
    connections: u32,
    /// Messages posted as expected, beside the measured polls.
    posted: u32,
    /// Polls that brought a message.
    polls_with_news: u32,
}

/// What one connection has measured.
#[derive(Debug, Default)]
struct Tally {
    latencies: Latencies,
    failures: BTreeMap<String, u32>,
    connections: u32,
    posted: u32,
    polls_with_news: u32,
}

/// Makes the load; also returns the connections, which are still open.
///
/// # Errors
/// When the server cannot be connected to.
pub async fn run(plan: Plan) -> io::Result<(Report, Vec<Connection>)> {
    let duration = Duration::from_secs(plan.seconds);
    match plan.kind {
        Kind::ClosedLoop(load) => load.run(plan.address, duration).await,
        Kind::OpenPanels(load) => load.run(plan.address, duration).await,
    }
}

impl Tally {
    fn fail(&mut self, what: &impl ToString) {
        *self.failures.entry(what.to_string()).or_default() += 1;
    }

    fn merge(&mut self, other: Self) {
        self.latencies.merge(other.latencies);
        for (what, count) in other.failures {
            *self.failures.entry(what).or_default() += count;
        }
        self.connections += other.connections;
        self.posted += other.posted;
        self.polls_with_news += other.polls_with_news;
    }

    fn report(mut self, elapsed: Duration) -> Report {
        self.latencies.sort();
        Report {
            requests: self.latencies.count(),
            seconds: elapsed.as_secs_f64(),
            p50_micros: self.latencies.percentile(50),
            p99_micros: self.latencies.percentile(99),
            max_micros: self.latencies.percentile(100),
            failures: self.failures,
            connections: self.connections,
            posted: self.posted,
            polls_with_news: self.polls_with_news,
        }
    }
}

/// The reader of standard output sees the line at once.
fn announce_measurement() {
    println!("measuring");
}
