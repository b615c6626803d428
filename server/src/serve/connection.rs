//! One connection: HTTP/1.1 with a timeout for request heads and a graceful shutdown.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::pin;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tower::ServiceExt as _;

use super::request_body::RequestBody;
use super::response_body::{InFlight, ResponseBody};

/// Also how long a connection may be idle.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
const IDLE_CHECK_INTERVAL: Duration = Duration::from_millis(250);
/// For a connection without a request in flight to send what is left in its buffers.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(1);

/// Returns when the connection ends, or after `stopped` when its last response is sent.
pub(super) async fn serve(
    stream: TcpStream,
    peer: SocketAddr,
    app: Router,
    mut stopped: watch::Receiver<bool>,
) {
    // Sends small responses at once; an error only delays them.
    let _ = stream.set_nodelay(true);
    let in_flight = InFlight::default();
    let service = service_fn(|request: Request<Incoming>| {
        let in_flight = in_flight.clone();
        let (mut head, body) = request.into_parts();
        head.extensions.insert(ConnectInfo(peer));
        let body = Body::new(RequestBody::new(&head.headers, body));
        let request = Request::from_parts(head, body);
        let app = app.clone();
        async move {
            let response = match app.oneshot(request).await {
                Ok(response) => response,
                Err(impossible) => match impossible {},
            };
            Ok::<_, Infallible>(response.map(|body| ResponseBody::new(body, in_flight)))
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = pin!(connection);
    tokio::select! {
        // A broken connection is not an error of the server.
        _ = connection.as_mut() => return,
        _ = stopped.wait_for(|stopped| *stopped) => {}
    }
    // Closes at once if no byte of a request has arrived, else after the response.
    connection.as_mut().graceful_shutdown();
    tokio::select! {
        _ = connection.as_mut() => {}
        () = idle_for(&in_flight, FLUSH_TIMEOUT) => {}
    }
}

/// Completes when no request was in flight for `duration`: then there is at most half a head, which may
/// never be completed.
async fn idle_for(in_flight: &InFlight, duration: Duration) {
    let mut idle = Duration::ZERO;
    while idle < duration {
        tokio::time::sleep(IDLE_CHECK_INTERVAL).await;
        idle = if in_flight.is_idle() { idle + IDLE_CHECK_INTERVAL } else { Duration::ZERO };
    }
}
