//! The limiter before the routes.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;

use super::{Asker, Operation, Throttled};
use crate::AppState;
use crate::api::answer;
use crate::middleware::client_ip::ClientIp;
use crate::site::plain::{self, PlainPage};

/// Refuses a request whose operation's quota is used up, before anything else is looked at and
/// before its body is read (SPEC: Processing order).
pub async fn enforce(State(state): State<AppState>, ip: ClientIp, request: Request, next: Next) -> Response {
    let Some(operation) = Operation::of(request.method(), request.uri().path()) else {
        return next.run(request).await;
    };
    match state.limiter.admit(operation, Asker::of(operation, request.uri().path(), ip)) {
        Ok(()) => next.run(request).await,
        Err(refused) if request.uri().path().starts_with("/api/") => throttled(&HeaderMap::new(), refused),
        Err(refused) => throttled(request.headers(), refused),
    }
}

/// The answer to a request over its quota: in words for a browser (`Accept: text/html` among
/// `headers`), else `{"error":"Troppe richieste"}`; both with `Retry-After`.
pub fn throttled(headers: &HeaderMap, refused: Throttled) -> Response {
    let seconds = refused.seconds();
    if plain::is_wanted(headers) {
        return PlainPage::too_many(seconds);
    }
    let mut response = answer::error(StatusCode::TOO_MANY_REQUESTS, "Troppe richieste");
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    response
}
