//! Reading and writing records of `domain`.

use std::fmt::Write as _;

use sqlx::AssertSqlSafe;

use crate::Fault;
use crate::db::Connection;
use crate::db::column::{Cell, Column as _};
use crate::db::query::{FromRow, Values};

/// A record whose fields are the columns of a table, which has an `id`.
pub trait Record: FromRow {
    const TABLE: &'static str;
    /// The columns that are written.
    const NAMES: &'static [&'static str];
    /// The columns that it is read from, for a SELECT.
    const COLUMNS: &'static str;

    fn cells(&self) -> Vec<Cell>;
}

/// The records of `from`, the part of a SELECT after FROM.
pub(crate) async fn select<R: Record>(
    connection: &mut Connection,
    from: &str,
    values: impl Values,
) -> Result<Vec<R>, Fault> {
    connection.fetch_all(AssertSqlSafe(format!("SELECT {} FROM {from}", R::COLUMNS)), values).await
}

/// As [`select`], for at most one record.
pub(crate) async fn select_one<R: Record>(
    connection: &mut Connection,
    from: &str,
    values: impl Values,
) -> Result<Option<R>, Fault> {
    Ok(select(connection, from, values).await?.pop())
}

/// Inserts a record; false when its id or another unique value exists.
pub(crate) async fn insert<R: Record>(connection: &mut Connection, record: &R) -> Result<bool, Fault> {
    insert_with(connection, record, &[]).await
}

/// As [`insert`], with numbers in columns that are not fields of the record.
pub(crate) async fn insert_with<R: Record>(
    connection: &mut Connection,
    record: &R,
    counts: &[(&str, i64)],
) -> Result<bool, Fault> {
    let names: Vec<&str> = R::NAMES.iter().copied().chain(counts.iter().map(|(name, _)| *name)).collect();
    let statement = format!("{} ON CONFLICT DO NOTHING", insert_statement(R::TABLE, &names, 1));
    let mut cells = record.cells();
    cells.extend(counts.iter().map(|(_, number)| number.into_cell()));
    Ok(connection.execute(AssertSqlSafe(statement), cells).await? > 0)
}

/// Updates every column of the record with this id. The caller must have locked the row before reading the
/// record.
pub(crate) async fn update<R: Record>(connection: &mut Connection, record: &R) -> Result<(), Fault> {
    let (mut sets, mut id) = (Vec::new(), 0);
    for (number, name) in (1..).zip(R::NAMES) {
        if *name == "id" {
            id = number;
        } else {
            sets.push(format!("{name} = ${number}"));
        }
    }
    let statement = format!("UPDATE {} SET {} WHERE id = ${id}", R::TABLE, sets.join(", "));
    connection.execute(AssertSqlSafe(statement), record.cells()).await?;
    Ok(())
}

/// `INSERT INTO table (…) VALUES ($1, …), …`
pub(crate) fn insert_statement(table: &str, columns: &[&str], rows: usize) -> String {
    let mut sql = format!("INSERT INTO {table} ({}) VALUES ", columns.join(", "));
    for row in 0..rows {
        sql.push_str(if row == 0 { "(" } else { ", (" });
        for column in 0..columns.len() {
            let comma = if column == 0 { "" } else { ", " };
            let number = row * columns.len() + column + 1;
            write!(sql, "{comma}${number}").expect("writing to a string cannot fail");
        }
        sql.push(')');
    }
    sql
}
