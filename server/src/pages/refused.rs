//! Refusals a person may meet in the browser: a page in words for `Accept: text/html`, else JSON.

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};

use crate::api::answer;
use crate::body::BodyError;

/// What was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    /// A form sent from another site.
    ForeignOrigin,
    /// A body over the bound.
    TooLarge,
    /// A body that broke off.
    BrokenOff,
}

impl From<BodyError> for Refused {
    fn from(error: BodyError) -> Self {
        match error {
            BodyError::TooLong => Self::TooLarge,
            BodyError::Unreadable => Self::BrokenOff,
        }
    }
}

impl Refused {
    /// Status, the Italian text (the JSON's too), the English one.
    const fn words(self) -> (StatusCode, &'static str, &'static str) {
        match self {
            Self::ForeignOrigin => (
                StatusCode::FORBIDDEN,
                "Accesso non consentito",
                "This form was sent from another site: open the page here and try again.",
            ),
            Self::TooLarge => (
                StatusCode::PAYLOAD_TOO_LARGE,
                "Payload troppo grande",
                "Too much was sent at once: go back and send less.",
            ),
            Self::BrokenOff => (
                StatusCode::BAD_REQUEST,
                "Corpo non leggibile",
                "What was sent did not arrive: go back and try again.",
            ),
        }
    }

    /// The answer to a request with these headers.
    pub fn answer(self, headers: &HeaderMap) -> Response {
        let (status, italian, english) = self.words();
        if !wants_page(headers) {
            return answer::error(status, italian);
        }
        let page = format!(
            "<!doctype html><html lang=\"it\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width\"><title>{italian}</title></head>\
             <body><main><h1>{italian}</h1><p lang=\"en\">{english}</p>\
             <p><a href=\"/\">Atrio</a></p></main></body></html>"
        );
        (status, Html(page)).into_response()
    }
}

/// Whether a person is waiting for a page.
fn wants_page(headers: &HeaderMap) -> bool {
    let mut accepted = headers.get_all(header::ACCEPT).iter().filter_map(|line| line.to_str().ok());
    accepted.any(|line| line.to_ascii_lowercase().contains("text/html"))
}
