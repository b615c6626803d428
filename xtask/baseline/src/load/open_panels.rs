//! Open portals: each polls in its own rhythm, as the island of the page does, while clients write.

use std::{
    io,
    net::SocketAddr,
    time::{Duration, Instant},
};

use serde::Deserialize;
use tokio::{
    task::JoinSet,
    time::{sleep, sleep_until},
};

use super::{Connection, Report, Tally, announce_measurement, request::Request};

/// Takes the place of the timestamp of the newest message that a panel has.
const SINCE: &str = "{since}";
/// What comes before that timestamp in a response.
const CREATED_AT: &[u8] = b"\"created_at\":\"";
/// A writer sends one message per second.
const WRITE_INTERVAL: Duration = Duration::from_secs(1);

#[derive(Debug, Deserialize)]
pub(super) struct OpenPanels {
    /// The poll of each panel.
    polls: Vec<String>,
    /// The timestamp that every panel starts with.
    since: String,
    /// Seconds between two polls of a panel.
    interval: u64,
    /// Messages, posted in turn.
    messages: Vec<String>,
    messages_per_second: u32,
}

/// The measurement begins when every panel is open.
#[derive(Clone, Copy)]
struct Schedule {
    address: SocketAddr,
    interval: Duration,
    begin: Instant,
    measured_from: Instant,
    end: Instant,
}

/// A connection that is opened again when the server has closed it, as a browser does.
struct Line {
    address: SocketAddr,
    connection: Option<Connection>,
    tally: Tally,
}

impl OpenPanels {
    pub(super) async fn run(self, address: SocketAddr, duration: Duration) -> io::Result<(Report, Vec<Connection>)> {
        let interval = Duration::from_secs(self.interval);
        let begin = Instant::now();
        let measured_from = begin + interval;
        let schedule = Schedule { address, interval, begin, measured_from, end: measured_from + duration };
        let mut tasks = JoinSet::new();
        let panels = u32::try_from(self.polls.len()).unwrap_or(u32::MAX);
        for (poll, number) in self.polls.into_iter().zip(0..) {
            let offset = interval * number / panels;
            tasks.spawn(schedule.poll(poll, self.since.clone(), number, offset));
        }
        let messages: Vec<Request> = self.messages.iter().map(|text| Request::new(text)).collect();
        for writer in 0..self.messages_per_second {
            let offset = WRITE_INTERVAL * writer / self.messages_per_second;
            // Every message of its own address and, as far as there are enough, of its own client.
            let numbers = (writer..).step_by(self.messages_per_second as usize);
            let messages = numbers.map({
                let messages = messages.clone();
                move |number| (messages[number as usize % messages.len()].clone(), panels + number)
            });
            tasks.spawn(schedule.write(messages, offset));
        }
        sleep(interval).await;
        announce_measurement();
        let mut all = Tally::default();
        let mut connections = Vec::new();
        while let Some(task) = tasks.join_next().await {
            let line = task?;
            all.merge(line.tally);
            connections.extend(line.connection);
        }
        Ok((all.report(duration), connections))
    }
}

impl Schedule {
    /// One panel.
    async fn poll(self, poll: String, mut since: String, address_number: u32, offset: Duration) -> Line {
        let mut line = Line::new(self.address);
        let mut request = Request::new(&poll.replace(SINCE, &since));
        for round in 0.. {
            let due = self.begin + offset + self.interval * round;
            if due >= self.end {
                break;
            }
            sleep_until(due.into()).await;
            let started = Instant::now();
            let Some((status, newest)) = line.exchange(request.sent_from(address_number)).await else {
                continue;
            };
            if status != 200 {
                line.tally.fail(&status);
                continue;
            }
            if started >= self.measured_from {
                line.tally.latencies.record(started.elapsed());
            }
            if let Some(newest) = newest {
                line.tally.polls_with_news += u32::from(started >= self.measured_from);
                since = newest;
                request = Request::new(&poll.replace(SINCE, &since));
            }
        }
        line
    }

    /// One writer.
    async fn write(self, messages: impl Iterator<Item = (Request, u32)> + Send, offset: Duration) -> Line {
        let mut line = Line::new(self.address);
        for (round, (mut message, address_number)) in (0..).zip(messages) {
            let due = self.begin + offset + WRITE_INTERVAL * round;
            if due >= self.end {
                break;
            }
            sleep_until(due.into()).await;
            match line.exchange(message.sent_from(address_number)).await {
                Some((201, _)) => line.tally.posted += u32::from(due >= self.measured_from),
                Some((status, _)) => line.tally.fail(&status),
                None => {}
            }
        }
        line
    }
}

impl Line {
    fn new(address: SocketAddr) -> Self {
        Self { address, connection: None, tally: Tally::default() }
    }

    /// Status, and the newest timestamp of a message in the response. A failure is counted.
    async fn exchange(&mut self, request: &[u8]) -> Option<(u16, Option<String>)> {
        match self.try_exchange(request).await {
            Ok(response) => Some(response),
            Err(error) => {
                self.connection = None;
                self.tally.fail(&error);
                None
            }
        }
    }

    async fn try_exchange(&mut self, request: &[u8]) -> io::Result<(u16, Option<String>)> {
        let open = self.connection.take().filter(|connection| !connection.is_closed());
        let connection = if let Some(open) = open {
            open
        } else {
            self.tally.connections += 1;
            Connection::open(self.address).await?
        };
        let connection = self.connection.insert(connection);
        let response = connection.exchange(request).await?;
        Ok((response.status, newest_timestamp(response.body)))
    }
}

/// Messages are in the order of their timestamps.
fn newest_timestamp(body: &[u8]) -> Option<String> {
    let at = body.windows(CREATED_AT.len()).rposition(|part| part == CREATED_AT)? + CREATED_AT.len();
    let length = body[at..].iter().position(|byte| *byte == b'"')?;
    String::from_utf8(body[at..at + length].to_vec()).ok()
}

#[cfg(test)]
mod tests {
    use super::newest_timestamp;

    #[test]
    fn newest_timestamp_is_the_last_of_a_message() {
        let idle = br#"{"comments":[],"reads":{"c":"2026-11-20T10:00:00.000Z"}}"#;
        assert_eq!(newest_timestamp(idle), None);
        let news = br#"{"comments":[{"created_at":"2026-11-20T10:00:00.001Z","badge":null},{"created_at":"2026-11-20T10:00:00.002Z"}],"reads":{}}"#;
        assert_eq!(newest_timestamp(news).as_deref(), Some("2026-11-20T10:00:00.002Z"));
    }
}
