//! What Playwright says in its JSON report: counts, the titles of failed stories, and why they failed.

use serde_json::Value;

use crate::{failure::Failure, summary::Summary};

/// Reads a report. A story that passed only when repeated has failed, and so has a report that
/// cannot be read or names no story.
pub(crate) fn read(report: &str) -> Summary {
    let Ok(report) = serde_json::from_str::<Value>(report) else {
        return Summary::failure("Playwright", "it left no report");
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
    if summary == Summary::default() { Summary::failure("Playwright", "no story was told") } else { summary }
}

/// Gathers what failed in a file or in a `describe` inside it; `path`: the titles around it.
fn collect(suite: &Value, path: &str, failures: &mut Vec<Failure>) {
    let title = text(&suite["title"]);
    // The outermost suite is the file, which the place of each story names anyway.
    let path = if title == text(&suite["file"]) { path.to_owned() } else { format!("{path}{title} › ") };
    for spec in list(&suite["specs"]) {
        let place = format!("{}:{}", text(&spec["file"]), spec["line"]);
        for told in list(&spec["tests"]) {
            let status = text(&told["status"]);
            if matches!(status, "unexpected" | "flaky") {
                let name =
                    format!("[{}] {place} › {path}{}", text(&told["projectName"]), text(&spec["title"]));
                failures.push(Failure::new(name, &why(told)));
            }
        }
    }
    for inner in list(&suite["suites"]) {
        collect(inner, &path, failures);
    }
}

/// What went wrong in the first run that did.
fn why(told: &Value) -> String {
    let results = list(&told["results"]);
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
    use crate::failure::listed;

    #[test]
    fn a_flaky_story_has_failed() {
        let report = r#"{"stats":{"expected":4,"unexpected":1,"flaky":2,"skipped":3},"errors":[]}"#;
        let summary = read(report);
        assert_eq!((summary.passed, summary.failed, summary.skipped), (4, 3, 3));
    }

    #[test]
    fn a_report_without_any_story_is_a_failure() {
        for report in ["", "{}"] {
            let summary = read(report);
            assert_eq!((summary.passed, summary.failed, summary.failures.len()), (0, 1, 1), "{report}");
        }
    }

    #[test]
    fn a_failed_story_is_named_by_its_place_and_title_with_what_went_wrong() {
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
        let told = "\n✗ [desktop] live.spec.ts:7 › with JavaScript › arrives\n    \
                    Test timeout of 30000ms exceeded.\n    Error: locator.click\n      waiting for Invia\n";
        assert_eq!(listed(&read(report).failures), told);
    }

    #[test]
    fn an_error_outside_of_every_story_is_told_too() {
        let report = r#"{"stats":{"expected":4},"errors":[{"message":"SyntaxError: support.ts"}]}"#;
        let summary = read(report);
        assert_eq!(summary.failed, 1);
        assert_eq!(listed(&summary.failures), "\n✗ Playwright\n    SyntaxError: support.ts\n");
    }
}
