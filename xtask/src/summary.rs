//! Counts of tests, and the failures among them.

use std::{fmt, ops::AddAssign};

use crate::{
    command::CommandFailed,
    failure::{self, Failure, error_excerpt},
};

#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct Summary {
    pub(crate) passed: u64,
    /// Includes what could not be run at all.
    pub(crate) failed: u64,
    pub(crate) skipped: u64,
    /// As far as they have names.
    pub(crate) failures: Vec<Failure>,
}

impl Summary {
    /// One failure: of a check, a build.
    pub(crate) fn failure(name: &str, message: &str) -> Self {
        Self { failed: 1, failures: vec![Failure::new(name, message)], ..Self::default() }
    }

    /// The summary of a part of the tests. An error of the part as a whole is printed and becomes one failure,
    /// so that the other parts still run.
    pub(crate) fn of_part(part: &str, result: anyhow::Result<Self>) -> Self {
        result.unwrap_or_else(|error| {
            eprintln!("\n✗ {error:#}");
            let stderr = error.downcast_ref::<CommandFailed>().map(|failed| error_excerpt(&failed.stderr));
            Self::failure(part, &format!("{error:#}\n{}", stderr.unwrap_or_default()))
        })
    }

    /// Puts the name of a part of the tests before the name of each failure.
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
            writeln!(f, "{}", failure::report(&self.failures))?;
        }
        write!(f, "{} passed, {} failed, {} skipped", self.passed, self.failed, self.skipped)
    }
}

#[cfg(test)]
mod tests {
    use anyhow::anyhow;

    use super::Summary;
    use crate::command::CommandFailed;

    #[test]
    fn counts_are_the_last_line_after_the_failures() {
        let mut all = Summary { passed: 1, skipped: 2, ..Summary::default() };
        assert_eq!(all.to_string(), "1 passed, 0 failed, 2 skipped");
        all += Summary::failure("Formatting", "`cargo fmt` failed").within("lint");
        assert_eq!(all.to_string(), "\n✗ lint: Formatting\n    `cargo fmt` failed\n\n1 passed, 1 failed, 2 skipped");
    }

    #[test]
    fn error_of_a_part_is_one_failure_with_causes_and_stderr() {
        let failed = CommandFailed {
            description: "`cargo clippy` failed".to_owned(),
            stderr: "   Checking\nerror: no".to_owned(),
        };
        let error = anyhow!(failed).context("clippy");
        let summary = Summary::of_part("Clippy", Err(error));
        assert_eq!(summary.failed, 1);
        let expected = "\n✗ Clippy\n    clippy: `cargo clippy` failed\n    error: no\n\n0 passed, 1 failed, 0 skipped";
        assert_eq!(summary.to_string(), expected);
    }
}
