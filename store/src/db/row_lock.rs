//! Locking a row while it is changed.

use sqlx::AssertSqlSafe;

use crate::Fault;
use crate::db::Connection;

/// Locks the row `id` of `table` until the transaction ends; returns whether it exists. Later reads in the
/// transaction see the newest commit. (Updating the id to itself locks the row on PostgreSQL; on SQLite a
/// writing transaction is exclusive anyway.)
pub(crate) async fn acquire(connection: &mut Connection, table: &'static str, id: &str) -> Result<bool, Fault> {
    let sql = AssertSqlSafe(format!("UPDATE {table} SET id = id WHERE id = $1"));
    let locked = connection.execute(sql, [id]).await?;
    Ok(locked > 0)
}
