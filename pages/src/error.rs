//! The error type of pages. The response carries it as an extension; the middleware in
//! [`public::error_page`](crate::public::error_page) renders it, because rendering needs the state.

use app::error::AppError;
use axum::extract::rejection::PathRejection;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use domain::DomainError;
use leptos::server_fn::error::FromServerFnError as _;

/// After how many seconds a request may be sent again that found the server busy.
pub const RETRY_WHEN_BUSY: u64 = 5;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageError {
    /// No route has this address.
    UnknownAddress,
    /// The file waits for the virus scanner.
    FileInCheck,
    /// The page exists and returned an error.
    App(AppError),
}

impl PageError {
    pub const fn app_error(self) -> AppError {
        match self {
            Self::UnknownAddress => AppError::Missing,
            Self::FileInCheck => AppError::Changed,
            Self::App(error) => error,
        }
    }
}

impl From<AppError> for PageError {
    fn from(error: AppError) -> Self {
        Self::App(error)
    }
}

impl From<DomainError> for PageError {
    fn from(error: DomainError) -> Self {
        Self::App(error.into())
    }
}

impl From<store::Error> for PageError {
    fn from(error: store::Error) -> Self {
        if let store::Error::Fault(fault) = &error {
            tracing::error!(error = %fault, "a page could not be loaded");
        }
        Self::App(error.failure().into())
    }
}

/// A path segment that is not UTF-8 cannot match a record.
impl From<PathRejection> for PageError {
    fn from(_: PathRejection) -> Self {
        Self::App(AppError::Missing)
    }
}

impl IntoResponse for PageError {
    fn into_response(self) -> Response {
        let mut response = self.app_error().status_code().into_response();
        if self.app_error() == AppError::Busy {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(RETRY_WHEN_BUSY));
        }
        response.extensions_mut().insert(self);
        response
    }
}
