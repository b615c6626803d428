//! What the store counts for a monitor, in Prometheus' default registry (docs/REFERENCE.md#metrics). Each label has few values, and none is a name that somebody has chosen.

use std::sync::LazyLock;

use prometheus::{
    Histogram, HistogramVec, IntCounter, IntCounterVec, register_histogram, register_histogram_vec,
    register_int_counter_vec,
};

const VALID: &str = "a name and labels that Prometheus accepts, once";

static POLLS: LazyLock<IntCounterVec> = LazyLock::new(|| {
    register_int_counter_vec!("atrio_polls_total", "Polls of portals by what answered them.", &["source"]).expect(VALID)
});
pub(crate) static POLLS_FROM_MEMORY: LazyLock<IntCounter> = LazyLock::new(|| POLLS.with_label_values(&["memory"]));
pub(crate) static POLLS_FROM_DATABASE: LazyLock<IntCounter> = LazyLock::new(|| POLLS.with_label_values(&["database"]));

/// The number of members of each group that was committed on SQLite; one for each transaction on PostgreSQL.
pub(crate) static COMMITS: LazyLock<Histogram> = LazyLock::new(|| {
    let buckets = vec![1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0];
    register_histogram!("atrio_commit_transactions", "Transactions that shared a commit.", buckets).expect(VALID)
});

/// The wait for a connection, and to write on SQLite for one's turn.
static WAITS: LazyLock<HistogramVec> = LazyLock::new(|| {
    let buckets = vec![0.0001, 0.001, 0.01, 0.1, 1.0, 5.0];
    let help = "Waits for a connection of the database.";
    register_histogram_vec!("atrio_database_wait_seconds", help, &["operation"], buckets).expect(VALID)
});

pub(crate) static READ_WAITS: LazyLock<Histogram> = LazyLock::new(|| WAITS.with_label_values(&["read"]));
pub(crate) static WRITE_WAITS: LazyLock<Histogram> = LazyLock::new(|| WAITS.with_label_values(&["write"]));

pub(crate) static DELIVERIES: LazyLock<IntCounterVec> = LazyLock::new(|| {
    let help = "Deliveries of leads that were processed, by the kind of their source.";
    register_int_counter_vec!("atrio_deliveries_total", help, &["sender", "outcome"]).expect(VALID)
});

pub(crate) static REFUSED_DELIVERIES: LazyLock<IntCounterVec> = LazyLock::new(|| {
    let help = "Deliveries of leads that were refused before they were stored, at most one a minute for each source.";
    register_int_counter_vec!("atrio_deliveries_refused_total", help, &["reason"]).expect(VALID)
});
