//! A socket that reports to [`Activity`] when bytes arrive, are sent, or wait to be sent, and holds back what hyper
//! answers by itself.

use std::io::{IoSlice, Result};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::Bytes;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

use super::activity::Activity;

pub(super) struct WatchedStream {
    pub(super) stream: TcpStream,
    activity: Arc<Activity>,
    /// The start of a head, read together with the request before it.
    pub(super) received: Bytes,
    /// What hyper wrote without a request: its answer to a malformed head.
    pub(super) own_answer: Vec<u8>,
}

impl WatchedStream {
    pub(super) fn new(stream: TcpStream, activity: Arc<Activity>) -> Self {
        Self { stream, activity, received: Bytes::new(), own_answer: Vec::new() }
    }
}

impl AsyncRead for WatchedStream {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<Result<()>> {
        if !self.received.is_empty() {
            let length = self.received.len().min(buffer.remaining());
            buffer.put_slice(&self.received.split_to(length));
            self.activity.received(length);
            return Poll::Ready(Ok(()));
        }
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        let length = buffer.filled().len() - before;
        if length > 0 {
            self.activity.received(length);
        }
        read
    }
}

impl AsyncWrite for WatchedStream {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        self.poll_write_vectored(context, &[IoSlice::new(bytes)])
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<Result<usize>> {
        if self.activity.awaits_request() {
            let before = self.own_answer.len();
            for slice in slices {
                self.own_answer.extend_from_slice(slice);
            }
            return Poll::Ready(Ok(self.own_answer.len() - before));
        }
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        match written {
            Poll::Ready(Ok(1..)) => self.activity.sent(),
            Poll::Ready(_) => {}
            Poll::Pending => self.activity.blocked(),
        }
        written
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    /// Called by hyper when its own buffer is empty.
    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        self.activity.flushed();
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
