//! What is in the database already, asked many ids at a time.

use std::collections::{HashMap, HashSet};

use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, FromRow};

use super::{ImportError, invalid};
use crate::Fault;
use crate::db::{Db, Tx};

const IDS_AT_ONCE: usize = 5_000;

/// Asks within the transaction of the import.
pub(super) struct Lookup<'a> {
    tx: &'a mut Tx,
    at_once: usize,
}

impl<'a> Lookup<'a> {
    pub(super) fn new(tx: &'a mut Tx, db: &Db) -> Self {
        Self { tx, at_once: IDS_AT_ONCE.min(db.most_parameters()) }
    }

    /// The rows of `select`, a statement that ends in `… IN`, for any of `ids`.
    pub(super) async fn find<T>(
        &mut self,
        select: &str,
        ids: impl IntoIterator<Item = &str>,
    ) -> Result<Vec<T>, Fault>
    where
        T: for<'r> FromRow<'r, AnyRow> + Send + Unpin,
    {
        let ids: Vec<&str> = ids.into_iter().collect::<HashSet<_>>().into_iter().collect();
        let mut found = Vec::new();
        for some in ids.chunks(self.at_once) {
            let places: Vec<String> = (1..=some.len()).map(|number| format!("${number}")).collect();
            let mut query = sqlx::query_as(AssertSqlSafe(format!("{select} ({})", places.join(","))));
            for id in some {
                query = query.bind((*id).to_owned());
            }
            found.extend(query.fetch_all(&mut **self.tx).await?);
        }
        Ok(found)
    }

    /// Makes sure that `values`, with their index in `member`, are in the file once and not in the
    /// database, where `select` (as in [`Self::find`]) gives those that are.
    pub(super) async fn unused<'v>(
        &mut self,
        member: &str,
        field: &str,
        select: &str,
        values: impl IntoIterator<Item = (usize, &'v str)>,
    ) -> Result<(), ImportError> {
        let mut places = HashMap::new();
        for (index, value) in values {
            if let Some(first) = places.insert(value, index) {
                let problem = format!("is already in {member}[{first}]");
                return Err(invalid(member, index, field, &problem));
            }
        }
        let taken: Vec<(String,)> = self.find(select, places.keys().copied()).await?;
        match taken.iter().filter_map(|(value,)| places.get(value.as_str())).min() {
            Some(&index) => Err(invalid(member, index, field, "is already in the database")),
            None => Ok(()),
        }
    }
}
