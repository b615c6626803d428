//! Counting tests: from cargo's `test result:` lines and from Playwright's report.

use std::{fmt, ops::AddAssign};

use serde_json::Value;

/// How many tests ended in which way.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Summary {
    /// Did what they say.
    pub(crate) passed: u64,
    /// Did not, or could not be run.
    pub(crate) failed: u64,
    /// Were left out on purpose.
    pub(crate) skipped: u64,
}

impl Summary {
    /// One thing that failed: a check, a build.
    pub(crate) const FAILURE: Self = Self { passed: 0, failed: 1, skipped: 0 };

    /// The count of a part of the tests. What went wrong with the part as a whole is said at once
    /// and is one failure, so that the other parts still run.
    pub(crate) fn counted(result: anyhow::Result<Self>) -> Self {
        result.unwrap_or_else(|fault| {
            eprintln!("\n✗ {fault:#}");
            Self::FAILURE
        })
    }

    /// Reads a line of cargo's output such as
    /// `test result: ok. 5 passed; 0 failed; 1 ignored; 0 measured; …`; any other is nothing.
    pub(crate) fn of_cargo_line(line: &str) -> Self {
        let Some((_, counts)) = line.split_once("test result:") else { return Self::default() };
        let words: Vec<&str> = counts.split([' ', ';']).filter(|word| !word.is_empty()).collect();
        let count = |what: &str| {
            words.windows(2).find(|pair| pair[1] == what).and_then(|pair| pair[0].parse().ok()).unwrap_or(0)
        };
        Self { passed: count("passed"), failed: count("failed"), skipped: count("ignored") }
    }

    /// Reads Playwright's JSON report. A test that passed only when repeated has failed, and so
    /// has a report that cannot be read or names no test.
    pub(crate) fn of_playwright(report: &str) -> Self {
        let Ok(report) = serde_json::from_str::<Value>(report) else { return Self::FAILURE };
        let count = |what: &str| report["stats"][what].as_u64().unwrap_or(0);
        let errors = report["errors"].as_array().map_or(0, Vec::len) as u64;
        let summary = Self {
            passed: count("expected"),
            failed: count("unexpected") + count("flaky") + errors,
            skipped: count("skipped"),
        };
        if summary == Self::default() { Self::FAILURE } else { summary }
    }
}

impl AddAssign for Summary {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed, {} skipped", self.passed, self.failed, self.skipped)
    }
}

#[cfg(test)]
mod tests {
    use super::Summary;

    #[test]
    fn cargo_lines_are_counted_in_colour_too() {
        let plain =
            "test result: ok. 5 passed; 0 failed; 1 ignored; 0 measured; 3 filtered out; finished in 0.10s";
        assert_eq!(Summary::of_cargo_line(plain), Summary { passed: 5, failed: 0, skipped: 1 });
        let colour = "test result: \u{1b}[31mFAILED\u{1b}[0m. 2 passed; 7 failed; 0 ignored; 0 measured";
        assert_eq!(Summary::of_cargo_line(colour), Summary { passed: 2, failed: 7, skipped: 0 });
    }

    #[test]
    fn other_lines_count_nothing() {
        assert_eq!(Summary::of_cargo_line("test chat::five_passed ... ok"), Summary::default());
    }

    #[test]
    fn a_flaky_browser_test_has_failed() {
        let report = r#"{"stats":{"expected":4,"unexpected":1,"flaky":2,"skipped":3},"errors":[]}"#;
        assert_eq!(Summary::of_playwright(report), Summary { passed: 4, failed: 3, skipped: 3 });
    }

    #[test]
    fn a_report_without_any_test_is_a_failure() {
        assert_eq!(Summary::of_playwright(""), Summary::FAILURE);
        assert_eq!(Summary::of_playwright("{}"), Summary::FAILURE);
    }

    #[test]
    fn the_closing_line_reads_as_promised() {
        let mut all = Summary { passed: 1, failed: 0, skipped: 2 };
        all += Summary::FAILURE;
        assert_eq!(all.to_string(), "1 passed, 1 failed, 2 skipped");
    }
}
