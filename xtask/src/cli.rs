//! What was asked for on the command line.

/// The text of `cargo xtask --help`.
pub(crate) const HELP: &str = "\
Atrio's tasks. Each installs what it needs first, and never twice.

Usage: cargo xtask TASK

  run            build, make .env if there is none, load the demo workspace into an
                 empty database, serve, and print where to go
  build          the browser's files into target/site, then the server that carries
                 them: target/release/atrio
  lint           formatting, clippy for each target, and what may depend on what
  test [PART]    everything, or one PART of it:
                   lint      what `cargo xtask lint` does
                   crates    unit and contract tests, on SQLite and PostgreSQL
                   browser   the stories of end2end/ in Chromium, on both databases
  help           this text

Environment:
  CHROMIUM       the browser to test with, if not the one on PATH
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
    /// Check form and dependencies.
    Lint,
    /// Run all tests, or one part of them.
    Test(Option<Part>),
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
            ["lint"] => Ok(Self::Lint),
            ["test"] => Ok(Self::Test(None)),
            ["test", "lint"] => Ok(Self::Test(Some(Part::Lint))),
            ["test", "crates"] => Ok(Self::Test(Some(Part::Crates))),
            ["test", "browser"] => Ok(Self::Test(Some(Part::Browser))),
            other => Err(format!("there is no task `{}`", other.join(" "))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Part, Task};

    fn parse(line: &str) -> Result<Task, String> {
        Task::parse(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn a_task_may_name_one_part_of_the_tests() {
        assert_eq!(parse("test"), Ok(Task::Test(None)));
        assert_eq!(parse("test browser"), Ok(Task::Test(Some(Part::Browser))));
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
