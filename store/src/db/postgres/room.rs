//! Whether the server may have no room left on its disk. Reading and many writes go on then: a table has room of its
//! own.

use std::sync::atomic::{AtomicBool, Ordering};

use sqlx::Error;
use sqlx::error::DatabaseError;

use crate::Fault;
use crate::db::Tx;

/// `disk_full`, `io_error`, and what the server has no name for, such as a limit on the size of its files.
const CODES: [&str; 3] = ["53100", "58030", "XX000"];

/// Needs more room, about a megabyte, than a table may have left by chance. Nothing of it stays.
const NEEDS_ROOM: &str = "CREATE TEMPORARY TABLE room_check ON COMMIT DROP AS \
     SELECT repeat('x', 1900) AS text FROM generate_series(1, 600)";

#[derive(Debug, Default)]
pub(in crate::db) struct Room {
    is_doubted: AtomicBool,
}

impl Room {
    /// Of a statement or a commit.
    pub(in crate::db) fn note_error(&self, error: &Error) {
        let code = error.as_database_error().and_then(DatabaseError::code);
        if code.is_some_and(|code| CODES.contains(&code.as_ref())) {
            self.is_doubted.store(true, Ordering::Relaxed);
        }
    }

    /// Fails if there is none. Costs nothing unless an error was noted since there was some.
    pub(in crate::db) async fn check(&self, tx: &mut Tx) -> Result<(), Fault> {
        if self.is_doubted.load(Ordering::Relaxed) {
            tx.execute(NEEDS_ROOM, ()).await?;
            self.is_doubted.store(false, Ordering::Relaxed);
        }
        Ok(())
    }
}
