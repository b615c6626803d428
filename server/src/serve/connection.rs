//! One connection: HTTP/1.1 with a header-read timeout, closed in good order when the server stops.

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

use super::arriving::Arriving;
use super::in_flight::{Answer, InFlight};

/// How long the head of a request may take, an idle connection included.
const HEAD: Duration = Duration::from_secs(10);
/// How often a stopping connection looks whether it is in the middle of an answer.
const LOOK: Duration = Duration::from_millis(250);
/// How long a connection without a request gets to send what its last answer left in the buffers.
const FLUSH: Duration = Duration::from_secs(1);

/// Serves the connection until it ends, or until it has nothing more to answer after `stopped`.
pub(super) async fn serve(
    stream: TcpStream,
    peer: SocketAddr,
    app: Router,
    mut stopped: watch::Receiver<bool>,
) {
    // Small answers leave at once; without it they are only later.
    let _ = stream.set_nodelay(true);
    let in_flight = InFlight::default();
    let service = service_fn(|request: Request<Incoming>| {
        let answering = in_flight.begin();
        let (mut head, body) = request.into_parts();
        head.extensions.insert(ConnectInfo(peer));
        let body = Body::new(Arriving::new(&head.headers, body));
        let request = Request::from_parts(head, body);
        let app = app.clone();
        async move {
            let response = match app.oneshot(request).await {
                Ok(response) => response,
                Err(impossible) => match impossible {},
            };
            Ok::<_, Infallible>(response.map(|body| Answer::new(body, answering)))
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = pin!(connection);
    tokio::select! {
        // A broken connection is the other side's business.
        _ = connection.as_mut() => return,
        _ = stopped.wait_for(|stopped| *stopped) => {}
    }
    // Closes at once when nothing of a request is there, else after the answer.
    connection.as_mut().graceful_shutdown();
    tokio::select! {
        _ = connection.as_mut() => {}
        () = idle_for(&in_flight, FLUSH) => {}
    }
}

/// Completes when no request was in flight for so long: what is left is half a head that may never
/// become a whole one.
async fn idle_for(in_flight: &InFlight, long_enough: Duration) {
    let mut idle = Duration::ZERO;
    while idle < long_enough {
        tokio::time::sleep(LOOK).await;
        idle = if in_flight.is_idle() { idle + LOOK } else { Duration::ZERO };
    }
}
