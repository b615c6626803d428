//! One connection: HTTP/1.1 with timeouts for a client that sends or reads nothing, and a graceful shutdown.

use std::convert::Infallible;
use std::future::poll_fn;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Poll;
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
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, sleep_until};
use tower::Service;

use super::activity::Activity;
use super::request_body::RequestBody;
use super::response_body::ResponseBody;
use super::watched_stream::WatchedStream;

const IDLE_CHECK_INTERVAL: Duration = Duration::from_millis(250);
/// For a connection without a request in flight to send what is left in its buffers.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(1);

/// Why a connection is no longer served.
enum End {
    /// By the client, or because it is broken, which is not an error of the server.
    Closed,
    /// It waited too long for its client.
    Expired,
    /// [`Activity::close`].
    Asked,
}

/// Returns when the connection ends, or after [`Activity::close`] when its last response is sent.
pub(super) async fn serve<S, B>(stream: TcpStream, peer: SocketAddr, app: S, activity: Arc<Activity>)
where
    S: Service<axum::extract::Request, Response = Response<B>, Error = Infallible>,
    B: HttpBody<Data = Bytes> + 'static,
    B::Error: Into<BoxError>,
{
    // Sends small responses at once; an error only delays them.
    let _ = stream.set_nodelay(true);
    // Requests come one after the other: the lock is free, and spares a clone of the app for each.
    let app = &Mutex::new(app);
    let service = service_fn(|request: Request<Incoming>| {
        let in_flight = activity.begin_request();
        let (mut head, body) = request.into_parts();
        head.extensions.insert(ConnectInfo(peer));
        let body = if body.is_end_stream() {
            Body::empty()
        } else {
            Body::new(RequestBody::new(&head.headers, body))
        };
        let request = Request::from_parts(head, body);
        // Boxed for each request: hyper keeps room for the future of a connection that is idle, too.
        Box::pin(async move {
            let Ok(()) = poll_fn(|context| lock(app).poll_ready(context)).await;
            let response = lock(app).call(request);
            let Ok(response) = response.await;
            Ok::<_, Infallible>(response.map(|body| ResponseBody::new(body, in_flight)))
        })
    });
    // hyper's own timeout counts from the end of the previous response.
    let connection = http1::Builder::new()
        .header_read_timeout(None)
        .serve_connection(TokioIo::new(WatchedStream { stream, activity: activity.clone() }), service);
    let mut connection = pin!(connection);
    let mut timer = pin!(sleep_until(activity.deadline().unwrap_or_else(Instant::now)));
    let end = poll_fn(|context| {
        if connection.as_mut().poll(context).is_ready() {
            return Poll::Ready(End::Closed);
        }
        if activity.poll_closing(context).is_ready() {
            return Poll::Ready(End::Asked);
        }
        // What moves the deadline happens in the poll above. A later one is noticed when the timer ends, so
        // that a request moves no timer.
        let Some(deadline) = activity.deadline() else { return Poll::Pending };
        if deadline < timer.deadline() {
            timer.as_mut().reset(deadline);
        }
        while timer.as_mut().poll(context).is_ready() {
            if deadline <= Instant::now() {
                return Poll::Ready(End::Expired);
            }
            timer.as_mut().reset(deadline);
        }
        Poll::Pending
    });
    if !matches!(end.await, End::Asked) {
        return;
    }
    // Closes at once if no byte of a request has arrived, else after the response.
    connection.as_mut().graceful_shutdown();
    tokio::select! {
        _ = connection.as_mut() => {}
        () = idle_for(&activity, FLUSH_TIMEOUT) => {}
    }
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
