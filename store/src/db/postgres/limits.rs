//! How long a statement, a lock, an open transaction and a silent connection may last.

use std::time::Duration;

use sqlx::{AnyConnection, Executor as _};

use crate::Fault;
use crate::db::{REQUEST_WAIT, Tx};

/// What this process waits for at most.
#[derive(Debug, Clone, Copy)]
pub(in crate::db) struct Limits {
    /// A connection of a pool.
    pub(in crate::db) acquire: Duration,
    /// The answer to a statement, or its next row. Longer than the limits of the server, whose errors say more.
    pub(in crate::db) statement: Duration,
    /// The answer to a question that costs the server nothing.
    pub(in crate::db) answer: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self { acquire: REQUEST_WAIT, statement: Duration::from_secs(10), answer: Duration::from_secs(2) }
    }
}

/// Compiling a statement takes longer than any statement here, so JIT is off. What is set already, in `DATABASE_URL`, for the role or for the server, stays.
const SET: &str = "SELECT set_config(name, value, false) FROM pg_settings JOIN (VALUES \
    ('lock_timeout', '5s'), ('statement_timeout', '8s'), ('idle_in_transaction_session_timeout', '30s'), \
    ('tcp_keepalives_idle', '30'), ('tcp_keepalives_interval', '10'), ('tcp_keepalives_count', '3'), \
    ('tcp_user_timeout', '30s'), ('jit', 'off')) AS limits (name, value) USING (name) \
    WHERE setting = '0' OR source = 'default'";

/// Sets the limits of a new connection on the server, which also drops it when this process has vanished.
pub(super) async fn set(connection: &mut AnyConnection) -> sqlx::Result<()> {
    connection.execute(SET).await.map(drop)
}

/// For a transaction whose statements take long.
const RAISE: &str = "SELECT set_config(name, '10min', true) FROM (VALUES \
    ('lock_timeout'), ('statement_timeout'), ('idle_in_transaction_session_timeout')) AS limits (name)";
/// Longer than on the server.
const RAISED: Duration = Duration::from_mins(11);

/// Raises the limits of `tx` until it ends.
pub(in crate::db) async fn raise(tx: &mut Tx) -> Result<(), Fault> {
    tx.raise_limit(RAISED);
    sqlx::raw_sql(RAISE).execute(&mut **tx).await?;
    Ok(())
}
