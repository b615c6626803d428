//! Errors outside the pages: an HTML page for `Accept: text/html`, else JSON.

use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use pages::public::plain_page::PlainPage;

use super::{ApiError, accepts_html, plain_page};
use crate::body::BodyError;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorPage {
    ForeignOrigin,
    /// What only owners may do.
    Forbidden,
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
        if ApiError::from_store(error, |_| ApiError::FAULT) == ApiError::BUSY { Self::Busy } else { Self::Fault }
    }
}

impl ErrorPage {
    fn page(self) -> PlainPage {
        match self {
            Self::Busy => PlainPage::BUSY,
            Self::Fault => PlainPage::FAULT,
            Self::ForeignOrigin => PlainPage::FOREIGN_ORIGIN,
            Self::Forbidden => PlainPage::FORBIDDEN,
            Self::TooLarge => PlainPage::TOO_LARGE,
            Self::UnreadableBody => PlainPage::UNREADABLE_BODY,
        }
    }

    /// The response to a request with these headers.
    pub fn respond(self, headers: &HeaderMap) -> Response {
        self.respond_as(accepts_html(headers))
    }

    /// A page or JSON.
    pub fn respond_as(self, is_page: bool) -> Response {
        if is_page { plain_page(&self.page()) } else { ApiError::from(self).into_response() }
    }
}

/// For programs; the text of most is the heading of the page.
impl From<ErrorPage> for ApiError {
    fn from(error: ErrorPage) -> Self {
        let page = error.page();
        match error {
            ErrorPage::Busy => Self::BUSY,
            ErrorPage::Fault => Self::FAULT,
            ErrorPage::ForeignOrigin | ErrorPage::Forbidden | ErrorPage::TooLarge | ErrorPage::UnreadableBody => {
                Self(page.status, page.heading)
            }
        }
    }
}
