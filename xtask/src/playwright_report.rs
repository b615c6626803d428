//! Reads counts and failed tests from Playwright's JSON report.

use serde_json::Value;

use crate::{failure::Failure, summary::Summary};

/// Reads a report. A flaky test counts as failed, and so does a report that is unreadable or empty.
pub(crate) fn read(report: &str) -> Summary {
    let Ok(report) = serde_json::from_str::<Value>(report) else {
        return Summary::failure("Playwright", "it wrote no report");
    };
    let count = |what: &str| report["stats"][what].as_u64().unwrap_or(0);
    let errors = list(&report["errors"]);
    let mut summary = Summary {
        passed: count("expected"),
        failed: count("unexpected") + count("flaky") + errors.len() as u64,
        skipped: count("skipped"),
        failures: errors.iter().map(|error| Failure::new("Playwright", text(&error["message"]))).collect(),
    };
    for suite in list(&report["suites"]) {
        collect(suite, "", &mut summary.failures);
    }
    if summary == Summary::default() { Summary::failure("Playwright", "no test ran") } else { summary }
}

/// Collects the failed tests of a file or `describe` block; `path` holds the titles of the blocks around it.
fn collect(suite: &Value, path: &str, failures: &mut Vec<Failure>) {
    let title = text(&suite["title"]);
    // The outermost suite is the file, which the location of each test names anyway.
    let path = if title == text(&suite["file"]) { path.to_owned() } else { format!("{path}{title} › ") };
    for spec in list(&suite["specs"]) {
        let location = format!("{}:{}", text(&spec["file"]), spec["line"]);
        for test in list(&spec["tests"]) {
            let status = text(&test["status"]);
            if matches!(status, "unexpected" | "flaky") {
                let name = format!("[{}] {location} › {path}{}", text(&test["projectName"]), text(&spec["title"]));
                failures.push(Failure::new(name, &error_messages(test)));
            }
        }
    }
    for inner in list(&suite["suites"]) {
        collect(inner, &path, failures);
    }
}

/// The errors of the first run that has any.
fn error_messages(test: &Value) -> String {
    let results = list(&test["results"]);
    let failed = results.iter().find(|result| !list(&result["errors"]).is_empty());
    let errors = failed.map(|result| list(&result["errors"])).unwrap_or_default();
    errors.iter().map(|error| text(&error["message"])).collect::<Vec<_>>().join("\n")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::failure::report as text_of;

    #[test]
    fn flaky_test_counts_as_failed() {
        let report = r#"{"stats":{"expected":4,"unexpected":1,"flaky":2,"skipped":3},"errors":[]}"#;
        let summary = read(report);
        assert_eq!((summary.passed, summary.failed, summary.skipped), (4, 3, 3));
    }

    #[test]
    fn report_without_tests_is_a_failure() {
        for report in ["", "{}"] {
            let summary = read(report);
            assert_eq!((summary.passed, summary.failed, summary.failures.len()), (0, 1, 1), "{report}");
        }
    }

    #[test]
    fn failed_test_has_location_title_and_errors() {
        let report = r#"{
            "stats": {"expected": 1, "unexpected": 1, "flaky": 0, "skipped": 0},
            "errors": [],
            "suites": [{"title": "live.spec.ts", "file": "live.spec.ts", "specs": [], "suites": [
                {"title": "with JavaScript", "file": "live.spec.ts", "specs": [
                    {"title": "arrives", "file": "live.spec.ts", "line": 7, "tests": [
                        {"projectName": "phone", "status": "expected", "results": [{"errors": []}]},
                        {"projectName": "desktop", "status": "unexpected", "results": [{"errors": [
                            {"message": "\u001b[31mTest timeout of 30000ms exceeded.\u001b[39m"},
                            {"message": "Error: locator.click\n\n  waiting for Invia"}
                        ]}]}
                    ]}
                ]}
            ]}]
        }"#;
        let expected = "\n✗ [desktop] live.spec.ts:7 › with JavaScript › arrives\n    \
                    Test timeout of 30000ms exceeded.\n    Error: locator.click\n      waiting for Invia\n";
        assert_eq!(text_of(&read(report).failures), expected);
    }

    #[test]
    fn error_outside_of_tests_is_a_failure() {
        let report = r#"{"stats":{"expected":4},"errors":[{"message":"SyntaxError: support.ts"}]}"#;
        let summary = read(report);
        assert_eq!(summary.failed, 1);
        assert_eq!(text_of(&summary.failures), "\n✗ Playwright\n    SyntaxError: support.ts\n");
    }
}
