//! The JSON API of a portal (docs/REFERENCE.md#json-api): path, request, response and errors of each endpoint, once for
//! the endpoint (`server/src/api`), the island and the server function that does the same for a form
//! ([`portal_actions`](crate::portal_actions)).

pub mod approve;
pub mod chat;
pub mod comment;
pub mod files;
pub mod history;
pub mod proof;
pub mod receipts;

use http::StatusCode;

/// Status and text of an error that a caller can cause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ErrorWords(pub StatusCode, pub &'static str);

impl ErrorWords {
    const INVALID: Self = Self(StatusCode::BAD_REQUEST, "Dati non validi");
    const MISSING: Self = Self(StatusCode::BAD_REQUEST, "Parametri mancanti");
    /// One error for all, so that it reveals nothing about other clients.
    const FORBIDDEN: Self = Self(StatusCode::FORBIDDEN, "Accesso non consentito");
    const UNKNOWN_TOKEN: Self = Self(StatusCode::NOT_FOUND, "Token non valido");
}
