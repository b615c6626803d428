//! How the API answers: compact JSON, never cached; errors as `{"error":"…"}` in Italian
//! (CONTRACT §3, §5).

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use domain::DomainError;
use serde::Serialize;
use serde_json::json;

use crate::body::BodyError;

/// `body` as JSON.
///
/// # Panics
/// Never: records and literals always have a JSON form.
pub fn json(status: StatusCode, body: &impl Serialize) -> Response {
    let bytes = serde_json::to_vec(body).expect("records and literals always have a JSON form");
    let mut response = (status, bytes).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json; charset=utf-8"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// `{"error":"…"}`.
pub fn error(status: StatusCode, text: &str) -> Response {
    json(status, &json!({ "error": text }))
}

/// A refusal as one endpoint words it: status and Italian text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ApiError(pub StatusCode, pub &'static str);

impl ApiError {
    /// A body of more than 64 KiB, on every endpoint.
    pub const TOO_LARGE: Self = Self(StatusCode::PAYLOAD_TOO_LARGE, "Payload troppo grande");
    /// A request without the secret its endpoint asks for.
    pub const UNAUTHORIZED: Self = Self(StatusCode::FORBIDDEN, "Non autorizzato");
    /// Something broke; the log has the cause.
    pub const FAULT: Self = Self(StatusCode::INTERNAL_SERVER_ERROR, "Errore interno");

    /// What a use case did not do: a refusal worded by the endpoint's own table, or a fault, which
    /// is logged and not told.
    pub fn by(error: store::Error, table: impl FnOnce(DomainError) -> Self) -> Self {
        match error {
            store::Error::Domain(refusal) => table(refusal),
            // No use case behind an endpoint reads a form.
            fault @ (store::Error::Fault(_) | store::Error::Invalid(_)) => {
                tracing::error!(%fault, "a request failed");
                Self::FAULT
            }
        }
    }

    /// The body was not read: too long, on every endpoint the same; cut off, what the endpoint
    /// says of an unreadable body.
    pub fn body(error: BodyError, unreadable: Self) -> Self {
        match error {
            BodyError::TooLong => Self::TOO_LARGE,
            BodyError::Unreadable => unreadable,
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        error(self.0, self.1)
    }
}

/// The answer to a path that is not there.
pub async fn not_found() -> ApiError {
    ApiError(StatusCode::NOT_FOUND, "Non trovato")
}

/// The answer to a method an endpoint does not have; axum adds `Allow`.
pub async fn wrong_method() -> ApiError {
    ApiError(StatusCode::METHOD_NOT_ALLOWED, "Metodo non consentito")
}
