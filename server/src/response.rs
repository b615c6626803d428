//! Responses shared by all layers: compact JSON that is never cached, errors as `{"error":"…"}` in
//! Italian (docs/REFERENCE.md#json-api), and error pages for browsers.

pub mod error_page;

use app::api::ErrorWords;
use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use domain::DomainError;
use pages::RETRY_WHEN_BUSY;
use pages::public::plain_page::PlainPage;
use serde::Serialize;
use utoipa::ToSchema;

use crate::assets;
use crate::body::BodyError;

pub fn json(status: StatusCode, body: &impl Serialize) -> Response {
    json_bytes(status, to_json(body))
}

pub fn to_json(body: &impl Serialize) -> Bytes {
    serde_json::to_vec(body).expect("records and literals always have a JSON form").into()
}

/// A response with JSON that is serialized already.
pub fn json_bytes(status: StatusCode, json: Bytes) -> Response {
    let mut response = (status, json).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json; charset=utf-8"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// The body of every error.
#[derive(Serialize, ToSchema)]
#[schema(as = Error)]
pub struct ErrorBody<'a> {
    /// In Italian; the same words for the same cause.
    pub error: &'a str,
}

pub fn error(status: StatusCode, text: &str) -> Response {
    json(status, &ErrorBody { error: text })
}

/// An error of a JSON endpoint: status and Italian text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ApiError(pub StatusCode, pub &'static str);

impl ApiError {
    pub const TOO_LARGE: Self = Self(StatusCode::PAYLOAD_TOO_LARGE, "Payload troppo grande");
    /// The secret of the endpoint is missing or wrong.
    pub const UNAUTHORIZED: Self = Self(StatusCode::FORBIDDEN, "Non autorizzato");
    /// A preview credential, at an endpoint that writes.
    pub const READ_ONLY: Self = Self(StatusCode::FORBIDDEN, "Anteprima in sola lettura");
    /// The person of the client may not write, or not approve.
    pub const NOT_ALLOWED: Self = Self(StatusCode::FORBIDDEN, "Operazione non consentita");
    /// A limit is used up. Sent with `Retry-After`.
    pub const TOO_MANY: Self = Self(StatusCode::TOO_MANY_REQUESTS, "Troppe richieste");
    /// The cause is in the log only.
    pub const FAULT: Self = Self(StatusCode::INTERNAL_SERVER_ERROR, "Errore interno");
    /// Something else, such as an import or other requests, uses what the request needs. Sent with `Retry-After`.
    pub const BUSY: Self = Self(StatusCode::SERVICE_UNAVAILABLE, "Servizio occupato, riprova tra poco");

    /// Maps the error of a use case: a [`DomainError`] by the table of the endpoint, except
    /// [`READ_ONLY`](Self::READ_ONLY) and [`NOT_ALLOWED`](Self::NOT_ALLOWED); anything else is logged and answered with [`BUSY`](Self::BUSY) or
    /// [`FAULT`](Self::FAULT).
    pub fn from_store(error: store::Error, table: impl FnOnce(DomainError) -> Self) -> Self {
        match error {
            store::Error::Domain(DomainError::ReadOnly) => Self::READ_ONLY,
            store::Error::Domain(DomainError::NotAllowed) => Self::NOT_ALLOWED,
            store::Error::Domain(error) => table(error),
            store::Error::Fault(fault) if fault.is_busy() => {
                tracing::warn!(%fault, "a request waited too long for the database");
                Self::BUSY
            }
            // No use case behind an endpoint parses a form.
            fault @ (store::Error::Fault(_) | store::Error::Invalid(_)) => {
                tracing::error!(%fault, "a request failed");
                Self::FAULT
            }
        }
    }

    /// [`from_store`](Self::from_store) by the table of a contract in [`app::api`].
    pub fn table(table: fn(DomainError) -> ErrorWords) -> impl Fn(store::Error) -> Self {
        move |error| Self::from_store(error, |error| table(error).into())
    }

    /// Too long is the same on every endpoint; a body that broke off is `unreadable`.
    pub fn from_body(error: BodyError, unreadable: Self) -> Self {
        match error {
            BodyError::TooLong => Self::TOO_LARGE,
            BodyError::Unreadable => unreadable,
        }
    }
}

impl From<ErrorWords> for ApiError {
    fn from(ErrorWords(status, text): ErrorWords) -> Self {
        Self(status, text)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = error(self.0, self.1);
        if self == Self::BUSY {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(RETRY_WHEN_BUSY));
        }
        response
    }
}

pub fn plain_page(page: &PlainPage) -> Response {
    page.respond(assets::style_sheet())
}

pub async fn not_found() -> ApiError {
    ApiError(StatusCode::NOT_FOUND, "Non trovato")
}

/// axum adds `Allow`.
pub async fn method_not_allowed() -> ApiError {
    ApiError(StatusCode::METHOD_NOT_ALLOWED, "Metodo non consentito")
}

/// Whether the client is a browser that expects a page: `Accept` contains `text/html`.
pub fn accepts_html(headers: &HeaderMap) -> bool {
    let mut accepted = headers.get_all(header::ACCEPT).iter().filter_map(|line| line.to_str().ok());
    accepted.any(|line| line.to_ascii_lowercase().contains("text/html"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_accept_header_asks_for_a_page() {
        let accepting = |value| HeaderMap::from_iter([(header::ACCEPT, HeaderValue::from_static(value))]);
        assert!(accepts_html(&accepting("text/html,application/xhtml+xml;q=0.9")));
        assert!(accepts_html(&accepting("TEXT/HTML")));
        assert!(!accepts_html(&accepting("application/json")) && !accepts_html(&accepting("*/*")));
        assert!(!accepts_html(&HeaderMap::new()));
    }
}
