//! Changes sent to the database at once: a writer waits for every answer, and others wait for the writer.

use std::fmt::Write as _;

use sqlx::any::AnyArguments;
use sqlx::error::BoxDynError;
use sqlx::{Any, Arguments as _, AssertSqlSafe, Encode, Type};

use super::Tx;
use crate::Fault;

/// Batches of up to so many statements are kept as prepared statements.
const MAX_PREPARED: usize = 3;

/// INSERTs, UPDATEs and DELETEs of which none depends on another, and whose results nobody needs.
#[derive(Default)]
pub(crate) struct Batch {
    statements: Vec<String>,
    arguments: AnyArguments,
    failed: Option<BoxDynError>,
}

impl Batch {
    /// Adds a statement. Its parameters `$1`, `$2` and so on are those bound next.
    pub(crate) fn add(&mut self, sql: &str) -> &mut Self {
        self.statements.push(renumbered(sql, self.arguments.len()));
        self
    }

    pub(crate) fn bind<'t>(&mut self, value: impl Encode<'t, Any> + Type<Any>) -> &mut Self {
        if let Err(error) = self.arguments.add(value) {
            self.failed.get_or_insert(error);
        }
        self
    }

    pub(crate) async fn execute(self, tx: &mut Tx) -> Result<(), Fault> {
        if let Some(error) = self.failed {
            return Err(sqlx::Error::Encode(error).into());
        }
        let Some((last, others)) = self.statements.split_last() else { return Ok(()) };
        let sql = tx.together(others, last);
        // Longer ones rarely repeat.
        let is_prepared = others.len() < MAX_PREPARED;
        sqlx::query_with(AssertSqlSafe(sql), self.arguments)
            .persistent(is_prepared)
            .execute(&mut **tx)
            .await?;
        Ok(())
    }
}

/// `sql` with parameters whose numbers are higher by `by`.
fn renumbered(sql: &str, by: usize) -> String {
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
