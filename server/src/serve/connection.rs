//! One connection: HTTP/1.1 with timeouts for a client that sends or reads nothing, and a graceful shutdown.
//!
//! hyper has 16 KiB of buffers for each connection. Between the polls of an open page it is dropped, so that
//! thousands of them take little memory.

use std::convert::Infallible;
use std::future::poll_fn;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::BoxError;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::ConnectInfo;
use axum::response::Response;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::io::ReadBuf;
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep, sleep_until};
use tower::Service;

use super::activity::Activity;
use super::detached;
use super::own_answer;
use super::request_body::RequestBody;
use super::response_body::ResponseBody;
use super::watched_stream::WatchedStream;

/// For a whole head, in bytes.
const HEAD_LIMIT: usize = 64 * 1024;
/// A connection that had another request so short a time before keeps hyper for as long.
const BUSY_INTERVAL: Duration = Duration::from_secs(1);
const IDLE_CHECK_INTERVAL: Duration = Duration::from_millis(250);
/// For a connection without a request in flight to send what is left in its buffers.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(1);

/// Why hyper no longer serves a connection.
enum End {
    /// By the client, or because it is broken, which is not an error of the server.
    Closed,
    /// It waited too long for its client.
    Expired,
    /// [`Activity::close`].
    Asked,
    /// Every request is answered.
    Idle,
}

/// Returns when the connection ends, or after [`Activity::close`] when its last response is sent. `headers` are
/// lines for responses that the app does not make.
pub(super) async fn serve<S, B>(stream: TcpStream, peer: SocketAddr, app: S, headers: Bytes, activity: Arc<Activity>)
where
    S: Service<axum::extract::Request, Response = Response<B>, Error = Infallible>,
    S::Future: Send + 'static,
    B: HttpBody<Data = Bytes> + Send + 'static,
    B::Error: Into<BoxError>,
{
    // Sends small responses at once; an error only delays them.
    let _ = stream.set_nodelay(true);
    // Requests come one after the other: the lock is free, and spares a clone of the app for each.
    let app = Mutex::new(app);
    let mut timer = pin!(sleep_until(Instant::now()));
    let mut stream = WatchedStream::new(stream, activity.clone());
    loop {
        let idle_since = activity.idle_since();
        if !has_bytes(&stream, &activity, timer.as_mut()).await {
            return;
        }
        let is_busy = idle_since.is_some_and(|since| since.elapsed() < BUSY_INTERVAL);
        let keep_hyper = if is_busy { BUSY_INTERVAL } else { Duration::ZERO };
        // Boxed, because a future has room for its largest state.
        let requests = Box::pin(serve_requests(stream, peer, &app, &headers, &activity, timer.as_mut(), keep_hyper));
        let Some(idle) = requests.await else { return };
        stream = idle;
    }
}

/// Waits for the first byte of a request; false if the connection has to end before.
async fn has_bytes(stream: &WatchedStream, activity: &Activity, mut timer: Pin<&mut Sleep>) -> bool {
    poll_fn(|context| {
        if !stream.received.is_empty() {
            return Poll::Ready(true);
        }
        if let Poll::Ready(peeked) = stream.stream.poll_peek(context, &mut ReadBuf::new(&mut [0])) {
            return Poll::Ready(matches!(peeked, Ok(1)));
        }
        let ends = activity.poll_closing(context).is_ready()
            || poll_deadline(timer.as_mut(), activity.deadline(), context).is_ready();
        if ends { Poll::Ready(false) } else { Poll::Pending }
    })
    .await
}

