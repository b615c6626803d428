//! Filling the search index of a database from an older version, or with other folding rules.

use sqlx::AssertSqlSafe;

use super::{Index, fold, index_records, sort_name};
use crate::Fault;
use crate::db::{Db, Tx};

/// Records per transaction, so that other writers can run in between.
const RECORDS_AT_ONCE: usize = 200;

/// Fills every incomplete index, and the sort names. Takes a few queries when there is nothing to do.
pub(crate) async fn complete(db: &Db) -> Result<(), Fault> {
    fill_sort_names(db).await?;
    for index in Index::ALL {
        if !is_complete(db, index).await? {
            fill(db, index).await?;
        }
    }
    Ok(())
}

async fn fill_sort_names(db: &Db) -> Result<(), Fault> {
    let sql = "SELECT id, name FROM client WHERE sort_name IS NULL";
    let names: Vec<(String, String)> = db.readers().fetch_all(sql, ()).await?;
    for batch in names.chunks(RECORDS_AT_ONCE) {
        let mut tx = db.write().await?;
        for (id, name) in batch {
            let sql = "UPDATE client SET sort_name = $1 WHERE id = $2 AND sort_name IS NULL";
            tx.execute(sql, (sort_name(name), id)).await?;
        }
        tx.commit().await?;
    }
    Ok(())
}

async fn is_complete(db: &Db, index: Index) -> Result<bool, Fault> {
    let sql = "SELECT value FROM internal WHERE key = $1";
    let rules: Option<String> = db.readers().fetch_optional_value(sql, [index.table()]).await?;
    Ok(rules.as_deref() == Some(fold::RULES))
}

async fn fill(db: &Db, index: Index) -> Result<(), Fault> {
    let mut tx = begin_fill(db, index).await?;
    tx.execute(AssertSqlSafe(format!("DELETE FROM {}", index.table())), ()).await?;
    let ids = AssertSqlSafe(format!("SELECT id FROM {} ORDER BY id", index.records()));
    let ids: Vec<String> = tx.fetch_values(ids, ()).await?;
    tx.commit().await?;
    for batch in ids.chunks(RECORDS_AT_ONCE) {
        let mut tx = begin_fill(db, index).await?;
        index_records(&mut tx, index, batch).await?;
        tx.commit().await?;
    }
    let mut tx = db.write_long().await?;
    store_rules(&mut tx, index, fold::RULES).await?;
    tx.commit().await
}

/// Begins a transaction that locks the row of the index, so that no other process fills it at the same time.
async fn begin_fill(db: &Db, index: Index) -> Result<Tx, Fault> {
    let mut tx = db.write_long().await?;
    store_rules(&mut tx, index, "").await?;
    Ok(tx)
}

async fn store_rules(tx: &mut Tx, index: Index, rules: &str) -> Result<(), Fault> {
    let sql = "INSERT INTO internal (key, value) VALUES ($1, $2) \
         ON CONFLICT (key) DO UPDATE SET value = excluded.value";
    tx.execute(sql, (index.table(), rules)).await?;
    Ok(())
}
