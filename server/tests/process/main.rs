//! The `atrio` binary as a process: commands, signals, crashes.

#![expect(clippy::unwrap_used, reason = "a test ends where something is not as it should be")]

mod cli;
mod crash;
mod deliveries;
mod descriptors;
mod flood;
mod full_disk;
mod guide;
mod installation;
mod jobs;
mod log;
mod mail;
mod metrics;
mod postgres;
mod postgres_full_disk;
mod postgres_server;
mod proxies;
mod public_posts;
mod restore;
mod scanner;
mod settings;
mod shutdown;
mod support;
mod tls;
