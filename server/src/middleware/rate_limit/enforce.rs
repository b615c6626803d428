//! The limiter before the routes.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};

use super::{Operation, Throttled};
use crate::AppState;
use crate::api::answer;
use crate::middleware::client_ip::ClientIp;

/// Refuses a request whose operation's quota is used up, before anything else is looked at and
/// before its body is read (SPEC: Processing order).
pub async fn enforce(State(state): State<AppState>, ip: ClientIp, request: Request, next: Next) -> Response {
    let Some(operation) = Operation::of(request.method(), request.uri().path()) else {
        return next.run(request).await;
    };
    match state.limiter.admit(operation, ip) {
        Ok(()) => next.run(request).await,
        Err(refused) if request.uri().path().starts_with("/api/") => throttled(&HeaderMap::new(), refused),
        Err(refused) => throttled(request.headers(), refused),
    }
}

/// The answer to a request over its quota: in words for a browser (`Accept: text/html` among
/// `headers`), else `{"error":"Troppe richieste"}`; both with `Retry-After`.
pub fn throttled(headers: &HeaderMap, refused: Throttled) -> Response {
    let seconds = refused.seconds();
    let mut response = if wants_page(headers) {
        (StatusCode::TOO_MANY_REQUESTS, [(header::CACHE_CONTROL, "no-store")], Html(page(seconds)))
            .into_response()
    } else {
        answer::error(StatusCode::TOO_MANY_REQUESTS, "Troppe richieste")
    };
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    response
}

fn wants_page(headers: &HeaderMap) -> bool {
    let mut accepted = headers.get_all(header::ACCEPT).iter().filter_map(|line| line.to_str().ok());
    accepted.any(|line| line.to_ascii_lowercase().contains("text/html"))
}

fn page(seconds: u64) -> String {
    format!(
        "<!doctype html><html lang=\"it\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>Troppe richieste</title></head>\
         <body><main><h1>Troppe richieste</h1>\
         <p>Torna indietro e riprova fra {seconds} secondi.</p>\
         <p lang=\"en\">Too many requests: go back and try again in {seconds} seconds.</p></main></body></html>"
    )
}
