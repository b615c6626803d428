//! How many connections may be open, and how long each may wait (docs/REFERENCE.md#connections).

use std::time::Duration;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// File descriptors for the databases, the listener, the log, and what an export or a backup opens.
const RESERVED_DESCRIPTORS: u64 = 128;
const MAX_CONNECTIONS: u64 = 20_000;
const MIN_CONNECTIONS: u64 = 16;

#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    pub(super) connections: usize,
    /// For the whole head of a request, from its first byte; of the first request from the start of the connection.
    pub(super) head: Duration,
    /// For the whole body of a request, not for each part of it.
    pub(super) body: Duration,
    /// Longer than the polls of an open page are apart (docs/REFERENCE.md#live-updates).
    pub(super) idle: Duration,
    /// After so long without reading, a client is disconnected in the middle of a response…
    pub(super) write: Duration,
    /// …and after so long if its place is needed.
    pub(super) stall: Duration,
}

impl Limits {
    /// Raises the limit of open files as far as the system allows (most systems begin with 1024 for the sake of
    /// old programs), and derives the number of connections from it.
    pub(super) fn of_process() -> Self {
        let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
        // A refusal leaves the limit as it is.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
        let descriptors = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
        let connections = descriptors.saturating_sub(RESERVED_DESCRIPTORS);
        Self {
            connections: usize::try_from(connections.clamp(MIN_CONNECTIONS, MAX_CONNECTIONS)).unwrap_or(usize::MAX),
            head: Duration::from_secs(10),
            body: Duration::from_secs(30),
            idle: Duration::from_secs(75),
            write: Duration::from_secs(30),
            stall: Duration::from_secs(5),
        }
    }
}
