//! Errors outside the pages: an HTML page for `Accept: text/html`, else JSON.

use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

use super::plain_page::PlainPage;
use super::{ApiError, accepts_html, error};
use crate::body::BodyError;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorPage {
    ForeignOrigin,
    TooLarge,
    UnreadableBody,
    /// [`ApiError::BUSY`]
    Busy,
    /// [`ApiError::FAULT`]
    Fault,
}

impl From<BodyError> for ErrorPage {
    fn from(error: BodyError) -> Self {
        match error {
            BodyError::TooLong => Self::TooLarge,
            BodyError::Unreadable => Self::UnreadableBody,
        }
    }
}

/// Logs the error of a use case that the request cannot have caused.
impl From<store::Error> for ErrorPage {
    fn from(error: store::Error) -> Self {
        if ApiError::from_store(error, |_| ApiError::FAULT) == ApiError::BUSY {
            Self::Busy
        } else {
            Self::Fault
        }
    }
}

impl ErrorPage {
    const fn page(self) -> PlainPage<'static> {
        let (status, heading, italian, english) = match self {
            Self::Busy => return PlainPage::BUSY,
            Self::Fault => return PlainPage::FAULT,
            Self::ForeignOrigin => (
                StatusCode::FORBIDDEN,
                "Accesso non consentito",
                "Il modulo è stato inviato da un altro sito: basta aprire la pagina qui e riprovare.",
                "This form was sent from another site: open the page here and try again.",
            ),
            Self::TooLarge => (
                StatusCode::PAYLOAD_TOO_LARGE,
                "Payload troppo grande",
                "È stato inviato troppo in una volta: meglio tornare indietro e inviare meno.",
                "Too much was sent at once: go back and send less.",
            ),
            Self::UnreadableBody => (
                StatusCode::BAD_REQUEST,
                "Corpo non leggibile",
                "I dati inviati non sono arrivati: meglio tornare indietro e riprovare.",
                "What was sent did not arrive: go back and try again.",
            ),
        };
        PlainPage { status, heading, italian, english, retry_after: None }
    }

    /// The response to a request with these headers.
    pub fn respond(self, headers: &HeaderMap) -> Response {
        self.respond_as(accepts_html(headers))
    }

    /// A page or JSON, whose text is the heading of most pages.
    pub fn respond_as(self, is_page: bool) -> Response {
        let page = self.page();
        match self {
            _ if is_page => page.into_response(),
            Self::Busy => ApiError::BUSY.into_response(),
            Self::Fault => ApiError::FAULT.into_response(),
            Self::ForeignOrigin | Self::TooLarge | Self::UnreadableBody => error(page.status, page.heading),
        }
    }
}
