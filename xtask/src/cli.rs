//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use sample::Scale;

use crate::{architecture::Architecture, drill::Drill};

const ENVIRONMENT: &str = "\
Environment:
  CHROMIUM        path of the browser, if it is not the one on PATH
  ATRIO_BINARY    `lighthouse`, `pictures`, `bench` and `drill` run this program instead of building one
  ATRIO_BASE_URL  `pictures` of a server that runs already; see end2end/pictures.config.ts
  ATRIO_WASM      `rustup`, `plain` or `debian`: use only this toolchain to compile for the browser
  DATABASE_URL, BASE_URL, LEPTOS_SITE_ADDR, ...
                  settings of the server; `run` and `dev` pass them on";

/// Atrio's tasks. Each installs what it needs first.
#[derive(Debug, Parser)]
#[command(name = "xtask", bin_name = "cargo xtask", after_help = ENVIRONMENT)]
pub(crate) struct Cli {
    /// None prints the help.
    #[command(subcommand)]
    pub(crate) task: Option<Task>,
}

#[derive(Debug, PartialEq, Eq, Subcommand)]
pub(crate) enum Task {
    /// Build, create .env, load the demo workspace into an empty database, and serve
    Run,
    /// Like `run`, then rebuild and restart whenever a source file changes
    Dev,
    /// Build the program to deploy: target/release/atrio, with the browser's files inside, and the list of its
    /// dependencies beside it, atrio.cdx.json
    Build {
        /// Build only this part
        part: Option<BuildPart>,
    },
    /// Pack what is released into target/dist: static programs as .tar.gz and .deb, a container image, the list of
    /// their dependencies, and checksums
    Dist(Dist),
    /// Set the version, date the changelog, commit and tag; on a clean `main` only
    Release {
        /// Greater than the present version, such as 1.2.3
        version: semver::Version,
    },
    /// Check formatting, dependency rules, the systemd unit, the README's promises, and Clippy
    Lint,
    /// Check licences, sources and known vulnerabilities of all dependencies with cargo-deny
    Audit,
    /// Run all checks and tests, or one part of them
    Test {
        /// Run only this part
        part: Option<TestPart>,
    },
    /// Write the pages of the guide in docs/guide into the site, where the server has them at /help
    Docs,
    /// Measure the public page and a portal with Lighthouse; fails below 95
    Lighthouse,
    /// Take screenshots of the portal in every state, size, colour scheme and language
    Pictures(Pictures),
    /// Measure polls, messages, pages, memory and more on both databases, or one part of it; see
    /// docs/BENCHMARKS.md
    Bench(Bench),
    /// Kill processes of three Atrio before two PostgreSQL servers, while messages are written; see
    /// docs/HIGH-AVAILABILITY.md
    Ha {
        /// Length of the run
        #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..=600))]
        minutes: u64,
    },
    /// Kill, load, and cut off a server from its database for a long time, and look for lost messages
    Soak(Soak),
    /// Lose a server while messages are written, and recover it from each kind of backup; see docs/RECOVERY.md
    Drill(Drill),
    /// Write a made-up workspace for `atrio import`
    Generate {
        /// The JSON file to write
        file: PathBuf,
        #[command(flatten)]
        size: Size,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum BuildPart {
    /// The browser's files, into target/site
    Site,
}

#[derive(Debug, PartialEq, Eq, Args)]
pub(crate) struct Dist {
    /// Then run each: the programs in an empty chroot, the other architecture's under qemu, the .deb in a Debian with
    /// systemd, the image with podman. As root
    #[arg(long)]
    pub(crate) check: bool,
    /// Only for this architecture
    #[arg(long)]
    pub(crate) only: Option<Architecture>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TestPart {
    /// What `cargo xtask lint` does
    Lint,
    /// Unit and HTTP tests, on SQLite and PostgreSQL
    Crates,
    /// The JSON API as its OpenAPI document describes it, with schemathesis
    Openapi,
    /// The tests of end2end/ in Chromium
    Browser,
}

#[derive(Debug, Default, PartialEq, Eq, Args)]
pub(crate) struct Pictures {
    /// Only pictures whose title matches this regular expression
    pub(crate) filter: Option<String>,
    /// Of the admin pages instead, in a workspace of 500 clients
    #[arg(long)]
    pub(crate) admin: bool,
    /// Only those that the README shows, into docs/screenshots
    #[arg(long, conflicts_with_all = ["filter", "admin"])]
    pub(crate) readme: bool,
    /// Only those of the guide, into docs/guide
    #[arg(long, conflicts_with_all = ["filter", "admin", "readme"])]
    pub(crate) guide: bool,
}

#[derive(Debug, PartialEq, Eq, Args)]
pub(crate) struct Bench {
    /// Measure only this part
    pub(crate) part: Option<BenchPart>,
    /// Length of a measurement; that of a minute of load is six times as long
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=60))]
    pub(crate) seconds: u64,
    /// Of the workspace in which the admin pages are timed
    #[command(flatten)]
    pub(crate) size: Size,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum BenchPart {
    /// Admin pages and lead deliveries in a large workspace
    Pages,
    /// Polls and portal pages beside a bare axum handler
    Polls,
    /// Messages beside SQLite's own commits
    Messages,
    /// 10,000 open panels on one core
    Panels,
    /// Messages with notifications, and how fast e-mails are sent
    Mail,
    /// Files up and down beside nginx, polls meanwhile, the first preview of a photo
    Files,
    /// Start to ready, memory, size of the binary
    Footprint,
}

#[derive(Debug, PartialEq, Eq, Args)]
pub(crate) struct Soak {
    /// Run only this part
    pub(crate) part: Option<SoakPart>,
    /// Number of kills, on each database
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub(crate) kills: u64,
    /// Number of e-mails, on each database
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub(crate) emails: u64,
    /// Number of uploads, on each database, to a folder and to a bucket
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(8..=100_000))]
    pub(crate) uploads: u64,
    /// Length of the load
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub(crate) load_minutes: u64,
    /// Length of the bad network
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub(crate) network_minutes: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SoakPart {
    /// kill -9 again and again, on both databases
    Kills,
    /// E-mails of two processes, kill -9 again and again, on both databases
    Mail,
    /// Uploads, kill -9 again and again, on both databases, to a folder and to a bucket
    Files,
    /// Messages, polls and pages; the memory must not grow
    Load,
    /// PostgreSQL behind a network that delays, cuts and falls silent
    Network,
}

