//! What failed and why, told once more at the very end: often only the end of a log is kept.

use std::fmt::Write;

/// The lines that one failure may have.
const LINES_OF_ONE: usize = 15;
/// The lines that all of them share.
const LINES_OF_ALL: usize = 90;

/// One test, check or step that failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Failure {
    /// Its name.
    what: String,
    /// What was said about it, without colours and empty lines.
    why: Vec<String>,
}

impl Failure {
    /// The failure of `what`, of which `why` was said.
    pub(crate) fn new(what: impl Into<String>, why: &str) -> Self {
        let lines = why.lines().map(plain).filter(|line| !is_noise(line));
        Self { what: plain(&what.into()), why: lines.collect() }
    }

    /// The same, of one part of the tests.
    pub(crate) fn within(self, part: &str) -> Self {
        Self { what: format!("{part}: {}", self.what), ..self }
    }
}

/// All of them with as much of each one's message as there is room for; the names alone stand last.
pub(crate) fn listed(failures: &[Failure]) -> String {
    let room = (LINES_OF_ALL / failures.len().max(1)).clamp(2, LINES_OF_ONE);
    let mut text = String::new();
    for failure in failures {
        let _never_fails = writeln!(text, "\n✗ {}", failure.what);
        for line in failure.why.iter().take(room) {
            let _never_fails = writeln!(text, "    {line}");
        }
        if failure.why.len() > room {
            let _never_fails = writeln!(text, "    … and {} lines more above", failure.why.len() - room);
        }
    }
    if failures.len() > 1 {
        text.push_str("\nFailed:\n");
        for failure in failures {
            let _never_fails = writeln!(text, "  {}", failure.what);
        }
    }
    text
}

/// The part of a program's complaints that says what is wrong: from its first error on, or the end.
pub(crate) fn complaint(said: &str) -> String {
    let lines: Vec<String> = said.lines().map(plain).collect();
    let first_error = lines.iter().position(|line| line.starts_with("error"));
    lines[first_error.unwrap_or(lines.len().saturating_sub(LINES_OF_ONE))..].join("\n")
}

/// A line without colours and other orders to a terminal.
pub(crate) fn plain(line: &str) -> String {
    let mut pieces = line.split("\u{1b}[");
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        text.push_str(piece.split_once(|end: char| end.is_ascii_alphabetic()).map_or("", |(_, rest)| rest));
    }
    text.trim_end().to_owned()
}

fn is_noise(line: &str) -> bool {
    line.is_empty() || line.starts_with("note: run with `RUST_BACKTRACE")
}

#[cfg(test)]
mod tests {
    use super::{Failure, complaint, listed, plain};

    /// `line 1` to `line {lines}`.
    fn numbered(lines: usize) -> String {
        (1..=lines).map(|line| format!("line {line}")).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn colours_are_not_part_of_a_line() {
        assert_eq!(plain("\u{1b}[31mErro\u{1b}[1;32mr\u{1b}[39m: no  "), "Error: no");
        assert_eq!(plain("an end \u{1b}[3"), "an end");
    }

    #[test]
    fn a_failure_is_told_in_fifteen_lines_and_says_how_many_it_leaves_out() {
        let why = numbered(20).replace('\n', "\n\n");
        let told = listed(&[Failure::new("chat::tells", &why).within("sqlite")]);
        assert!(told.starts_with("\n✗ sqlite: chat::tells\n    line 1\n    line 2\n"), "{told}");
        assert!(told.ends_with("    line 15\n    … and 5 lines more above\n"), "{told}");
    }

    #[test]
    fn many_failures_share_the_end_of_the_log_and_their_names_stand_last() {
        let why = numbered(20);
        let failures: Vec<_> = (0..30).map(|number| Failure::new(format!("test {number}"), &why)).collect();
        let told = listed(&failures);
        assert_eq!(told.matches("    line 3\n").count(), 30);
        assert_eq!(told.matches("    line 4\n").count(), 0);
        assert!(
            told.contains("\nFailed:\n  test 0\n  test 1\n") && told.ends_with("\n  test 29\n"),
            "{told}"
        );
    }

    #[test]
    fn a_complaint_begins_with_the_first_error() {
        let said = "   Compiling store\n\u{1b}[1merror[E0308]\u{1b}[0m: mismatched types\n --> a.rs:1:2\nerror: aborting";
        assert_eq!(complaint(said), "error[E0308]: mismatched types\n --> a.rs:1:2\nerror: aborting");
        let end = complaint(&numbered(40));
        assert!(end.starts_with("line 26\nline 27\n") && end.ends_with("\nline 40"), "{end}");
        assert_eq!(complaint(""), "");
    }
}
