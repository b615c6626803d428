//! Bulk insert: several rows per statement.

use std::collections::BTreeSet;

use domain::Timestamp;
use sqlx::AssertSqlSafe;

use crate::Fault;
use crate::db::column::Cell;
use crate::db::{Db, Tx};
use crate::tables::{Import, insert_statement};

/// The most rows per statement: more are not faster, and the statement takes longer to parse.
const MAX_BATCH: usize = 500;

/// The rows for one table.
pub(super) struct Rows {
    table: &'static str,
    columns: Vec<&'static str>,
    values: Vec<Vec<Cell>>,
}

impl Rows {
    /// Rows of `table`; each of `values` is as long as `columns`.
    pub(super) fn new(
        table: &'static str,
        columns: &'static [&'static str],
        values: impl IntoIterator<Item = Vec<Cell>>,
    ) -> Self {
        Self { table, columns: columns.to_vec(), values: values.into_iter().collect() }
    }

    /// Without `column`, which is in a table of its own.
    pub(super) fn without(mut self, column: &str) -> Self {
        if let Some(position) = self.columns.iter().position(|name| *name == column) {
            self.columns.remove(position);
            self.values.iter_mut().for_each(|row| drop(row.remove(position)));
        }
        self
    }

    /// The rows of `records`, with the columns of their table definition.
    pub(super) fn of<I: Import>(records: Vec<I>, now: Timestamp) -> Self {
        Self::new(I::TABLE.name, I::NAMES, records.into_iter().map(|record| record.cells(now)))
    }

    pub(super) fn table(&self) -> &'static str {
        self.table
    }

    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// The distinct texts of `column`.
    pub(super) fn texts(&self, column: &str) -> Vec<String> {
        let Some(position) = self.columns.iter().position(|name| *name == column) else { return Vec::new() };
        let text = |row: &Vec<Cell>| match &row[position] {
            Cell::Text(text) => text.clone(),
            Cell::Number(_) | Cell::Bytes(_) => None,
        };
        self.values.iter().filter_map(text).collect::<BTreeSet<_>>().into_iter().collect()
    }
}

/// Writes all tables in their order; calls `progress` with the rows written and the total.
pub(super) async fn write(
    tx: &mut Tx,
    db: &Db,
    tables: Vec<Rows>,
    progress: &mut (dyn FnMut(usize, usize) + Send),
) -> Result<usize, Fault> {
    let total = tables.iter().map(|table| table.values.len()).sum();
    let mut done = 0;
    progress(done, total);
    for Rows { table, columns, values } in tables {
        let batch_size = MAX_BATCH.min(db.max_parameters() / columns.len());
        let mut rows = values.into_iter();
        loop {
            let batch: Vec<Vec<Cell>> = rows.by_ref().take(batch_size).collect();
            if batch.is_empty() {
                break;
            }
            done += batch.len();
            let statement = insert_statement(table, &columns, batch.len());
            let values: Vec<Cell> = batch.into_iter().flatten().collect();
            tx.execute(AssertSqlSafe(statement), values).await?;
            progress(done, total);
        }
    }
    Ok(total)
}
