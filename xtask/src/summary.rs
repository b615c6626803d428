//! Counting tests, and remembering those that failed.

use std::{fmt, ops::AddAssign};

use crate::{
    command::Failed,
    failure::{self, Failure, complaint},
};

/// How many tests ended in which way.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct Summary {
    /// Did what they say.
    pub(crate) passed: u64,
    /// Did not, or could not be run.
    pub(crate) failed: u64,
    /// Were left out on purpose.
    pub(crate) skipped: u64,
    /// Those that failed, as far as they can be named.
    pub(crate) failures: Vec<Failure>,
}

impl Summary {
    /// One thing that failed: a check, a build.
    pub(crate) fn failure(what: &str, why: &str) -> Self {
        Self { failed: 1, failures: vec![Failure::new(what, why)], ..Self::default() }
    }

    /// The count of a part of the tests. What went wrong with the part as a whole is said at once
    /// and is one failure, so that the other parts still run.
    pub(crate) fn counted(part: &str, result: anyhow::Result<Self>) -> Self {
        result.unwrap_or_else(|fault| {
            eprintln!("\n✗ {fault:#}");
            let said =
                fault.downcast_ref::<Failed>().map_or_else(String::new, |failed| complaint(&failed.said));
            Self::failure(part, &format!("{fault:#}\n{said}"))
        })
    }

    /// The same counts, each failure named as one of `part`.
    pub(crate) fn within(mut self, part: &str) -> Self {
        self.failures = self.failures.into_iter().map(|failure| failure.within(part)).collect();
        self
    }
}

impl AddAssign for Summary {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
        self.failures.extend(other.failures);
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.failures.is_empty() {
            writeln!(f, "{}", failure::listed(&self.failures))?;
        }
        write!(f, "{} passed, {} failed, {} skipped", self.passed, self.failed, self.skipped)
    }
}

#[cfg(test)]
mod tests {
    use anyhow::anyhow;

    use super::Summary;
    use crate::command::Failed;

    #[test]
    fn the_closing_line_reads_as_promised_after_the_names_of_what_failed() {
        let mut all = Summary { passed: 1, skipped: 2, ..Summary::default() };
        assert_eq!(all.to_string(), "1 passed, 0 failed, 2 skipped");
        all += Summary::failure("Formatting", "`cargo fmt` failed").within("lint");
        assert_eq!(
            all.to_string(),
            "\n✗ lint: Formatting\n    `cargo fmt` failed\n\n1 passed, 1 failed, 2 skipped"
        );
    }

    #[test]
    fn a_part_that_could_not_be_run_is_one_failure_with_its_causes_and_what_was_complained_of() {
        let failed =
            Failed { what: "`cargo clippy` failed".to_owned(), said: "   Checking\nerror: no".to_owned() };
        let fault = anyhow!(failed).context("clippy");
        let summary = Summary::counted("Clippy", Err(fault));
        assert_eq!(summary.failed, 1);
        let told =
            "\n✗ Clippy\n    clippy: `cargo clippy` failed\n    error: no\n\n0 passed, 1 failed, 0 skipped";
        assert_eq!(summary.to_string(), told);
    }
}
