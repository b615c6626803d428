//! What the server counts for a monitor, in Prometheus' default registry beside what `store` counts
//! (docs/REFERENCE.md#metrics). Each label has few values: routes, never paths.

mod gauges;
pub mod listener;

use std::sync::LazyLock;
use std::time::Duration;

use axum::http::{Method, StatusCode};
use domain::notifications::Medium;
use prometheus::{
    Histogram, HistogramVec, IntCounterVec, exponential_buckets, register_histogram_vec, register_int_counter_vec,
};
use store::Outcome;

const VALID: &str = "a name and labels that Prometheus accepts, once";

static REQUESTS: LazyLock<HistogramVec> = LazyLock::new(|| {
    // From half a millisecond to eight seconds.
    let buckets = exponential_buckets(0.0005, 4.0, 8).expect("a start and a factor above one");
    let help = "Requests until their answer begins, by route.";
    register_histogram_vec!("atrio_http_request_duration_seconds", help, &["method", "route", "status"], buckets)
        .expect(VALID)
});
/// Looked up once: of polls there are thousands a second.
static POLLS: LazyLock<Histogram> =
    LazyLock::new(|| REQUESTS.with_label_values(&["GET", app::api::chat::PATH, StatusCode::OK.as_str()]));

static NOTIFICATIONS: LazyLock<IntCounterVec> = LazyLock::new(|| {
    let help = "Attempts to send an e-mail or a push message, by their end.";
    register_int_counter_vec!("atrio_notification_attempts_total", help, &["medium", "result"]).expect(VALID)
});

static RATE_LIMITED: LazyLock<IntCounterVec> = LazyLock::new(|| {
    register_int_counter_vec!("atrio_rate_limited_total", "Requests over a limit.", &["operation"]).expect(VALID)
});

static SIGN_INS: LazyLock<IntCounterVec> = LazyLock::new(|| {
    register_int_counter_vec!("atrio_sign_ins_total", "Attempts of the agency to sign in.", &["result"]).expect(VALID)
});

/// An answered request. `route` is the path of a route, with its parameters in braces.
pub(crate) fn count_request(method: &Method, route: &str, status: StatusCode, duration: Duration) {
    if *method == Method::GET && route == app::api::chat::PATH && status == StatusCode::OK {
        return POLLS.observe(duration.as_secs_f64());
    }
    REQUESTS.with_label_values(&[method_label(method), route, status.as_str()]).observe(duration.as_secs_f64());
}

/// Strangers can make up methods.
fn method_label(method: &Method) -> &str {
    let is_known = [Method::GET, Method::HEAD, Method::POST, Method::PATCH, Method::DELETE, Method::OPTIONS];
    if is_known.contains(method) { method.as_str() } else { "other" }
}

const ATTEMPT_RESULTS: [&str; 6] = ["sent", "skipped", "postponed", "retried", "unclear", "failed"];

pub(crate) fn count_attempt(medium: Medium, outcome: &Outcome) {
    let [sent, skipped, postponed, retried, unclear, failed] = ATTEMPT_RESULTS;
    let result = match outcome {
        Outcome::Sent { .. } => sent,
        Outcome::Skipped(_) => skipped,
        Outcome::Later(_) => postponed,
        Outcome::Retry(_) => retried,
        Outcome::Unclear(_) => unclear,
        Outcome::Failed(_) => failed,
    };
    NOTIFICATIONS.with_label_values(&[medium.as_str(), result]).inc();
}

pub(crate) fn count_over_limit(operation: &str) {
    RATE_LIMITED.with_label_values(&[operation]).inc();
}

/// The end of an attempt to sign in; the other ends are in the log.
#[derive(Debug, Clone, Copy)]
pub(crate) enum SignInResult {
    Accepted,
    /// The password is right, and a code is asked for.
    CodeRequired,
    Refused,
    /// Not tried, because too many have failed before.
    Delayed,
}

impl SignInResult {
    const ALL: [Self; 4] = [Self::Accepted, Self::CodeRequired, Self::Refused, Self::Delayed];

    const fn as_str(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::CodeRequired => "code_required",
            Self::Refused => "refused",
            Self::Delayed => "delayed",
        }
    }
}

pub(crate) fn count_sign_in(result: SignInResult) {
    SIGN_INS.with_label_values(&[result.as_str()]).inc();
}

/// Begins the counters that alerts look at with zero: else the first failure is no rise.
fn begin_with_zero() {
    for result in SignInResult::ALL {
        SIGN_INS.with_label_values(&[result.as_str()]);
    }
    for (medium, result) in Medium::ALL.iter().flat_map(|medium| ATTEMPT_RESULTS.map(|result| (medium, result))) {
        NOTIFICATIONS.with_label_values(&[medium.as_str(), result]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn made_up_method_has_no_label_of_its_own() {
        let made_up = Method::from_bytes(b"BREW").unwrap();
        assert_eq!((method_label(&made_up), method_label(&Method::PATCH)), ("other", "PATCH"));
    }
}
