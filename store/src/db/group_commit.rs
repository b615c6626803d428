//! The writer of SQLite: one connection, handed on in the order in which it was asked for, and group commit.
//!
//! An exclusive transaction has the connection for itself. Shared ones that wait at the same moment share one
//! commit, and so one `fsync`: they run one after another, each after a savepoint of one transaction, so that one
//! that fails is undone alone. Whoever opens a group queues its commit behind those already waiting; they join,
//! later ones wait for the next. Nobody is answered before the commit. A shared transaction sees what the
//! others have not committed yet, so it must not end with an answer that depends on it before its own
//! [`GroupMember::commit`] or [`GroupMember::rollback`], and it must not commit after an error of the database.
//!
//! BEGIN, COMMIT and ROLLBACK run on tasks of their own, because they must not stop half-way when the request
//! that asked for them is dropped. After an error of one of them the state of the connection is unknown
//! (SQLite rolls back by itself when the disk is full): it is closed, and all members get the error. Only a BEGIN
//! that waits too long for the lock of another process has begun nothing.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use sqlx::{AssertSqlSafe, SqlSafeStr};
use tokio::runtime::Handle;
use tokio::sync::{Mutex, OwnedMutexGuard, oneshot};
use tokio::time::timeout_at;

use super::cache_versions::{CacheVersions, Change};
use super::connection::{Connection, Pool};
use crate::Fault;
use crate::metrics::COMMITS;

/// How often the commits of other processes are looked for, while somebody polls or writes.
pub(super) const CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// SQLite keeps a journal for each savepoint.
const MAX_MEMBERS: usize = 64;

/// With the savepoint of the first member. What savepoints need to be undone stays in memory: else each group makes a file for
/// it and deletes it.
const BEGIN_SHARED: &str = "PRAGMA temp_store = MEMORY; BEGIN IMMEDIATE; SAVEPOINT member_0";
/// One statement may change more than fits in memory.
const BEGIN_EXCLUSIVE: &str = "PRAGMA temp_store = FILE; BEGIN IMMEDIATE";

#[derive(Clone)]
pub(super) struct GroupCommit {
    /// Has one connection.
    pool: Pool,
    versions: Arc<CacheVersions>,
    /// Hands the connection on in the order in which it was asked for.
    group: Arc<Mutex<Group>>,
    /// Since [`GroupCommit::set_recovered`].
    has_failed: Arc<AtomicBool>,
    /// How long a transaction waits to begin.
    wait: Duration,
}

#[derive(Default)]
struct Group {
    /// In a transaction; `None` between two groups.
    connection: Option<Connection>,
    /// How many savepoints are in the transaction. They end with it.
    savepoints: usize,
    /// Members that ended and wait for the commit.
    ended: Vec<EndedMember>,
    /// `PRAGMA data_version` of the connection, which another process's commits change.
    data_version: Option<i64>,
    /// As in [`GroupCommit`].
    has_failed: Arc<AtomicBool>,
}

struct EndedMember {
    changes: Vec<Change>,
    answer: oneshot::Sender<Result<(), Fault>>,
}

/// A write transaction.
pub(super) struct GroupMember {
    groups: GroupCommit,
    /// `None` only while it ends.
    group: Option<OwnedMutexGuard<Group>>,
    /// The savepoint of a shared transaction; `None` for an exclusive one.
    savepoint: Option<usize>,
}

impl GroupCommit {
    pub(super) fn new(pool: Pool, versions: Arc<CacheVersions>, wait: Duration) -> Self {
        let group = Group::default();
        let has_failed = group.has_failed.clone();
        Self { pool, versions, group: Arc::new(Mutex::new(group)), has_failed, wait }
    }

    /// Whether a transaction has failed for another reason than its own statements, such as a full disk.
    pub(super) fn has_failed(&self) -> bool {
        self.has_failed.load(Ordering::SeqCst)
    }

    /// To be called after a commit.
    pub(super) fn set_recovered(&self) {
        self.has_failed.store(false, Ordering::SeqCst);
    }

