//! What was asked for on the command line.

use std::path::PathBuf;

use sample::Scale;

use crate::pictures::Album;

/// The text of `cargo xtask --help`.
pub(crate) const HELP: &str = "\
Atrio's tasks. Each installs what it needs first, and never twice.

Usage: cargo xtask TASK

  run            build, make .env if there is none, load the demo workspace into an
                 empty database, serve, and print where to go
  build          the browser's files into target/site, then the server that carries
                 them: target/release/atrio; `build site` stops before the server
  lint           formatting, clippy for each target, and what may depend on what
  test [PART]    everything, or one PART of it:
                   lint      what `cargo xtask lint` does
                   crates    unit and contract tests, on SQLite and PostgreSQL
                   browser   the stories of end2end/ in Chromium, on both databases; those of
                             what is the same on any, on SQLite
  lighthouse     speed and accessibility of the public page and a portal, as Lighthouse
                 measures them on a slow telephone; fails below 95
  pictures [FILTER]
                 the portal in every state, size, colour scheme and language, into
                 target/pictures; only those whose titles match FILTER
  pictures --desk [FILTER]
                 the same of the agency's side, with 500 clients
  pictures --readme
                 the few that the README shows, into docs/screenshots
  bench [--clients N] [--comments N] [--leads N]
                 how long the agency's pages take in a large workspace, on both
                 databases; fails above 100 ms
  generate FILE [--clients N] [--comments N] [--leads N]
                 a workspace to measure with, for `atrio import FILE`: 1000 clients,
                 and for each 5 projects, 50 tasks, 200 messages and 20 leads
  help           this text

Environment:
  CHROMIUM       the browser to test with, if not the one on PATH
  ATRIO_BINARY   `lighthouse`, `pictures` and `bench` of that program, instead of building one
  ATRIO_BASE_URL `pictures` of a server that runs already; end2end/pictures.config.ts
                 says what to set besides
  ATRIO_WASM     `rustup`, `plain` or `debian`: compile for the browser in that way only
  DATABASE_URL, BASE_URL, LEPTOS_SITE_ADDR, ...
                 the server's own settings; `run` passes them on";

/// A task with its arguments.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Task {
    /// Print [`HELP`].
    Help,
    /// Build and serve.
    Run,
    /// Build only.
    Build,
    /// Build the browser's files only.
    Site,
    /// Check form and dependencies.
    Lint,
    /// Run all tests, or one part of them.
    Test(Option<Part>),
    /// Measure pages.
    Lighthouse,
    /// Measure the agency's pages in a workspace of some size.
    Bench(Scale),
    /// Write a workspace of some size into a file.
    Generate(PathBuf, Scale),
    /// Take pictures of the portal.
    Pictures(Album),
}

/// A part of the tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// Formatting, clippy, graph.
    Lint,
    /// `cargo test`.
    Crates,
    /// Playwright.
    Browser,
}

impl Task {
    /// Reads the arguments after `cargo xtask`; an error is a sentence for the person who typed.
    pub(crate) fn parse(arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let arguments: Vec<String> = arguments.collect();
        let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
        if words.iter().any(|word| matches!(*word, "-h" | "--help")) {
            return Ok(Self::Help);
        }
        match words.as_slice() {
            [] | ["help"] => Ok(Self::Help),
            ["run"] => Ok(Self::Run),
            ["build"] => Ok(Self::Build),
            ["build", "site"] => Ok(Self::Site),
            ["lint"] => Ok(Self::Lint),
            ["test"] => Ok(Self::Test(None)),
            ["test", "lint"] => Ok(Self::Test(Some(Part::Lint))),
            ["test", "crates"] => Ok(Self::Test(Some(Part::Crates))),
            ["test", "browser"] => Ok(Self::Test(Some(Part::Browser))),
            ["lighthouse"] => Ok(Self::Lighthouse),
            ["pictures"] => Ok(Self::Pictures(Album::States(None))),
            ["pictures", "--readme"] => Ok(Self::Pictures(Album::Readme)),
            ["pictures", "--desk"] => Ok(Self::Pictures(Album::Desk(None))),
            ["pictures", "--desk", filter] => Ok(Self::Pictures(Album::Desk(Some((*filter).to_owned())))),
            ["pictures", filter] if !filter.starts_with('-') => {
                Ok(Self::Pictures(Album::States(Some((*filter).to_owned()))))
            }
            ["bench", sizes @ ..] => Ok(Self::Bench(scale(sizes)?)),
            ["generate", file, sizes @ ..] if !file.starts_with('-') => {
                Ok(Self::Generate(PathBuf::from(file), scale(sizes)?))
            }
            other => Err(format!("there is no task `{}`", other.join(" "))),
        }
    }
}

