//! A transaction of either database.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use super::cache_versions::{CacheVersions, Change};
use super::connection::Connection;
use super::group_commit::GroupMember;
use super::postgres::commit_listener::CommitPublisher;
use crate::metrics::COMMITS;
use crate::{Fault, Result};

/// Rolled back when it is dropped.
pub(crate) struct Tx(Kind);

enum Kind {
    Snapshot(Connection),
    Postgres {
        connection: Connection,
        changes: Vec<Change>,
        versions: Arc<CacheVersions>,
        publisher: CommitPublisher,
    },
    /// A part of a transaction that others share.
    Sqlite {
        member: GroupMember,
        changes: Vec<Change>,
    },
}

impl Tx {
    pub(super) fn snapshot(connection: Connection) -> Self {
        Self(Kind::Snapshot(connection))
    }

    pub(super) fn postgres(
        connection: Connection,
        change: Change,
        versions: Arc<CacheVersions>,
        publisher: CommitPublisher,
    ) -> Self {
        Self(Kind::Postgres { connection, changes: vec![change], versions, publisher })
    }

    pub(super) fn sqlite(member: GroupMember, change: Change) -> Self {
        Self(Kind::Sqlite { member, changes: vec![change] })
    }

    /// Adds what the transaction changes, as it learns it.
    pub(crate) fn add_change(&mut self, change: Change) {
        match &mut self.0 {
            Kind::Snapshot(_) => {}
            Kind::Postgres { changes, .. } | Kind::Sqlite { changes, .. } => changes.push(change),
        }
    }

    /// Returns when the changes are durable, and nothing kept in memory is older. Goes on when the caller is
    /// dropped: a commit must not end without its changes being recorded.
    pub(crate) async fn commit(self) -> Result<(), Fault> {
        match self.0 {
            Kind::Snapshot(connection) => Ok(connection.commit().await?),
            Kind::Postgres { mut connection, changes, versions, publisher } => {
                let commit = tokio::spawn(async move {
                    for change in &changes {
                        publisher.publish(&mut connection, change).await?;
                    }
                    let committed = connection.commit().await;
                    for change in &changes {
                        versions.invalidate(change);
                    }
                    COMMITS.observe(1.0);
                    Ok(committed?)
                });
                commit.await.unwrap_or_else(|_| Err(Fault::because("a commit did not end")))
            }
            Kind::Sqlite { member, changes } => member.commit(changes).await,
        }
    }

    /// Returns when nothing of the transaction is left, its locks included, and what it has seen is committed.
    pub(crate) async fn rollback(self) -> Result<(), Fault> {
        match self.0 {
            Kind::Snapshot(connection) | Kind::Postgres { connection, .. } => Ok(connection.rollback().await?),
            Kind::Sqlite { member, .. } => member.rollback().await,
        }
    }

    /// Commits what was written, or rolls it back if it failed, and returns it. A refusal may come from what is not
    /// committed yet, so it waits too.
    pub(crate) async fn end<T>(self, written: Result<T>) -> Result<T> {
        match written {
            Ok(_) => self.commit().await?,
            Err(_) => self.rollback().await?,
        }
        written
    }

    /// SQL that makes independent changes: one statement, or several for SQLite.
    pub(super) fn together(&self, others: &[String], last: &str) -> String {
        if others.is_empty() {
            return last.to_owned();
        }
        match self.0 {
            Kind::Sqlite { .. } => format!("{}; {last}", others.join("; ")),
            Kind::Snapshot(_) | Kind::Postgres { .. } => {
                let other = |(number, sql): (usize, &String)| format!("change_{number} AS ({sql})");
                let others: Vec<String> = others.iter().enumerate().map(other).collect();
                format!("WITH {} {last}", others.join(", "))
            }
        }
    }

    /// Begins a part that can be undone alone; it ends with [`Tx::release_savepoint`] or
    /// [`Tx::rollback_to_savepoint`]. (sqlx's own savepoints need a transaction that sqlx has begun.)
    pub(crate) async fn savepoint(&mut self) -> Result<(), Fault> {
        self.execute("SAVEPOINT part", ()).await?;
        Ok(())
    }

    /// Keeps what was done since [`Tx::savepoint`].
    pub(crate) async fn release_savepoint(&mut self) -> Result<(), Fault> {
        self.execute("RELEASE SAVEPOINT part", ()).await?;
        Ok(())
    }

    /// Undoes what was done since [`Tx::savepoint`], and frees the locks taken since.
    pub(crate) async fn rollback_to_savepoint(&mut self) -> Result<(), Fault> {
        self.execute("ROLLBACK TO SAVEPOINT part", ()).await?;
        self.release_savepoint().await
    }
}

impl Deref for Tx {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        match &self.0 {
            Kind::Snapshot(connection) | Kind::Postgres { connection, .. } => connection,
            Kind::Sqlite { member, .. } => member.connection(),
        }
    }
}

impl DerefMut for Tx {
    fn deref_mut(&mut self) -> &mut Connection {
        match &mut self.0 {
            Kind::Snapshot(connection) | Kind::Postgres { connection, .. } => connection,
            Kind::Sqlite { member, .. } => member.connection_mut(),
        }
    }
}
