//! Writing many rows: several in one statement.

use std::collections::BTreeSet;
use std::fmt::Write;

use domain::Timestamp;
use sqlx::AssertSqlSafe;

use crate::Fault;
use crate::db::{Db, Tx};

/// How many rows one statement writes: more gain nothing and make the statement long to read.
const ROWS_AT_ONCE: usize = 500;

/// The rows for one table.
pub(super) struct Table {
    name: &'static str,
    columns: &'static [&'static str],
    rows: Vec<Vec<Cell>>,
}

/// A value of a row.
#[derive(Debug)]
pub(super) enum Cell {
    Text(Option<String>),
    Number(Option<i64>),
}

/// A text.
pub(super) fn text(value: impl Into<String>) -> Cell {
    Cell::Text(Some(value.into()))
}

/// A text that may be absent.
pub(super) fn maybe_text<T: Into<String>>(value: Option<T>) -> Cell {
    Cell::Text(value.map(Into::into))
}

/// A number.
pub(super) fn number(value: i64) -> Cell {
    Cell::Number(Some(value))
}

/// A moment.
pub(super) fn moment(value: Timestamp) -> Cell {
    number(value.as_millis())
}

/// A moment that may be absent.
pub(super) fn maybe_moment(value: Option<Timestamp>) -> Cell {
    Cell::Number(value.map(Timestamp::as_millis))
}

impl Table {
    /// `rows` for the table `name`, each as long as `columns`.
    pub(super) fn new(
        name: &'static str,
        columns: &'static [&'static str],
        rows: impl IntoIterator<Item = Vec<Cell>>,
    ) -> Self {
        Self { name, columns, rows: rows.into_iter().collect() }
    }

    /// The table's name.
    pub(super) fn name(&self) -> &'static str {
        self.name
    }

    /// Every text of `column`, once.
    pub(super) fn texts(&self, column: &str) -> Vec<String> {
        let Some(place) = self.columns.iter().position(|name| *name == column) else { return Vec::new() };
        let text = |row: &Vec<Cell>| match &row[place] {
            Cell::Text(text) => text.clone(),
            Cell::Number(_) => None,
        };
        self.rows.iter().filter_map(text).collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// `INSERT INTO name (…) VALUES ($1, …), …`
    fn statement(&self, rows: usize) -> String {
        let mut sql = format!("INSERT INTO {} ({}) VALUES ", self.name, self.columns.join(", "));
        for row in 0..rows {
            sql.push_str(if row == 0 { "(" } else { ", (" });
            for column in 0..self.columns.len() {
                let comma = if column == 0 { "" } else { ", " };
                let number = row * self.columns.len() + column + 1;
                write!(sql, "{comma}${number}").expect("writing to a string cannot fail");
            }
            sql.push(')');
        }
        sql
    }
}

/// Writes all tables in their order; tells `progress` how many rows of how many are in.
pub(super) async fn write(
    tx: &mut Tx,
    db: &Db,
    tables: Vec<Table>,
    progress: &mut (dyn FnMut(usize, usize) + Send),
) -> Result<usize, Fault> {
    let total = tables.iter().map(|table| table.rows.len()).sum();
    let mut done = 0;
    progress(done, total);
    for mut table in tables {
        let at_once = ROWS_AT_ONCE.min(db.most_parameters() / table.columns.len());
        let mut rows = std::mem::take(&mut table.rows).into_iter();
        loop {
            let batch: Vec<Vec<Cell>> = rows.by_ref().take(at_once).collect();
            if batch.is_empty() {
                break;
            }
            done += batch.len();
            let mut query = sqlx::query(AssertSqlSafe(table.statement(batch.len())));
            for cell in batch.into_iter().flatten() {
                query = match cell {
                    Cell::Text(text) => query.bind(text),
                    Cell::Number(number) => query.bind(number),
                };
            }
            query.execute(&mut **tx).await?;
            progress(done, total);
        }
    }
    Ok(total)
}
