//! What failed and why, repeated at the very end: often only the end of a log is kept.

use std::fmt::Write;

use anstream::adapter::strip_str;

/// Most lines of one failure's message.
const LINES_PER_FAILURE: usize = 15;
/// Most lines of all messages together.
const LINES_OF_ALL: usize = 90;

/// One test, check or step that failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Failure {
    name: String,
    /// Without colours and empty lines.
    message: Vec<String>,
}

impl Failure {
    pub(crate) fn new(name: impl Into<String>, message: &str) -> Self {
        let lines = message.lines().map(without_ansi).filter(|line| !is_noise(line));
        Self { name: without_ansi(&name.into()), message: lines.collect() }
    }

    /// Puts the name of a part of the tests before the name.
    pub(crate) fn within(self, part: &str) -> Self {
        Self { name: format!("{part}: {}", self.name), ..self }
    }
}

/// All failures with as much of each message as fits, then a list of their names.
pub(crate) fn report(failures: &[Failure]) -> String {
    let lines = (LINES_OF_ALL / failures.len().max(1)).clamp(2, LINES_PER_FAILURE);
    let mut text = String::new();
    for failure in failures {
        let _never_fails = writeln!(text, "\n✗ {}", failure.name);
        for line in failure.message.iter().take(lines) {
            let _never_fails = writeln!(text, "    {line}");
        }
        if failure.message.len() > lines {
            let _never_fails = writeln!(text, "    … {} more lines above", failure.message.len() - lines);
        }
    }
    if failures.len() > 1 {
        text.push_str("\nFailed:\n");
        for failure in failures {
            let _never_fails = writeln!(text, "  {}", failure.name);
        }
    }
    text
}

/// The part of a program's standard error that explains its failure: from the first error on, or the end.
pub(crate) fn error_excerpt(stderr: &str) -> String {
    let lines: Vec<String> = stderr.lines().map(without_ansi).collect();
    let first_error = lines.iter().position(|line| line.starts_with("error"));
    lines[first_error.unwrap_or(lines.len().saturating_sub(LINES_PER_FAILURE))..].join("\n")
}

/// A line without escape sequences and trailing space.
pub(crate) fn without_ansi(line: &str) -> String {
    strip_str(line).to_string().trim_end().to_owned()
}

fn is_noise(line: &str) -> bool {
    line.is_empty() || line.starts_with("note: run with `RUST_BACKTRACE")
}

#[cfg(test)]
mod tests {
    use super::{Failure, error_excerpt, report, without_ansi};

    /// `line 1` to `line {count}`.
    fn numbered_lines(count: usize) -> String {
        (1..=count).map(|line| format!("line {line}")).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn colours_are_removed_from_lines() {
        assert_eq!(without_ansi("\u{1b}[31mErro\u{1b}[1;32mr\u{1b}[39m: no  "), "Error: no");
    }

    #[test]
    fn message_of_one_failure_is_cut_at_fifteen_lines() {
        let message = numbered_lines(20).replace('\n', "\n\n");
        let text = report(&[Failure::new("chat::sends", &message).within("sqlite")]);
        assert!(text.starts_with("\n✗ sqlite: chat::sends\n    line 1\n    line 2\n"), "{text}");
        assert!(text.ends_with("    line 15\n    … 5 more lines above\n"), "{text}");
    }

    #[test]
    fn many_failures_share_lines_and_names_come_last() {
        let message = numbered_lines(20);
        let failures: Vec<_> = (0..30).map(|number| Failure::new(format!("test {number}"), &message)).collect();
        let text = report(&failures);
        assert_eq!(text.matches("    line 3\n").count(), 30);
        assert_eq!(text.matches("    line 4\n").count(), 0);
        let names_are_last = text.contains("\nFailed:\n  test 0\n  test 1\n") && text.ends_with("\n  test 29\n");
        assert!(names_are_last, "{text}");
    }

    #[test]
    fn error_excerpt_starts_at_the_first_error() {
        let stderr =
            "   Compiling store\n\u{1b}[1merror[E0308]\u{1b}[0m: mismatched types\n --> a.rs:1:2\nerror: aborting";
        assert_eq!(error_excerpt(stderr), "error[E0308]: mismatched types\n --> a.rs:1:2\nerror: aborting");
        let end = error_excerpt(&numbered_lines(40));
        assert!(end.starts_with("line 26\nline 27\n") && end.ends_with("\nline 40"), "{end}");
        assert_eq!(error_excerpt(""), "");
    }
}
