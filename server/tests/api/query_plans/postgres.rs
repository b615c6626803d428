//! Executed plans of PostgreSQL: `auto_explain` sends the plan of every statement with its parameters over
//! the connection, and sqlx passes it to `tracing`.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::{Mutex, Once};

use serde_json::Value;
use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::layer::{Context, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;

/// Settings of the database. Full scans are made the last resort even on tables as small as in a test.
pub(super) const SETTINGS: [&str; 9] = [
    "session_preload_libraries = 'auto_explain'",
    "auto_explain.log_min_duration = 0",
    "auto_explain.log_analyze = on",
    "auto_explain.log_timing = off",
    "auto_explain.log_format = json",
    "auto_explain.log_level = notice",
    "enable_seqscan = off",
    "random_page_cost = 1.1",
    "jit = off",
];

/// A statement may look at this many rows of a table for the fifty lines of a page, plus a tenth of the
/// table. A full scan looks at far more.
const MAX_ROWS_READ: i64 = 300;

static NOTICES: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Starts collecting plans. Only databases with [`SETTINGS`] send any.
pub(super) fn capture_notices() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let notices = filter_fn(|metadata| metadata.target() == "sqlx::postgres::notice");
        tracing_subscriber::registry().with(NoticeLayer.with_filter(notices)).init();
    });
}

/// The statements that were executed since the last call.
pub(super) fn take_statements() -> Vec<Statement> {
    let notices = std::mem::take(&mut *NOTICES.lock().expect("no test panics while listening"));
    notices.iter().filter_map(|notice| Statement::read(notice)).collect()
}

struct NoticeLayer;

impl<S: Subscriber> Layer<S> for NoticeLayer {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        event.record(&mut MessageVisitor);
    }
}

struct MessageVisitor;

impl Visit for MessageVisitor {
    fn record_str(&mut self, field: &Field, value: &str) {
        if field.name() == "message" {
            NOTICES.lock().expect("no test panics while listening").push(value.to_owned());
        }
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.record_str(field, &format!("{value:?}"));
    }
}

/// An executed statement and its plan.
#[derive(Debug, Clone)]
pub(super) struct Statement {
    /// The SQL with placeholders.
    pub(super) text: String,
    pub(super) plan: Value,
}

impl Statement {
    fn read(notice: &str) -> Option<Self> {
        let (_, json) = notice.split_once("plan:")?;
        let mut plan: Value = serde_json::from_str(json).expect("auto_explain's JSON");
        let text = plan["Query Text"].as_str()?.to_owned();
        Some(Self { text, plan: plan["Plan"].take() })
    }
}

/// The inefficient scans of `large` tables (name and number of rows).
pub(super) fn problems(plan: &Value, large: &BTreeMap<String, i64>) -> Vec<String> {
    let mut problems = Vec::new();
    each_scan(plan, &mut |node, table| {
        let Some(rows) = large.get(table) else { return };
        let how = node["Node Type"].as_str().unwrap_or_default();
        let touched = rows_read(node);
        if how == "Seq Scan" {
            problems.push(format!("reads all of {table}"));
        } else if touched > MAX_ROWS_READ + rows / 10 {
            let index = node["Index Name"].as_str().unwrap_or("no index");
            problems.push(format!("{how} of {table} by {index} touches {touched} of {rows} rows"));
        }
    });
    problems
}

/// The scans of `large` tables that look at more rows than the statement returns.
pub(super) fn repeated_reads(plan: &Value, large: &BTreeMap<String, i64>) -> Vec<String> {
    let returned = plan["Actual Rows"].as_i64().unwrap_or_default();
    let mut repeated = Vec::new();
    each_scan(plan, &mut |node, table| {
        let touched = rows_read(node);
        if large.contains_key(table) && touched > returned + MAX_ROWS_READ {
            repeated.push(format!("touches {touched} rows of {table} for {returned}"));
        }
    });
    repeated
}

fn each_scan<'a>(node: &'a Value, see: &mut impl FnMut(&'a Value, &'a str)) {
    // The plan of an INSERT names a relation too, but reads no rows of it.
    if let Some(table) = node["Relation Name"].as_str().filter(|_| node["Node Type"] != "ModifyTable") {
        see(node, table);
    }
    for inner in node["Plans"].as_array().into_iter().flatten() {
        each_scan(inner, see);
    }
}

/// The number of rows a scan looked at, matching or not, over all loops.
fn rows_read(node: &Value) -> i64 {
    let rows = |what: &str| node[what].as_i64().unwrap_or_default();
    let each = ["Actual Rows", "Rows Removed by Filter", "Rows Removed by Index Recheck"].map(rows);
    each.iter().sum::<i64>() * rows("Actual Loops")
}
