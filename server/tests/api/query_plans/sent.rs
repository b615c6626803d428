//! The statements that were sent to PostgreSQL, and which of them are inefficient.

use std::collections::{BTreeMap, BTreeSet};

use super::postgres::{self, Statement};

/// A page with more statements than this runs one per line of a list.
const MAX_STATEMENTS: usize = 30;

/// Statements without a list: intended counts of whole tables (leads and their values by status, all records for the settings,
/// a year of hours for its chart; they read an index and no rows), the space of deliveries, which is summed at most once a minute
/// while some arrive, and statements for PostgreSQL only.
const NON_LIST_STATEMENTS: [&str; 8] = [
    "SELECT status, CAST(COALESCE(CASE WHEN SUM((value_cents)",
    "SELECT 'new' AS status, COUNT(*) AS leads FROM lead",
    "SELECT (SELECT COUNT(*) FROM client),",
    "SELECT substr(spent_on, 1, 7) AS month,",
    "SELECT COALESCE(source_id, ''), 2 * SUM(OCTET_LENGTH(body))",
    "SELECT pg_database_size(",
    BEGINS_SESSION,
    "SELECT pg_notify(",
];
const BEGINS_SESSION: &str = "SELECT set_config(";

/// What was sent to PostgreSQL.
pub(super) struct SentStatements {
    /// The large tables with their numbers of rows.
    large: BTreeMap<String, i64>,
    /// The SQL of pages, requests and jobs.
    pub(super) lists: BTreeSet<String>,
    /// The SQL of an export.
    pub(super) exports: BTreeSet<String>,
    /// The inefficient statements.
    pub(super) problems: Vec<String>,
}

impl SentStatements {
    /// None yet; `large` are the tables that matter, with their numbers of rows.
    pub(super) fn of(large: BTreeMap<String, i64>) -> Self {
        Self { large, lists: BTreeSet::new(), exports: BTreeSet::new(), problems: Vec::new() }
    }

    pub(super) fn add_page(&mut self, open: &str) {
        let statements = postgres::take_statements();
        assert!(!statements.is_empty(), "{open}: PostgreSQL logged no plans");
        // Without those that begin a session: a page may open connections.
        let sent = statements.iter().filter(|one| !one.text.starts_with(BEGINS_SESSION)).count();
        if sent > MAX_STATEMENTS {
            self.problems.push(format!("{open}: {sent} statements"));
        }
        self.add_lists(open, statements);
    }

    /// The plan of its last statement may come with the next one over the same connection.
    pub(super) fn add_job(&mut self, name: &str) {
        self.add_lists(name, postgres::take_statements());
    }

    fn add_lists(&mut self, what: &str, statements: Vec<Statement>) {
        for Statement { text, plan } in statements.into_iter().filter(|one| is_list(&one.text)) {
            // A statement that several pages send is reported once.
            if self.lists.insert(text.clone()) {
                let wrong = postgres::problems(&plan, &self.large);
                self.problems.extend(wrong.iter().map(|wrong| format!("{what}: PostgreSQL: {wrong}\n  {text}")));
            }
        }
    }

    pub(super) fn add_export(&mut self) {
        for Statement { text, plan } in postgres::take_statements().into_iter().filter(|one| is_list(&one.text)) {
            let wrong = postgres::repeated_reads(&plan, &self.large);
            self.problems.extend(wrong.iter().map(|wrong| format!("export: PostgreSQL: {wrong}\n  {text}")));
            self.exports.insert(text);
        }
        assert!(self.exports.len() > self.large.len(), "{:?}", self.exports);
    }
}

fn is_list(statement: &str) -> bool {
    !NON_LIST_STATEMENTS.iter().any(|other| statement.starts_with(other))
}
