//! Holding a record while it is changed.

use sqlx::{AnyConnection, AssertSqlSafe};

use crate::Fault;

/// Keeps everybody else from changing the record `id` of `table` until the transaction ends; whether
/// there is one. What is read afterwards is what stands. (Writing the id as it is locks the row on PostgreSQL;
/// on SQLite a transaction that writes is alone anyway.)
pub(crate) async fn acquire(
    connection: &mut AnyConnection,
    table: &'static str,
    id: &str,
) -> Result<bool, Fault> {
    let held = sqlx::query(AssertSqlSafe(format!("UPDATE {table} SET id = id WHERE id = $1")))
        .bind(id)
        .execute(connection)
        .await?;
    Ok(held.rows_affected() > 0)
}
