//! `/api/client/files`: uploads and downloads of clients (docs/REFERENCE.md#files).

use domain::{DomainError, ShownFile};
use http::StatusCode;
use serde::Serialize;

use super::ErrorWords;

pub const PATH: &str = "/api/client/files";
pub const FILE_PATH: &str = "/api/client/files/{id}";
pub const INVALID: ErrorWords = ErrorWords::INVALID;
pub const FULL: ErrorWords = ErrorWords(StatusCode::INSUFFICIENT_STORAGE, "Spazio esaurito");
pub const UNKNOWN: ErrorWords = ErrorWords(StatusCode::NOT_FOUND, "File non trovato");
/// Of a preview that is asked for.
pub const NO_PREVIEW: ErrorWords = ErrorWords(StatusCode::NOT_FOUND, "Anteprima non disponibile");
pub const UNSATISFIABLE: ErrorWords = ErrorWords(StatusCode::RANGE_NOT_SATISFIABLE, "Intervallo non valido");
/// Sent with `Retry-After`.
pub const AWAY: ErrorWords = ErrorWords(StatusCode::SERVICE_UNAVAILABLE, "Archivio dei file non raggiungibile");

pub const fn error(error: DomainError) -> ErrorWords {
    match error {
        DomainError::UnknownToken => ErrorWords::UNKNOWN_TOKEN,
        DomainError::FileTooLarge => ErrorWords(StatusCode::PAYLOAD_TOO_LARGE, "File troppo grande"),
        DomainError::FilesFull => FULL,
        DomainError::FileInCheck => ErrorWords(StatusCode::CONFLICT, "File in controllo"),
        _ => UNKNOWN,
    }
}

#[derive(Debug, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(utoipa::ToSchema))]
pub struct FileResponse {
    pub file: ShownFile,
}
