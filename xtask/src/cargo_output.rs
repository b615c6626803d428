//! What `cargo test` says: counts, the names of failed tests, and why they failed.

use std::collections::BTreeMap;

use crate::{
    failure::{Failure, complaint, plain},
    summary::Summary,
};

/// Reads standard output line by line.
#[derive(Debug, Default)]
pub(crate) struct CargoOutput {
    summary: Summary,
    place: Place,
    /// What the failed tests of one program printed, by their names.
    messages: BTreeMap<String, String>,
}

/// Where in the output the next line stands.
#[derive(Debug, Default)]
enum Place {
    #[default]
    Elsewhere,
    /// In what this test printed.
    Message(String),
    /// In the list of those that failed.
    Names,
}

impl CargoOutput {
    /// Takes the next line.
    pub(crate) fn read(&mut self, line: &str) {
        let line = plain(line);
        if let Some((_, counts)) = line.split_once("test result:") {
            self.summary += counted(counts);
            self.messages.clear();
            self.place = Place::Elsewhere;
        } else if line == "failures:" {
            self.place = Place::Names;
        } else if let Some(test) =
            line.strip_prefix("---- ").and_then(|rest| rest.strip_suffix(" stdout ----"))
        {
            self.place = Place::Message(test.to_owned());
        } else {
            self.read_on(&line);
        }
    }

    fn read_on(&mut self, line: &str) {
        match &self.place {
            Place::Elsewhere => {}
            Place::Message(test) => {
                let message = self.messages.entry(test.clone()).or_default();
                message.push_str(line);
                message.push('\n');
            }
            Place::Names => {
                let Some(test) = line.strip_prefix("    ") else { return };
                let why = self.messages.remove(test).unwrap_or_default();
                self.summary.failures.push(Failure::new(test, &why));
            }
        }
    }

    /// The count, now that cargo has ended and has `said` this on standard error.
    pub(crate) fn ended(mut self, succeeded: bool, said: &str) -> Summary {
        for line in said.lines().map(plain).filter(|line| died(line)) {
            self.summary += Summary::failure("a program of tests", line.trim());
        }
        if !succeeded && self.summary.failed == 0 {
            self.summary += Summary::failure("cargo test", &complaint(said));
        }
        self.summary
    }
}

/// Whether cargo says here that a program of tests did not end by itself, and so counted nothing.
fn died(line: &str) -> bool {
    line.contains("process didn't exit successfully") && line.contains("(signal:")
}

/// Reads counts such as ` ok. 5 passed; 0 failed; 1 ignored; 0 measured; …`.
fn counted(counts: &str) -> Summary {
    let words: Vec<&str> = counts.split([' ', ';']).filter(|word| !word.is_empty()).collect();
    let count = |what: &str| {
        words.windows(2).find(|pair| pair[1] == what).and_then(|pair| pair[0].parse().ok()).unwrap_or(0)
    };
    Summary {
        passed: count("passed"),
        failed: count("failed"),
        skipped: count("ignored"),
        failures: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::CargoOutput;
    use crate::{
        failure::{Failure, listed},
        summary::Summary,
    };

    const FAILING: &str = "
running 3 tests
test chat::five_passed ... ok
test chat::tells ... FAILED
test chat::asks ... FAILED

failures:

---- chat::tells stdout ----

thread 'chat::tells' (7) panicked at store/src/chat.rs:5:9:
assertion `left == right` failed
  left: 1
 right: 2
note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace

---- chat::asks stdout ----
Error: \"no answer\"


failures:
    chat::asks
    chat::tells

test result: \u{1b}[31mFAILED\u{1b}[0m. 1 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out
";

    fn read(output: &str, said: &str) -> Summary {
        let mut reader = CargoOutput::default();
        output.lines().for_each(|line| reader.read(line));
        reader.ended(said.is_empty(), said)
    }

    #[test]
    fn results_are_counted_over_all_programs() {
        let output =
            "test result: ok. 5 passed; 0 failed; 1 ignored; 0 measured; 3 filtered out; finished in 0.10s";
        let summary = read(&format!("{output}\n{FAILING}{output}"), "");
        assert_eq!((summary.passed, summary.failed, summary.skipped), (11, 2, 2));
    }

    #[test]
    fn a_failed_test_is_named_with_what_it_printed() {
        let why = "thread 'chat::tells' (7) panicked at store/src/chat.rs:5:9:\nassertion `left == right` failed\n  left: 1\n right: 2";
        let failures = [Failure::new("chat::asks", "Error: \"no answer\""), Failure::new("chat::tells", why)];
        assert_eq!(read(FAILING, "").failures, failures);
    }

    #[test]
    fn what_does_not_compile_is_a_failure_that_says_why() {
        let summary = read("", "   Compiling store\nerror[E0308]: mismatched types\n");
        assert_eq!(summary.failed, 1);
        assert_eq!(listed(&summary.failures), "\n✗ cargo test\n    error[E0308]: mismatched types\n");
    }

    #[test]
    fn a_program_that_died_is_a_failure_beside_those_that_were_counted() {
        let said = "error: test failed, to rerun pass `-p store --test db`\n\nCaused by:\n  process didn't exit \
                    successfully: `target/debug/deps/db-1` (signal: 6, SIGABRT: process abort signal)\n";
        let summary = read(FAILING, said);
        assert_eq!(summary.failed, 3);
        assert!(listed(&summary.failures).contains("deps/db-1` (signal: 6"), "{:?}", summary.failures);
    }
}
