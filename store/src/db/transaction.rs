//! A transaction of either database.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use sqlx::{Any, AnyConnection, Transaction};

use super::cache_versions::{CacheVersions, Change};
use super::group_commit::GroupMember;
use super::postgres::notifications::Notifier;
use crate::Fault;

/// Rolled back when it is dropped.
pub(crate) struct Tx(Kind);

enum Kind {
    Snapshot(Transaction<'static, Any>),
    Postgres {
        transaction: Transaction<'static, Any>,
        change: Change,
        versions: Arc<CacheVersions>,
        notifier: Notifier,
    },
    /// A part of a transaction that others share.
    Sqlite {
        member: GroupMember,
        change: Change,
    },
}

impl Tx {
    pub(super) fn snapshot(transaction: Transaction<'static, Any>) -> Self {
        Self(Kind::Snapshot(transaction))
    }

    pub(super) fn postgres(
        transaction: Transaction<'static, Any>,
        change: Change,
        versions: Arc<CacheVersions>,
        notifier: Notifier,
    ) -> Self {
        Self(Kind::Postgres { transaction, change, versions, notifier })
    }

    pub(super) fn sqlite(member: GroupMember, change: Change) -> Self {
        Self(Kind::Sqlite { member, change })
    }

    /// Returns when the changes are durable, and nothing kept in memory is older. Goes on when the caller is
    /// dropped: a commit must not end without its changes being recorded.
    pub(crate) async fn commit(self) -> Result<(), Fault> {
        match self.0 {
            Kind::Snapshot(transaction) => Ok(transaction.commit().await?),
            Kind::Postgres { mut transaction, change, versions, notifier } => {
                let commit = tokio::spawn(async move {
                    notifier.notify(&mut transaction, &change).await?;
                    let committed = transaction.commit().await;
                    versions.invalidate(&change);
                    Ok(committed?)
                });
                commit.await.unwrap_or_else(|_| Err(Fault::because("a commit did not end")))
            }
            Kind::Sqlite { member, change } => member.commit(change).await,
        }
    }

    /// Returns when nothing of the transaction is left, its locks included, and what it has seen is committed.
    pub(crate) async fn rollback(self) -> Result<(), Fault> {
        match self.0 {
            Kind::Snapshot(transaction) | Kind::Postgres { transaction, .. } => {
                Ok(transaction.rollback().await?)
            }
            Kind::Sqlite { member, .. } => member.rollback().await,
        }
    }

    /// Begins a part that can be undone alone; it ends with [`Tx::release_savepoint`] or
    /// [`Tx::rollback_to_savepoint`]. (sqlx's own savepoints need a transaction that sqlx has begun.)
    pub(crate) async fn savepoint(&mut self) -> Result<(), Fault> {
        sqlx::query("SAVEPOINT part").execute(&mut **self).await?;
        Ok(())
    }

    /// Keeps what was done since [`Tx::savepoint`].
    pub(crate) async fn release_savepoint(&mut self) -> Result<(), Fault> {
        sqlx::query("RELEASE SAVEPOINT part").execute(&mut **self).await?;
        Ok(())
    }

    /// Undoes what was done since [`Tx::savepoint`], and frees the locks taken since.
    pub(crate) async fn rollback_to_savepoint(&mut self) -> Result<(), Fault> {
        sqlx::query("ROLLBACK TO SAVEPOINT part").execute(&mut **self).await?;
        self.release_savepoint().await
    }
}

impl Deref for Tx {
    type Target = AnyConnection;

    fn deref(&self) -> &AnyConnection {
        match &self.0 {
            Kind::Snapshot(transaction) | Kind::Postgres { transaction, .. } => transaction,
            Kind::Sqlite { member, .. } => member.connection(),
        }
    }
}

impl DerefMut for Tx {
    fn deref_mut(&mut self) -> &mut AnyConnection {
        match &mut self.0 {
            Kind::Snapshot(transaction) | Kind::Postgres { transaction, .. } => transaction,
            Kind::Sqlite { member, .. } => member.connection_mut(),
        }
    }
}
