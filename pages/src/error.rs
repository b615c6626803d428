//! Why a page is not shown. The answer carries the error; [`public::error_page`](crate::public::error_page)
//! renders it, since that needs the state.

use app::error::AppError;
use axum::extract::rejection::PathRejection;
use axum::response::{IntoResponse, Response};
use domain::DomainError;
use leptos::server_fn::error::FromServerFnError as _;

/// Why a page is not shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageError {
    /// No page has this address, for anybody.
    UnknownAddress,
    /// The page refuses or fails.
    App(AppError),
}

impl PageError {
    /// The error in words.
    pub const fn app_error(self) -> AppError {
        match self {
            Self::UnknownAddress => AppError::Missing,
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
        Self::App(error.refusal().into())
    }
}

/// What is no UTF-8 names nothing.
impl From<PathRejection> for PageError {
    fn from(_: PathRejection) -> Self {
        Self::App(AppError::Missing)
    }
}

impl IntoResponse for PageError {
    fn into_response(self) -> Response {
        let mut response = self.app_error().status_code().into_response();
        response.extensions_mut().insert(self);
        response
    }
}
