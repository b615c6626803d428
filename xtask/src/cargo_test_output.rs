//! Reads counts and failed tests from the output of `cargo test`.

use std::collections::BTreeMap;

use crate::{
    failure::{Failure, error_excerpt, without_ansi},
    summary::Summary,
};

#[derive(Debug, Default)]
pub(crate) struct CargoTestOutput {
    summary: Summary,
    section: Section,
    /// What the failed tests of one test binary printed, by test name.
    messages: BTreeMap<String, String>,
}

#[derive(Debug, Default)]
enum Section {
    #[default]
    Other,
    /// What this test printed.
    Message(String),
    /// The list of failed tests.
    FailedNames,
}

impl CargoTestOutput {
    pub(crate) fn read_line(&mut self, line: &str) {
        let line = without_ansi(line);
        if let Some((_, counts)) = line.split_once("test result:") {
            self.summary += parse_counts(counts);
            self.messages.clear();
            self.section = Section::Other;
        } else if line == "failures:" {
            self.section = Section::FailedNames;
        } else if let Some(test) = line.strip_prefix("---- ").and_then(|rest| rest.strip_suffix(" stdout ----")) {
            self.section = Section::Message(test.to_owned());
        } else {
            self.read_section_line(&line);
        }
    }

    fn read_section_line(&mut self, line: &str) {
        match &self.section {
            Section::Other => {}
            Section::Message(test) => {
                let message = self.messages.entry(test.clone()).or_default();
                message.push_str(line);
                message.push('\n');
            }
            Section::FailedNames => {
                let Some(test) = line.strip_prefix("    ") else { return };
                let message = self.messages.remove(test).unwrap_or_default();
                self.summary.failures.push(Failure::new(test, &message));
            }
        }
    }

    /// The summary of a run that has ended with this status and standard error.
    pub(crate) fn finish(mut self, succeeded: bool, stderr: &str) -> Summary {
        for line in stderr.lines().map(without_ansi).filter(|line| is_crash(line)) {
            self.summary += Summary::failure("test binary", line.trim());
        }
        if !succeeded && self.summary.failed == 0 {
            self.summary += Summary::failure("cargo test", &error_excerpt(stderr));
        }
        self.summary
    }
}

/// Whether cargo reports here that a test binary was killed by a signal, and so printed no counts.
fn is_crash(line: &str) -> bool {
    line.contains("process didn't exit successfully") && line.contains("(signal:")
}

/// Parses ` ok. 5 passed; 0 failed; 1 ignored; 0 measured; …`.
fn parse_counts(counts: &str) -> Summary {
    let words: Vec<&str> = counts.split([' ', ';']).filter(|word| !word.is_empty()).collect();
    let count =
        |label: &str| words.windows(2).find(|pair| pair[1] == label).and_then(|pair| pair[0].parse().ok()).unwrap_or(0);
    Summary { passed: count("passed"), failed: count("failed"), skipped: count("ignored"), failures: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::CargoTestOutput;
    use crate::{
        failure::{Failure, report},
        summary::Summary,
    };

    const FAILING: &str = "
running 3 tests
test chat::passes ... ok
test chat::sends ... FAILED
test chat::polls ... FAILED

failures:

---- chat::sends stdout ----

thread 'chat::sends' (7) panicked at store/src/conversation/chat.rs:5:9:
assertion `left == right` failed
  left: 1
 right: 2
note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace

---- chat::polls stdout ----
Error: \"no answer\"


failures:
    chat::polls
    chat::sends

test result: \u{1b}[31mFAILED\u{1b}[0m. 1 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out
";

    fn read(output: &str, stderr: &str) -> Summary {
        let mut reader = CargoTestOutput::default();
        output.lines().for_each(|line| reader.read_line(line));
        reader.finish(stderr.is_empty(), stderr)
    }

    #[test]
    fn counts_are_summed_over_test_binaries() {
        let output = "test result: ok. 5 passed; 0 failed; 1 ignored; 0 measured; 3 filtered out; finished in 0.10s";
        let summary = read(&format!("{output}\n{FAILING}{output}"), "");
        assert_eq!((summary.passed, summary.failed, summary.skipped), (11, 2, 2));
    }

    #[test]
    fn failed_test_has_its_printed_message() {
        let message = "thread 'chat::sends' (7) panicked at store/src/conversation/chat.rs:5:9:\nassertion `left == right` failed\n  left: 1\n right: 2";
        let failures = [Failure::new("chat::polls", "Error: \"no answer\""), Failure::new("chat::sends", message)];
        assert_eq!(read(FAILING, "").failures, failures);
    }

    #[test]
    fn compile_error_is_a_failure_with_its_message() {
        let summary = read("", "   Compiling store\nerror[E0308]: mismatched types\n");
        assert_eq!(summary.failed, 1);
        assert_eq!(report(&summary.failures), "\n✗ cargo test\n    error[E0308]: mismatched types\n");
    }

    #[test]
    fn crashed_test_binary_is_an_additional_failure() {
        let stderr = "error: test failed, to rerun pass `-p store --test db`\n\nCaused by:\n  process didn't exit \
                    successfully: `target/debug/deps/db-1` (signal: 6, SIGABRT: process abort signal)\n";
        let summary = read(FAILING, stderr);
        assert_eq!(summary.failed, 3);
        assert!(report(&summary.failures).contains("deps/db-1` (signal: 6"), "{:?}", summary.failures);
    }
}
