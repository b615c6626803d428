//! Looking up stored values, many per query.

use std::collections::{HashMap, HashSet};

use sqlx::AssertSqlSafe;

use super::{ImportError, invalid};
use crate::Fault;
use crate::db::keyset::placeholders;
use crate::db::query::FromRow;
use crate::db::{Db, Tx};

const IDS_AT_ONCE: usize = 5_000;

/// Queries in the transaction of the import.
pub(super) struct Lookup<'a> {
    pub(super) tx: &'a mut Tx,
    batch_size: usize,
}

impl<'a> Lookup<'a> {
    pub(super) fn new(tx: &'a mut Tx, db: &Db) -> Self {
        Self { tx, batch_size: IDS_AT_ONCE.min(db.max_parameters()) }
    }

    /// The rows of `select`, a statement that ends in `… IN`, for `ids`.
    pub(super) async fn find<T: FromRow>(
        &mut self,
        select: &str,
        ids: impl IntoIterator<Item = &str>,
    ) -> Result<Vec<T>, Fault> {
        let ids: Vec<&str> = ids.into_iter().collect::<HashSet<_>>().into_iter().collect();
        let mut found = Vec::new();
        for batch in ids.chunks(self.batch_size) {
            let sql = format!("{select} ({})", placeholders(batch.len()));
            found.extend(self.tx.fetch_all::<T>(AssertSqlSafe(sql), batch).await?);
        }
        Ok(found)
    }

    /// Checks that `values`, each with its index in `member`, occur once in the file and are not stored.
    /// `select` returns the stored ones, as in [`Self::find`].
    pub(super) async fn unused<'v>(
        &mut self,
        member: &str,
        field: &str,
        select: &str,
        values: impl IntoIterator<Item = (usize, &'v str)>,
    ) -> Result<(), ImportError> {
        let mut indexes = HashMap::new();
        for (index, value) in values {
            if let Some(first) = indexes.insert(value, index) {
                let problem = format!("is already in {member}[{first}]");
                return Err(invalid(member, index, field, &problem));
            }
        }
        let taken: Vec<(String,)> = self.find(select, indexes.keys().copied()).await?;
        match taken.iter().filter_map(|(value,)| indexes.get(value.as_str())).min() {
            Some(&index) => Err(invalid(member, index, field, "is already in the database")),
            None => Ok(()),
        }
    }
}
