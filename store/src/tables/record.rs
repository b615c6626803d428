//! Reading and writing records of `domain`.

use std::fmt::Write as _;

use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AssertSqlSafe, FromRow};

use super::Cell;
use crate::Fault;
use crate::db::Connection;

/// A record whose fields are the columns of a table, which has an `id`.
pub trait Record: Sized {
    const TABLE: &'static str;
    /// The columns that are written.
    const NAMES: &'static [&'static str];
    /// The columns that [`Record::read`] needs, for a SELECT.
    const COLUMNS: &'static str;

    fn read(row: &AnyRow) -> Result<Self, Fault>;
    fn cells(&self) -> Vec<Cell>;
}

/// A record fetched by [`sqlx::query_as`].
pub(crate) struct Row<R>(pub(crate) R);

impl<'r, R: Record> FromRow<'r, AnyRow> for Row<R> {
    fn from_row(row: &'r AnyRow) -> Result<Self, sqlx::Error> {
        R::read(row).map(Self).map_err(|fault| sqlx::Error::Decode(Box::new(fault)))
    }
}

/// The records of `from`, the part of a SELECT after FROM, with `keys` as $1, $2 and so on.
pub(crate) async fn select<R: Record>(
    connection: &mut Connection,
    from: &str,
    keys: &[&str],
) -> Result<Vec<R>, Fault> {
    let statement = format!("SELECT {} FROM {from}", R::COLUMNS);
    let query = sqlx::query(AssertSqlSafe(statement));
    let query = keys.iter().fold(query, |query, key| query.bind((*key).to_owned()));
    query.fetch_all(connection).await?.iter().map(R::read).collect()
}

/// As [`select`], for at most one record.
pub(crate) async fn select_one<R: Record>(
    connection: &mut Connection,
    from: &str,
    keys: &[&str],
) -> Result<Option<R>, Fault> {
    Ok(select(connection, from, keys).await?.pop())
}

/// Inserts a record; false when its id or another unique value exists.
pub(crate) async fn insert<R: Record>(connection: &mut Connection, record: &R) -> Result<bool, sqlx::Error> {
    insert_with(connection, record, &[]).await
}

/// As [`insert`], with numbers in columns that are not fields of the record.
pub(crate) async fn insert_with<R: Record>(
    connection: &mut Connection,
    record: &R,
    counts: &[(&str, i64)],
) -> Result<bool, sqlx::Error> {
    let names: Vec<&str> = R::NAMES.iter().copied().chain(counts.iter().map(|(name, _)| *name)).collect();
    let statement = format!("{} ON CONFLICT DO NOTHING", insert_statement(R::TABLE, &names, 1));
    let counts = counts.iter().map(|(_, number)| Cell::Number(Some(*number)));
    let query = bind_cells(sqlx::query(AssertSqlSafe(statement)), record.cells().into_iter().chain(counts));
    Ok(query.execute(connection).await?.rows_affected() > 0)
}

/// Updates every column of the record with this id. The caller must have locked the row before reading the
/// record.
pub(crate) async fn update<R: Record>(connection: &mut Connection, record: &R) -> Result<(), sqlx::Error> {
    let (mut sets, mut id) = (Vec::new(), 0);
    for (number, name) in (1..).zip(R::NAMES) {
        if *name == "id" {
            id = number;
        } else {
            sets.push(format!("{name} = ${number}"));
        }
    }
    let statement = format!("UPDATE {} SET {} WHERE id = ${id}", R::TABLE, sets.join(", "));
    bind_cells(sqlx::query(AssertSqlSafe(statement)), record.cells()).execute(connection).await?;
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

pub(crate) fn bind_cells(
    query: Query<'_, Any, AnyArguments>,
    cells: impl IntoIterator<Item = Cell>,
) -> Query<'_, Any, AnyArguments> {
    cells.into_iter().fold(query, |query, cell| match cell {
        Cell::Text(text) => query.bind(text),
        Cell::Number(number) => query.bind(number),
    })
}
