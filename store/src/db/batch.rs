//! Changes sent to the database at once: a writer waits for every answer, and others wait for the writer.

use std::fmt::Write as _;

use sqlx::AssertSqlSafe;

use super::Tx;
use super::column::Cell;
use super::query::{Values, arguments};
use crate::Fault;

/// Batches of up to so many statements are kept as prepared statements.
const MAX_PREPARED: usize = 3;

/// INSERTs, UPDATEs and DELETEs of which none depends on another, and whose results nobody needs.
#[derive(Default)]
pub(crate) struct Batch {
    statements: Vec<String>,
    values: Vec<Cell>,
}

impl Batch {
    /// Adds a statement with the values of its own `$1`, `$2` and so on.
    pub(crate) fn add(&mut self, sql: &str, values: impl Values) {
        self.statements.push(renumbered(sql, self.values.len()));
        self.values.extend(values.into_cells());
    }

    pub(crate) async fn execute(self, tx: &mut Tx) -> Result<(), Fault> {
        let Some((last, others)) = self.statements.split_last() else { return Ok(()) };
        let sql = tx.together(others, last);
        // Longer ones rarely repeat.
        let is_prepared = others.len() < MAX_PREPARED;
        sqlx::query_with(AssertSqlSafe(sql), arguments(self.values)?)
            .persistent(is_prepared)
            .execute(&mut **tx)
            .await?;
        Ok(())
    }
}

/// `sql` with parameters whose numbers are higher by `by`.
pub(crate) fn renumbered(sql: &str, by: usize) -> String {
    let mut parts = sql.split('$');
    let mut renumbered = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (number, rest) = part.split_at(part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len()));
        let number: usize = number.parse().expect("a parameter has a number");
        write!(renumbered, "${}{rest}", number + by).expect("writing to a string cannot fail");
    }
    renumbered
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_follow_those_of_the_statements_before() {
        assert_eq!(renumbered("SET a = $1, b = $10 WHERE c = $2", 0), "SET a = $1, b = $10 WHERE c = $2");
        assert_eq!(renumbered("SET a = $1, b = $10 WHERE c = $2", 7), "SET a = $8, b = $17 WHERE c = $9");
    }
}
