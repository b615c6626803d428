//! Refusals a person may meet in the browser: a page in words for `Accept: text/html`, else JSON.

use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

use super::plain::{self, PlainPage};
use crate::api::answer;
use crate::body::BodyError;

/// What was error_page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorPage {
    /// A form sent from another site.
    ForeignOrigin,
    /// A body over the bound.
    TooLarge,
    /// A body that broke off.
    BrokenOff,
}

impl From<BodyError> for ErrorPage {
    fn from(error: BodyError) -> Self {
        match error {
            BodyError::TooLong => Self::TooLarge,
            BodyError::Unreadable => Self::BrokenOff,
        }
    }
}

impl ErrorPage {
    /// The page; its heading is the JSON's text.
    const fn page(self) -> PlainPage<'static> {
        let (status, heading, italian, english) = match self {
            Self::ForeignOrigin => (
                StatusCode::FORBIDDEN,
                "Accesso non consentito",
                "Il modulo è stato inviato da un altro sito: apri la pagina qui e riprova.",
                "This form was sent from another site: open the page here and try again.",
            ),
            Self::TooLarge => (
                StatusCode::PAYLOAD_TOO_LARGE,
                "Payload troppo grande",
                "È stato inviato troppo in una volta: torna indietro e invia meno.",
                "Too much was sent at once: go back and send less.",
            ),
            Self::BrokenOff => (
                StatusCode::BAD_REQUEST,
                "Corpo non leggibile",
                "Quello che hai inviato non è arrivato: torna indietro e riprova.",
                "What was sent did not arrive: go back and try again.",
            ),
        };
        PlainPage { status, heading, italian, english, retry_after: None }
    }

    /// The answer to a request with these headers.
    pub fn answer(self, headers: &HeaderMap) -> Response {
        let page = self.page();
        if plain::is_wanted(headers) {
            page.into_response()
        } else {
            answer::error(page.status, page.heading)
        }
    }
}