/// Serves until every request is answered, and returns the stream for further ones; `None` if there will be none.
async fn serve_requests<S, B>(
    stream: WatchedStream,
    peer: SocketAddr,
    app: &Mutex<S>,
    headers: &[u8],
    activity: &Arc<Activity>,
    mut timer: Pin<&mut Sleep>,
    keep_hyper: Duration,
) -> Option<WatchedStream>
where
    S: Service<axum::extract::Request, Response = Response<B>, Error = Infallible>,
    S::Future: Send + 'static,
    B: HttpBody<Data = Bytes> + Send + 'static,
    B::Error: Into<BoxError>,
{
    let service = service_fn(|request: Request<Incoming>| {
        let in_flight = activity.begin_request();
        let (mut head, body) = request.into_parts();
        head.extensions.insert(ConnectInfo(peer));
        let body = if body.is_end_stream() {
            Body::empty()
        } else {
            Body::new(RequestBody::new(head.uri.path(), &head.headers, body, activity.clone()))
        };
        let request = Request::from_parts(head, body);
        Box::pin(async move {
            let Ok(()) = poll_fn(|context| lock(app).poll_ready(context)).await;
            let response = lock(app).call(request);
            let Ok(response) = detached::run(response, || activity.awaits_body()).await;
            Ok::<_, Infallible>(response.map(|body| ResponseBody::new(body, in_flight)))
        })
    });
    // hyper's own timeout counts from the end of the previous response.
    let mut connection = http1::Builder::new()
        .header_read_timeout(None)
        .max_header_size(HEAD_LIMIT)
        .serve_connection(TokioIo::new(stream), service);
    let end = poll_fn(|context| {
        loop {
            let received = activity.bytes_received();
            if connection.poll_without_shutdown(context).is_ready() {
                return Poll::Ready(End::Closed);
            }
            // hyper passes a part of a body on at each poll. Of thousands of bodies that arrive together each would be
            // in memory for as long as all of them take.
            if !activity.awaits_body() || activity.bytes_received() == received {
                break;
            }
        }
        if activity.poll_closing(context).is_ready() {
            return Poll::Ready(End::Asked);
        }
        // What moves a deadline happens in the poll above.
        let (deadline, end) = match activity.idle_since() {
            Some(since) => (Some(since + keep_hyper), End::Idle),
            None => (activity.deadline(), End::Expired),
        };
        ready!(poll_deadline(timer.as_mut(), deadline, context));
        Poll::Ready(end)
    });
    match end.await {
        End::Expired => return None,
        End::Closed => {}
        end @ (End::Asked | End::Idle) => {
            // Ends at once if there is no whole head of a request, else after the response. What it had read of a
            // head is in its buffer then.
            Pin::new(&mut connection).graceful_shutdown();
            let ended = poll_fn(|context| Poll::Ready(connection.poll_without_shutdown(context))).await;
            if matches!((&end, &ended), (End::Idle, Poll::Ready(Ok(())))) {
                let http1::Parts { io, read_buf, .. } = connection.into_parts();
                let mut stream = io.into_inner();
                // An empty one has its allocation still.
                stream.received = if read_buf.is_empty() { Bytes::new() } else { read_buf };
                return Some(stream);
            }
            if ended.is_pending() {
                tokio::select! {
                    _ = poll_fn(|context| connection.poll_without_shutdown(context)) => {}
                    () = idle_for(activity, FLUSH_TIMEOUT) => {}
                }
            }
        }
    }
    let WatchedStream { stream, own_answer, .. } = connection.into_parts().io.into_inner();
    own_answer::send(stream, &own_answer, headers).await;
    None
}

/// A later deadline than the timer's is noticed when the timer ends, so that a request moves no timer.
fn poll_deadline(mut timer: Pin<&mut Sleep>, deadline: Option<Instant>, context: &mut Context<'_>) -> Poll<()> {
    let Some(deadline) = deadline else { return Poll::Pending };
    if deadline <= Instant::now() {
        return Poll::Ready(());
    }
    if deadline < timer.deadline() {
        timer.as_mut().reset(deadline);
    }
    while timer.as_mut().poll(context).is_ready() {
        if deadline <= Instant::now() {
            return Poll::Ready(());
        }
        timer.as_mut().reset(deadline);
    }
    Poll::Pending
}

/// Completes when no request was in flight for `duration`: then there is at most half a head, which may
/// never be completed, or a response that nobody reads.
async fn idle_for(activity: &Activity, duration: Duration) {
    let mut idle = Duration::ZERO;
    while idle < duration {
        sleep(IDLE_CHECK_INTERVAL).await;
        idle = if activity.is_in_flight() { Duration::ZERO } else { idle + IDLE_CHECK_INTERVAL };
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Only a panic of the app itself poisons it; a panic of a handler is caught before.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