    /// Waits for the connection and for the lock of other processes.
    pub(super) async fn begin(&self, is_shared: bool) -> Result<GroupMember, Fault> {
        let deadline = tokio::time::Instant::now() + self.wait;
        let group = timeout_at(deadline, self.group.clone().lock_owned()).await;
        let mut group = group.map_err(|_| Fault::busy())?;
        let can_join = group.connection.is_some() && is_shared && group.savepoints < MAX_MEMBERS;
        if !can_join {
            let groups = self.clone();
            let opened = tokio::spawn(async move {
                groups.commit(&mut group).await;
                groups.open(&mut group, is_shared).await?;
                if is_shared {
                    let groups = groups.clone();
                    tokio::spawn(async move { groups.commit(&mut *groups.group.lock().await).await });
                }
                // Undone when the caller was dropped or gave up meanwhile.
                Ok(GroupMember { groups, group: Some(group), savepoint: is_shared.then_some(0) })
            });
            let opened = timeout_at(deadline, opened).await.map_err(|_| Fault::busy())?;
            return opened.unwrap_or_else(|_| Err(Fault::because("a transaction did not begin")));
        }
        let savepoint = group.savepoints;
        group.savepoints += 1;
        let mut member = GroupMember { groups: self.clone(), group: Some(group), savepoint: Some(savepoint) };
        member.execute(format!("SAVEPOINT member_{savepoint}")).await?;
        Ok(member)
    }

    /// Takes SQLite's write lock at once: upgrading a read transaction later can fail with
    /// `SQLITE_BUSY_SNAPSHOT`.
    async fn open(&self, group: &mut Group, is_shared: bool) -> Result<(), Fault> {
        let mut connection = self.pool.acquire().await?;
        if !self.versions.are_checked_within(CHECK_INTERVAL) {
            self.check_external_commits(&mut connection, &mut group.data_version).await?;
        }
        group.connection = Some(connection);
        group.savepoints = usize::from(is_shared);
        let begun = group.execute(if is_shared { BEGIN_SHARED } else { BEGIN_EXCLUSIVE }).await;
        match &begun {
            Ok(()) => {}
            Err(error) if error.is_busy() => group.connection = None,
            Err(error) => group.fail(error),
        }
        begun
    }

    /// Commits what is open, if anything, and answers the members that ended.
    async fn commit(&self, group: &mut Group) {
        // `None`: there is no group, or it has failed, and its members know.
        if group.connection.is_none() {
            return;
        }
        let committed = group.execute("COMMIT").await;
        group.ended.iter().flat_map(|member| &member.changes).for_each(|change| self.versions.invalidate(change));
        match committed {
            Ok(()) => {
                group.connection = None;
                COMMITS.observe(f64::from(u8::try_from(group.ended.len()).unwrap_or(u8::MAX)));
                group.ended.drain(..).for_each(|member| member.answer(Ok(())));
            }
            Err(error) => group.fail(&error),
        }
    }

    /// Ends an exclusive transaction.
    async fn end(&self, group: &mut Group, end: End) {
        match end {
            End::Commit(member) => {
                group.ended.push(member);
                self.commit(group).await;
            }
            End::Rollback(member) => {
                let undone = group.execute_or_fail("ROLLBACK").await;
                group.connection = None;
                if let Some(member) = member {
                    member.answer(undone);
                }
            }
        }
    }

    /// Records the commits of other processes, if the connection is free; returns whether it was. While it is
    /// not, each group does as it opens.
    pub(super) async fn detect_external_commits(&self) -> Result<bool, Fault> {
        let Ok(mut group) = self.group.clone().try_lock_owned() else { return Ok(false) };
        let Group { connection, data_version, .. } = &mut *group;
        if let Some(connection) = connection {
            self.check_external_commits(connection, data_version).await?;
            return Ok(true);
        }
        // Not in the group, which must not have a connection without a transaction if this is dropped.
        let Some(mut connection) = self.pool.try_acquire() else { return Ok(false) };
        self.check_external_commits(&mut connection, data_version).await?;
        Ok(true)
    }

    /// SQLite tells a connection whether others have committed since it last asked.
    async fn check_external_commits(&self, connection: &mut Connection, known: &mut Option<i64>) -> Result<(), Fault> {
        let now = Instant::now();
        let version: i64 = connection.fetch_value("PRAGMA data_version", ()).await?;
        if known.replace(version) != Some(version) {
            self.versions.invalidate(&Change::Everything);
        }
        self.versions.set_checked_at(now);
        Ok(())
    }
}