/// The size of a made-up workspace.
#[derive(Debug, PartialEq, Eq, Args)]
pub(crate) struct Size {
    /// Number of clients; each has 5 projects and 50 tasks
    #[arg(long, default_value_t = 1000, value_parser = count())]
    clients: u64,
    /// Number of comments [default: 200 per client]
    #[arg(long, value_parser = count())]
    comments: Option<u64>,
    /// Number of leads [default: 20 per client]
    #[arg(long, value_parser = count())]
    leads: Option<u64>,
}

/// Bounded, because comments are spread over the seconds of two years.
fn count() -> clap::builder::RangedU64ValueParser {
    clap::value_parser!(u64).range(..=10_000_000)
}

impl Size {
    pub(crate) fn scale(&self) -> Scale {
        let default = Scale::of(self.clients);
        Scale {
            comments: self.comments.unwrap_or(default.comments),
            leads: self.leads.unwrap_or(default.leads),
            ..default
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser, error::ErrorKind};
    use sample::Scale;

    use super::{Bench, BenchPart, Cli, Pictures, Task, TestPart};

    fn parse(line: &str) -> Result<Option<Task>, ErrorKind> {
        let arguments = ["xtask"].into_iter().chain(line.split_whitespace());
        Cli::try_parse_from(arguments).map(|cli| cli.task).map_err(|error| error.kind())
    }

    #[test]
    fn definition_of_arguments_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn no_task_and_help_are_accepted() {
        assert_eq!(parse(""), Ok(None));
        for line in ["help", "--help", "test --help"] {
            assert_eq!(parse(line), Err(ErrorKind::DisplayHelp), "{line}");
        }
    }

    #[test]
    fn test_takes_one_part() {
        assert_eq!(parse("test"), Ok(Some(Task::Test { part: None })));
        assert_eq!(parse("test browser"), Ok(Some(Task::Test { part: Some(TestPart::Browser) })));
        assert_eq!(parse("test everything"), Err(ErrorKind::InvalidValue));
    }

    #[test]
    fn pictures_take_a_filter_unless_for_the_readme() {
        let admin = Pictures { admin: true, filter: Some("board".to_owned()), ..Pictures::default() };
        assert_eq!(parse("pictures --admin board"), Ok(Some(Task::Pictures(admin))));
        assert_eq!(parse("pictures --readme board"), Err(ErrorKind::ArgumentConflict));
    }

    #[test]
    fn bench_takes_a_part_and_seconds() {
        let chosen = |line: &str| match parse(line) {
            Ok(Some(Task::Bench(Bench { part, seconds, .. }))) => Ok((part, seconds)),
            other => Err(other),
        };
        assert_eq!(chosen("bench"), Ok((None, 10)));
        assert_eq!(chosen("bench polls --seconds 3"), Ok((Some(BenchPart::Polls), 3)));
        for wrong in ["bench everything", "bench --seconds 0"] {
            assert!(chosen(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn size_follows_from_clients_unless_given() {
        let scale = |line: &str| match parse(line) {
            Ok(Some(Task::Generate { size, .. } | Task::Bench(Bench { size, .. }))) => Ok(size.scale()),
            other => Err(other),
        };
        assert_eq!(scale("generate big.json"), Ok(Scale::of(1000)));
        assert_eq!(scale("bench --leads 7 --clients 50"), Ok(Scale { leads: 7, ..Scale::of(50) }));
        for wrong in ["--clients", "--clients many", "--clients -1", "--tasks 3", "--leads 99999999"] {
            assert!(scale(&format!("bench {wrong}")).is_err(), "{wrong}");
        }
        assert!(scale("generate --clients 3").is_err());
    }
}
