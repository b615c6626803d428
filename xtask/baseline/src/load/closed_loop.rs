//! A fixed number of connections, each of which sends its next request when the last one is answered.

use std::{
    io,
    net::SocketAddr,
    time::{Duration, Instant},
};

use serde::Deserialize;
use tokio::{task::JoinSet, time::sleep};

use super::{Connection, Report, Tally, announce_measurement, request::Request};

/// Addresses that requests claim to come from, in turn: the server counts 32,768 of them one by one.
const ADDRESSES: u32 = 32_000;
/// Not measured.
const WARM_UP: Duration = Duration::from_secs(1);

#[derive(Debug, Deserialize)]
pub(super) struct ClosedLoop {
    /// Sent in turn.
    requests: Vec<String>,
    connections: u32,
    /// How many requests of one address the server accepts in a minute, if it counts them. When all addresses
    /// have sent so many, the measurement ends early.
    quota: Option<u32>,
    /// At most so many requests per second in all.
    pace: Option<u32>,
}

/// What every connection is to do.
#[derive(Clone, Copy)]
struct Schedule {
    connections: u32,
    /// Number of requests, those of the warm-up included.
    limit: u32,
    /// Between two requests of a connection.
    pause: Duration,
    begin: Instant,
    measured_from: Instant,
    end: Instant,
}

impl ClosedLoop {
    pub(super) async fn run(self, address: SocketAddr, duration: Duration) -> io::Result<(Report, Vec<Connection>)> {
        let requests: Vec<Request> = self.requests.iter().map(|text| Request::new(text)).collect();
        let mut connections = Vec::new();
        for _ in 0..self.connections {
            connections.push(Connection::open(address).await?);
        }
        let begin = Instant::now();
        let schedule = Schedule {
            connections: self.connections,
            limit: self.quota.map_or(u32::MAX, |quota| quota * ADDRESSES),
            pause: self.pace.map_or(Duration::ZERO, |pace| Duration::from_secs(1) * self.connections / pace),
            begin,
            measured_from: begin + WARM_UP,
            end: begin + WARM_UP + duration,
        };
        let mut tasks = JoinSet::new();
        for (connection, first) in connections.into_iter().zip(0..) {
            tasks.spawn(schedule.repeat(connection, requests.clone(), first));
        }
        sleep(WARM_UP).await;
        announce_measurement();
        let mut all = Tally::default();
        let mut connections = Vec::new();
        let mut ended = schedule.measured_from;
        while let Some(task) = tasks.join_next().await {
            let (tally, connection, at) = task?;
            all.merge(tally);
            connections.push(connection);
            ended = ended.max(at);
        }
        Ok((all.report(ended - schedule.measured_from), connections))
    }
}

impl Schedule {
    /// Also returns when the last response came.
    async fn repeat(
        self,
        mut connection: Connection,
        mut requests: Vec<Request>,
        first: u32,
    ) -> (Tally, Connection, Instant) {
        let mut tally = Tally { connections: 1, ..Tally::default() };
        let mut now = Instant::now();
        let numbers = (first..self.limit).step_by(self.connections as usize);
        for (number, round) in numbers.zip(0..) {
            if !self.pause.is_zero() {
                sleep((self.begin + self.pause * round).saturating_duration_since(now)).await;
                now = Instant::now();
            }
            if now >= self.end {
                break;
            }
            let started = now;
            let chosen = number as usize % requests.len();
            let status = connection
                .exchange(requests[chosen].sent_from(number % ADDRESSES))
                .await
                .map(|response| response.status);
            now = Instant::now();
            match status {
                Ok(status) if !(200..300).contains(&status) => tally.fail(&status),
                Ok(_) if started >= self.measured_from => tally.latencies.record(now - started),
                Ok(_) => {}
                Err(error) => {
                    tally.fail(&error);
                    break;
                }
            }
        }
        (tally, connection, now)
    }
}