impl EndedMember {
    fn answer(self, committed: Result<(), Fault>) {
        // An error means that the request was dropped.
        let _ = self.answer.send(committed);
    }
}

impl Group {
    async fn execute(&mut self, statement: impl SqlSafeStr) -> Result<(), Fault> {
        let connection = self.connection.as_mut().ok_or_else(|| Fault::because("the transaction has failed"))?;
        sqlx::query(statement).persistent(false).execute(connection).await?;
        Ok(())
    }

    async fn execute_or_fail(&mut self, statement: impl SqlSafeStr) -> Result<(), Fault> {
        let executed = self.execute(statement).await;
        if let Err(error) = &executed {
            self.fail(error);
        }
        executed
    }

    /// Undoes the member that runs; whoever waits is answered after the commit.
    async fn rollback_member(&mut self, savepoint: usize, waiting: Option<EndedMember>) {
        let undo = AssertSqlSafe(format!("ROLLBACK TO member_{savepoint}"));
        match (self.execute_or_fail(undo).await, waiting) {
            (Ok(()), waiting) => self.ended.extend(waiting),
            (Err(error), Some(member)) => member.answer(Err(error)),
            (Err(_), None) => {}
        }
    }

    /// Gives up the whole transaction.
    fn fail(&mut self, error: &Fault) {
        self.has_failed.store(true, Ordering::SeqCst);
        if let Some(mut connection) = self.connection.take() {
            connection.close_on_drop();
        }
        // The next connection counts from elsewhere.
        self.data_version = None;
        self.ended.drain(..).for_each(|member| member.answer(Err(error.duplicate())));
    }
}

impl GroupMember {
    pub(super) fn connection(&self) -> &Connection {
        let group = self.group.as_ref().expect("a member has its group until it ends");
        group.connection.as_ref().expect("a group with a running member has a connection")
    }

    pub(super) fn connection_mut(&mut self) -> &mut Connection {
        let group = self.group.as_mut().expect("a member has its group until it ends");
        group.connection.as_mut().expect("a group with a running member has a connection")
    }

    async fn execute(&mut self, statement: String) -> Result<(), Fault> {
        sqlx::query(AssertSqlSafe(statement)).persistent(false).execute(self.connection_mut()).await?;
        Ok(())
    }

    /// Returns after the commit.
    pub(super) async fn commit(mut self, changes: Vec<Change>) -> Result<(), Fault> {
        let (answer, answered) = oneshot::channel();
        let member = EndedMember { changes, answer };
        match (self.group.take(), self.savepoint) {
            (Some(mut group), Some(_)) => group.ended.push(member),
            (Some(group), None) => self.end_alone(group, End::Commit(member)),
            (None, _) => return Ok(()),
        }
        answered.await.unwrap_or_else(|_| Err(Fault::because("a commit did not end")))
    }

    /// Undoes the transaction. Returns when what a shared one has seen of others is committed.
    pub(super) async fn rollback(mut self) -> Result<(), Fault> {
        let (answer, answered) = oneshot::channel();
        self.undo(Some(EndedMember { changes: Vec::new(), answer }));
        answered.await.unwrap_or_else(|_| Err(Fault::because("a rollback did not end")))
    }

    fn undo(&mut self, waiting: Option<EndedMember>) {
        let Some(mut group) = self.group.take() else { return };
        match (Handle::try_current(), self.savepoint) {
            (Ok(runtime), Some(savepoint)) => {
                drop(runtime.spawn(async move { group.rollback_member(savepoint, waiting).await }));
            }
            (Ok(_), None) => self.end_alone(group, End::Rollback(waiting)),
            (Err(_), _) => group.fail(&Fault::because("the program is ending")),
        }
    }

    fn end_alone(&self, mut group: OwnedMutexGuard<Group>, end: End) {
        let groups = self.groups.clone();
        tokio::spawn(async move { groups.end(&mut group, end).await });
    }
}

enum End {
    Commit(EndedMember),
    /// With whom to answer, if anybody waits.
    Rollback(Option<EndedMember>),
}

/// A use case that ends with an error drops its transaction.
impl Drop for GroupMember {
    fn drop(&mut self) {
        self.undo(None);
    }
}

#[cfg(test)]
mod tests;
