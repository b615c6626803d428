//! The response to a request whose handler panicked.

use std::any::Any;

use axum::response::{IntoResponse, Response};

use crate::response::ApiError;

/// The panic message is not logged: it may quote the request.
pub fn respond(_: Box<dyn Any + Send + 'static>) -> Response {
    tracing::error!("a handler panicked");
    ApiError::FAULT.into_response()
}
