//! Connections and pools that wait for PostgreSQL no longer than a limit, and note errors that a full disk may cause.
//!
//! The server limits its statements itself (`postgres/limits.rs`). The limit here is for a server or a network that
//! falls silent: TCP alone would wait for hours. On SQLite there is none.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use futures_util::Stream;
use futures_util::future::BoxFuture;
use futures_util::stream::BoxStream;
use sqlx::any::{AnyQueryResult, AnyRow, AnyStatement, AnyTypeInfo};
use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyConnection, AnyPool, Either, Execute, Executor, SqlStr, Transaction};
use tokio::time::{Sleep, sleep, timeout};

use super::postgres::room::Room;
use crate::Fault;
use crate::metrics::READ_WAITS;

/// A step of a statement: a row, or the end of one of several statements.
type Step = sqlx::Result<Either<AnyQueryResult, AnyRow>>;

/// What is expected of a server.
#[derive(Debug, Clone)]
pub(super) struct Watch {
    /// How long to wait for each answer.
    pub(super) limit: Duration,
    pub(super) room: Arc<Room>,
}

/// A connection of a [`Pool`], which it returns to.
#[derive(Debug)]
pub struct Connection {
    inner: Inner,
    watch: Option<Watch>,
}

#[derive(Debug)]
enum Inner {
    Plain(PoolConnection<Any>),
    /// Rolled back when it is dropped.
    Transaction(Transaction<'static, Any>),
}

impl Connection {
    fn raw(&mut self) -> &mut AnyConnection {
        match &mut self.inner {
            Inner::Plain(connection) => connection,
            Inner::Transaction(transaction) => transaction,
        }
    }

    /// Waits up to `limit` for each answer, if it has a limit at all.
    pub(super) fn raise_limit(&mut self, limit: Duration) {
        if let Some(watch) = &mut self.watch {
            watch.limit = limit;
        }
    }

    /// Commits the transaction that [`Pool::begin`] has begun.
    pub(super) async fn commit(self) -> sqlx::Result<()> {
        match self.inner {
            Inner::Plain(_) => Ok(()),
            Inner::Transaction(transaction) => watched(self.watch, transaction.commit()).await,
        }
    }

    /// Rolls back the transaction that [`Pool::begin`] has begun.
    pub(super) async fn rollback(self) -> sqlx::Result<()> {
        match self.inner {
            Inner::Plain(_) => Ok(()),
            Inner::Transaction(transaction) => watched(self.watch, transaction.rollback()).await,
        }
    }

    /// Keeps it from being used again.
    pub(super) fn close_on_drop(&mut self) {
        if let Inner::Plain(connection) = &mut self.inner {
            connection.close_on_drop();
        }
    }
}

/// How a pool is used.
#[derive(Debug)]
pub struct PoolUsage {
    pub pool: &'static str,
    pub used: usize,
    pub idle: usize,
}

#[derive(Debug, Clone)]
pub(crate) struct Pool {
    connections: AnyPool,
    watch: Option<Watch>,
}

impl Pool {
    pub(super) fn new(connections: AnyPool, watch: Option<Watch>) -> Self {
        Self { connections, watch }
    }

    pub(crate) async fn acquire(&self) -> sqlx::Result<Connection> {
        let _timer = READ_WAITS.start_timer();
        Ok(Connection { inner: Inner::Plain(self.connections.acquire().await?), watch: self.watch.clone() })
    }

    pub(super) fn try_acquire(&self) -> Option<Connection> {
        Some(Connection { inner: Inner::Plain(self.connections.try_acquire()?), watch: self.watch.clone() })
    }

    /// Begins a transaction, on a task of its own: a BEGIN whose caller is dropped before the answer leaves
    /// the connection in a transaction that sqlx does not know of.
    pub(super) async fn begin(&self, statement: &'static str) -> Result<Connection, Fault> {
        let Self { connections, watch } = self.clone();
        let begun = tokio::spawn(async move {
            let transaction = watched(watch.clone(), connections.begin_with(statement)).await?;
            Ok(Connection { inner: Inner::Transaction(transaction), watch })
        });
        begun.await.unwrap_or_else(|_| Err(Fault::because("a transaction did not begin")))
    }

    pub(super) fn usage(&self, pool: &'static str) -> PoolUsage {
        let idle = self.connections.num_idle();
        let size = usize::try_from(self.connections.size()).unwrap_or(usize::MAX);
        PoolUsage { pool, used: size.saturating_sub(idle), idle }
    }

    pub(super) async fn close(&self) {
        self.connections.close().await;
    }
}

impl<'c> Executor<'c> for &'c mut Connection {
    type Database = Any;

    fn fetch_many<'e, 'q: 'e, E>(self, query: E) -> BoxStream<'e, Step>
    where
        'c: 'e,
        E: 'q + Execute<'q, Any>,
    {
        let watch = self.watch.clone();
        watched_rows(watch, self.raw().fetch_many(query))
    }

    fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, sqlx::Result<Option<AnyRow>>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Any>,
    {
        let watch = self.watch.clone();
        watched_row(watch, self.raw().fetch_optional(query))
    }

    fn prepare_with<'e>(self, sql: SqlStr, parameters: &'e [AnyTypeInfo]) -> BoxFuture<'e, sqlx::Result<AnyStatement>>
    where
        'c: 'e,
    {
        self.raw().prepare_with(sql, parameters)
    }
}

/// Waits for an answer up to `limit`.
pub(super) async fn within<T>(limit: Duration, answer: impl Future<Output = sqlx::Result<T>>) -> sqlx::Result<T> {
    timeout(limit, answer).await.unwrap_or_else(|_| Err(no_answer()))
}

async fn watched<T>(watch: Option<Watch>, answer: impl Future<Output = sqlx::Result<T>>) -> sqlx::Result<T> {
    match watch {
        None => answer.await,
        Some(Watch { limit, room }) => within(limit, answer).await.inspect_err(|error| room.note_error(error)),
    }
}

fn watched_row(
    watch: Option<Watch>,
    row: BoxFuture<'_, sqlx::Result<Option<AnyRow>>>,
) -> BoxFuture<'_, sqlx::Result<Option<AnyRow>>> {
    if watch.is_none() { row } else { Box::pin(watched(watch, row)) }
}

fn watched_rows(watch: Option<Watch>, rows: BoxStream<'_, Step>) -> BoxStream<'_, Step> {
    match watch {
        None => rows,
        Some(watch) => Box::pin(WatchedRows { rows, watch, timer: None }),
    }
}

fn no_answer() -> sqlx::Error {
    io::Error::new(io::ErrorKind::TimedOut, "the database did not answer in time").into()
}

/// Ends with an error when the next row takes longer than the limit.
struct WatchedRows<'e> {
    rows: BoxStream<'e, Step>,
    watch: Watch,
    /// Set while a row is waited for.
    timer: Option<Pin<Box<Sleep>>>,
}

impl Stream for WatchedRows<'_> {
    type Item = Step;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Step>> {
        let Self { rows, watch, timer } = &mut *self;
        if let Poll::Ready(step) = rows.as_mut().poll_next(context) {
            *timer = None;
            if let Some(Err(error)) = &step {
                watch.room.note_error(error);
            }
            return Poll::Ready(step);
        }
        ready!(timer.get_or_insert_with(|| Box::pin(sleep(watch.limit))).as_mut().poll(context));
        Poll::Ready(Some(Err(no_answer())))
    }
}