/// Reads `--clients N` and the like; what is not said follows from the number of clients.
fn scale(words: &[&str]) -> Result<Scale, String> {
    let mut wanted = [("--clients", None), ("--comments", None), ("--leads", None)];
    for pair in words.chunks(2) {
        let [name, number] = pair else { return Err(format!("{} needs a number", pair[0])) };
        let Some((_, given)) = wanted.iter_mut().find(|(known, _)| known == name) else {
            return Err(format!("`generate` knows no {name}"));
        };
        // Comments follow one another by the second, within two years.
        let number = number.parse().ok().filter(|number| (0..=10_000_000).contains(number));
        *given = Some(number.ok_or_else(|| format!("{name} must be a number of at most 10000000"))?);
    }
    let [(_, clients), (_, comments), (_, leads)] = wanted;
    let usual = Scale::of(clients.unwrap_or(1000));
    Ok(Scale { comments: comments.unwrap_or(usual.comments), leads: leads.unwrap_or(usual.leads), ..usual })
}

#[cfg(test)]
mod tests {
    use super::{HELP, Part, Task};
    use sample::Scale;

    use crate::pictures::Album;

    fn parse(line: &str) -> Result<Task, String> {
        Task::parse(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn a_task_may_name_one_part_of_the_tests() {
        assert_eq!(parse("test"), Ok(Task::Test(None)));
        assert_eq!(parse("test browser"), Ok(Task::Test(Some(Part::Browser))));
    }

    #[test]
    fn pictures_may_be_filtered_by_an_expression() {
        let filtered = |filter: &str| Ok(Task::Pictures(Album::States(Some(filter.to_owned()))));
        assert_eq!(parse("pictures"), Ok(Task::Pictures(Album::States(None))));
        assert_eq!(parse("pictures busy.*360"), filtered("busy.*360"));
        assert_eq!(parse("pictures --readme"), Ok(Task::Pictures(Album::Readme)));
        assert_eq!(parse("pictures --desk board"), Ok(Task::Pictures(Album::Desk(Some("board".to_owned())))));
        assert_eq!(parse("pictures --all"), Err("there is no task `pictures --all`".to_owned()));
    }

    #[test]
    fn a_workspace_is_generated_in_the_sizes_asked_for() {
        let generate = |scale| Ok(Task::Generate("big.json".into(), scale));
        assert_eq!(parse("generate big.json"), generate(Scale::of(1000)));
        assert_eq!(
            parse("generate big.json --leads 7 --clients 50"),
            generate(Scale { leads: 7, ..Scale::of(50) })
        );
        for wrong in ["--clients", "--clients many", "--clients -1", "--tasks 3", "--leads 99999999"] {
            assert!(parse(&format!("generate big.json {wrong}")).is_err(), "{wrong}");
        }
        assert!(parse("generate --clients 3").is_err());
        assert_eq!(parse("bench --clients 3"), Ok(Task::Bench(Scale::of(3))));
    }

    #[test]
    fn help_names_every_task() {
        for task in [
            "run",
            "build",
            "lint",
            "test [PART]",
            "lighthouse",
            "pictures [FILTER]",
            "bench",
            "generate FILE",
            "help",
        ] {
            assert!(HELP.contains(&format!("\n  {task}")), "{task}");
        }
        assert_eq!(parse("lighthouse"), Ok(Task::Lighthouse));
    }

    #[test]
    fn help_is_printed_wherever_it_is_asked_for() {
        for line in ["", "help", "--help", "run --help", "test -h"] {
            assert_eq!(parse(line), Ok(Task::Help), "{line}");
        }
    }

    #[test]
    fn an_unknown_word_is_named() {
        assert_eq!(parse("tset"), Err("there is no task `tset`".to_owned()));
        assert_eq!(parse("run fast"), Err("there is no task `run fast`".to_owned()));
    }
}
