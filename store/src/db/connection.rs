//! Connections and pools that wait for PostgreSQL no longer than a limit.
//!
//! The server limits its statements itself (`postgres/limits.rs`). The limit here is for a server or a network that
//! falls silent: TCP alone would wait for hours. On SQLite there is none.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use futures_util::Stream;
use futures_util::future::BoxFuture;
use futures_util::stream::BoxStream;
use sqlx::any::{AnyQueryResult, AnyRow, AnyStatement, AnyTypeInfo};
use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyConnection, AnyPool, Describe, Either, Execute, Executor, SqlStr, Transaction};
use tokio::time::{Sleep, sleep, timeout};

use crate::Fault;

/// A step of a statement: a row, or the end of one of several statements.
type Step = sqlx::Result<Either<AnyQueryResult, AnyRow>>;

/// A connection of a [`Pool`], which it returns to.
#[derive(Debug)]
pub(crate) struct Connection {
    inner: Inner,
    limit: Option<Duration>,
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
        self.limit = self.limit.map(|_| limit);
    }

    /// Commits the transaction that [`Pool::begin`] has begun.
    pub(super) async fn commit(self) -> sqlx::Result<()> {
        match self.inner {
            Inner::Plain(_) => Ok(()),
            Inner::Transaction(transaction) => within(self.limit, transaction.commit()).await,
        }
    }

    /// Rolls back the transaction that [`Pool::begin`] has begun.
    pub(super) async fn rollback(self) -> sqlx::Result<()> {
        match self.inner {
            Inner::Plain(_) => Ok(()),
            Inner::Transaction(transaction) => within(self.limit, transaction.rollback()).await,
        }
    }

    /// Keeps it from being used again.
    pub(super) fn close_on_drop(&mut self) {
        if let Inner::Plain(connection) = &mut self.inner {
            connection.close_on_drop();
        }
    }
}

#[derive(Debug, Clone)]
pub(crate) struct Pool {
    connections: AnyPool,
    limit: Option<Duration>,
}

impl Pool {
    /// `limit` is how long to wait for each answer.
    pub(super) fn new(connections: AnyPool, limit: Option<Duration>) -> Self {
        Self { connections, limit }
    }

    pub(crate) async fn acquire(&self) -> sqlx::Result<Connection> {
        Ok(Connection { inner: Inner::Plain(self.connections.acquire().await?), limit: self.limit })
    }

    pub(super) fn try_acquire(&self) -> Option<Connection> {
        Some(Connection { inner: Inner::Plain(self.connections.try_acquire()?), limit: self.limit })
    }

    /// Begins a transaction, on a task of its own: a BEGIN whose caller is dropped before the answer leaves
    /// the connection in a transaction that sqlx does not know of.
    pub(super) async fn begin(&self, statement: &'static str) -> Result<Connection, Fault> {
        let Self { connections, limit } = self.clone();
        let begun = tokio::spawn(async move {
            let transaction = within(limit, connections.begin_with(statement)).await?;
            Ok(Connection { inner: Inner::Transaction(transaction), limit })
        });
        begun.await.unwrap_or_else(|_| Err(Fault::because("a transaction did not begin")))
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
        let limit = self.limit;
        rows_within(limit, self.raw().fetch_many(query))
    }

    fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, sqlx::Result<Option<AnyRow>>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Any>,
    {
        let limit = self.limit;
        row_within(limit, self.raw().fetch_optional(query))
    }

    fn prepare_with<'e>(
        self,
        sql: SqlStr,
        parameters: &'e [AnyTypeInfo],
    ) -> BoxFuture<'e, sqlx::Result<AnyStatement>>
    where
        'c: 'e,
    {
        self.raw().prepare_with(sql, parameters)
    }

    fn describe<'e>(self, sql: SqlStr) -> BoxFuture<'e, sqlx::Result<Describe<Any>>>
    where
        'c: 'e,
    {
        self.raw().describe(sql)
    }
}

impl<'p> Executor<'p> for &'p Pool {
    type Database = Any;

    fn fetch_many<'e, 'q: 'e, E>(self, query: E) -> BoxStream<'e, Step>
    where
        'p: 'e,
        E: 'q + Execute<'q, Any>,
    {
        rows_within(self.limit, self.connections.fetch_many(query))
    }

    fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, sqlx::Result<Option<AnyRow>>>
    where
        'p: 'e,
        E: 'q + Execute<'q, Any>,
    {
        row_within(self.limit, self.connections.fetch_optional(query))
    }

    fn prepare_with<'e>(
        self,
        sql: SqlStr,
        parameters: &'e [AnyTypeInfo],
    ) -> BoxFuture<'e, sqlx::Result<AnyStatement>>
    where
        'p: 'e,
    {
        self.connections.prepare_with(sql, parameters)
    }

    fn describe<'e>(self, sql: SqlStr) -> BoxFuture<'e, sqlx::Result<Describe<Any>>>
    where
        'p: 'e,
    {
        self.connections.describe(sql)
    }
}

/// Waits for an answer up to `limit`.
pub(super) async fn within<T>(
    limit: Option<Duration>,
    answer: impl Future<Output = sqlx::Result<T>>,
) -> sqlx::Result<T> {
    match limit {
        None => answer.await,
        Some(limit) => timeout(limit, answer).await.unwrap_or_else(|_| Err(no_answer())),
    }
}

fn row_within(
    limit: Option<Duration>,
    row: BoxFuture<'_, sqlx::Result<Option<AnyRow>>>,
) -> BoxFuture<'_, sqlx::Result<Option<AnyRow>>> {
    if limit.is_none() { row } else { Box::pin(within(limit, row)) }
}

fn rows_within(limit: Option<Duration>, rows: BoxStream<'_, Step>) -> BoxStream<'_, Step> {
    match limit {
        None => rows,
        Some(limit) => Box::pin(RowsWithin { rows, limit, timer: None }),
    }
}

fn no_answer() -> sqlx::Error {
    io::Error::new(io::ErrorKind::TimedOut, "the database did not answer in time").into()
}

/// Ends with an error when the next row takes longer than `limit`.
struct RowsWithin<'e> {
    rows: BoxStream<'e, Step>,
    limit: Duration,
    /// Set while a row is waited for.
    timer: Option<Pin<Box<Sleep>>>,
}

impl Stream for RowsWithin<'_> {
    type Item = Step;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Step>> {
        let Self { rows, limit, timer } = &mut *self;
        if let Poll::Ready(step) = rows.as_mut().poll_next(context) {
            *timer = None;
            return Poll::Ready(step);
        }
        ready!(timer.get_or_insert_with(|| Box::pin(sleep(*limit))).as_mut().poll(context));
        Poll::Ready(Some(Err(no_answer())))
    }
}
