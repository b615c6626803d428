//! Query plans of SQLite for the same statements: `EXPLAIN QUERY PLAN`.

use std::collections::{BTreeMap, HashMap};

use sqlx::{AnyConnection, AssertSqlSafe, Row};

/// Keywords that may follow the name of a table and are not an alias.
const KEYWORDS: [&str; 22] = [
    "WHERE", "ON", "JOIN", "LEFT", "INNER", "CROSS", "ORDER", "GROUP", "LIMIT", "SET", "USING", "UNION", "HAVING",
    "SELECT", "VALUES", "RETURNING", "INDEXED", "NOT", "EXCEPT", "INTERSECT", "WINDOW", "DO",
];

/// Partial indexes, such as of unread messages: a full scan of one is not a full scan of the table.
pub(super) async fn partial_indexes(connection: &mut AnyConnection) -> Vec<String> {
    let partial = "SELECT name FROM sqlite_master WHERE type = 'index' AND sql LIKE '% WHERE %'";
    sqlx::query_scalar(partial).fetch_all(connection).await.expect("indexes")
}

/// The inefficient steps of the plan of `statement` on `large` tables.
pub(super) async fn problems(
    connection: &mut AnyConnection,
    statement: &str,
    large: &BTreeMap<String, i64>,
    partial: &[String],
) -> Vec<String> {
    let steps = match plan(connection, statement).await {
        Ok(steps) => steps,
        Err(error) => return vec![format!("cannot be explained: {error}")],
    };
    let names = table_aliases(statement, large);
    // A scan of an index in result order stops at the LIMIT.
    let is_sorted = steps.iter().any(|step| step.starts_with("USE TEMP B-TREE"));
    let is_page = statement.to_uppercase().contains("LIMIT") && !is_sorted;
    let reads_all = |step: &&String| {
        let of_index = step.contains(" INDEX ") || step.contains("USING PRIMARY KEY");
        let of_part = partial.iter().any(|index| step.ends_with(&format!(" INDEX {index}")));
        match step.split_once(' ') {
            Some(("SCAN", rest)) => is_large(rest, &names) && !of_part && !(of_index && is_page),
            Some(("SEARCH", rest)) => is_large(rest, &names) && step.contains("AUTOMATIC"),
            _ => false,
        }
    };
    steps.iter().filter(reads_all).cloned().collect()
}

/// The steps that read all of one of the `large` tables.
pub(super) async fn full_scans(
    connection: &mut AnyConnection,
    statement: &str,
    large: &BTreeMap<String, i64>,
) -> Vec<String> {
    let steps = plan(connection, statement).await.expect("a plan");
    let names = table_aliases(statement, large);
    let is_scan = |step: &String| step.strip_prefix("SCAN ").is_some_and(|rest| is_large(rest, &names));
    steps.into_iter().filter(is_scan).collect()
}

async fn plan(connection: &mut AnyConnection, statement: &str) -> Result<Vec<String>, sqlx::Error> {
    let explain = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {statement}"));
    let rows = sqlx::raw_sql(explain).fetch_all(connection).await?;
    Ok(rows.iter().map(|row| row.get("detail")).collect())
}

fn is_large(step: &str, names: &HashMap<String, String>) -> bool {
    step.split_whitespace().next().is_some_and(|name| names.contains_key(name))
}

/// The names and aliases of the large tables in `statement`.
fn table_aliases(statement: &str, large: &BTreeMap<String, i64>) -> HashMap<String, String> {
    let words: Vec<&str> = statement.split_whitespace().collect();
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_ascii_alphanumeric() && c != '_').to_owned();
    let mut names = HashMap::new();
    for (position, word) in words.iter().enumerate() {
        let table = bare(word);
        if !large.contains_key(&table) {
            continue;
        }
        names.insert(table.clone(), table.clone());
        // A keyword ends the table reference; `comment, task` and `comment)` have no alias.
        if word.ends_with([',', ')', ';']) {
            continue;
        }
        let mut after = words[position + 1..].iter().copied().skip_while(|word| word.eq_ignore_ascii_case("AS"));
        if let Some(other) = after.next().map(bare).filter(|other| is_name(other)) {
            names.insert(other, table);
        }
    }
    names
}

fn is_name(word: &str) -> bool {
    !word.is_empty() && !KEYWORDS.iter().any(|keyword| keyword.eq_ignore_ascii_case(word))
}

#[test]
fn table_aliases_are_found() {
    let large = BTreeMap::from([("comment".to_owned(), 9), ("task".to_owned(), 9)]);
    let found = |statement| {
        let mut found: Vec<_> = table_aliases(statement, &large).into_keys().collect();
        found.sort();
        found
    };
    assert_eq!(found("SELECT 1 FROM comment c JOIN task AS t ON t.id = c.task_id"), ["c", "comment", "t", "task"]);
    assert_eq!(found("SELECT 1 FROM (SELECT 1 FROM comment) x, task, other WHERE 1"), ["comment", "task"]);
    assert_eq!(found("DELETE FROM comment WHERE id = $1"), ["comment"]);
    assert_eq!(found("SELECT id FROM lead l"), Vec::<String>::new());
}
