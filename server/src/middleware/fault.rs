//! What panics: the caller is not left without an answer.

use std::any::Any;

use axum::response::{IntoResponse, Response};

use crate::api::answer::ApiError;

/// Answers `Errore interno` for a handler that panicked. The panic's text may quote what was sent:
/// only the place it names on standard error is kept.
pub fn answer_panic(_: Box<dyn Any + Send + 'static>) -> Response {
    tracing::error!("a handler panicked");
    ApiError::FAULT.into_response()
}
