//! How the actions of the agency's side end: in a page that shows what was done, or in the page they
//! came from with what was typed.

use std::future::Future;

use app::error::AppError;
use axum::extract::{Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use domain::audit::Actor;
use domain::{DomainError, Form, Problems, Unsaved};
use leptos::prelude::*;
use leptos_axum::handle_server_fns_with_context;
use store::Store;

use crate::PagesState;
use crate::address::Address;
use crate::admin::SignedInAdmin;

/// Why an action was not done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormError {
    error: AppError,
    problems: Problems,
}

impl From<AppError> for FormError {
    fn from(error: AppError) -> Self {
        Self { error, problems: Problems::default() }
    }
}

impl From<DomainError> for FormError {
    fn from(error: DomainError) -> Self {
        AppError::from(error).into()
    }
}

impl From<Problems> for FormError {
    fn from(problems: Problems) -> Self {
        Self { error: AppError::Invalid, problems }
    }
}

impl From<store::Error> for FormError {
    fn from(error: store::Error) -> Self {
        match error {
            store::Error::Domain(error) => error.into(),
            store::Error::Invalid(problems) => problems.into(),
            store::Error::Fault(fault) => {
                tracing::error!(error = %fault, "an action failed");
                AppError::Fault.into()
            }
        }
    }
}

/// Runs the server function at the address of a request, with the store and, on the agency's side, who is
/// signed in.
pub(crate) async fn call(State(state): State<PagesState>, request: Request) -> Response {
    let actor = request.extensions().get::<SignedInAdmin>().map(SignedInAdmin::actor);
    let contexts = move || {
        provide_context(state.store.clone());
        if let Some(actor) = actor.clone() {
            provide_context(actor);
        }
    };
    let response = handle_server_fns_with_context(contexts, request).await;
    // What one person asked is for nobody's cache.
    ([(header::CACHE_CONTROL, "no-store")], response).into_response()
}

/// The store, in an action.
pub fn store() -> Store {
    expect_context()
}

/// Who is signed in, in an action of the agency's side.
pub fn actor() -> Actor {
    expect_context()
}

/// An id that a form sent back.
pub fn parse_id<T: TryFrom<String>>(id: &str) -> Result<T, FormError> {
    T::try_from(id.to_owned()).map_err(|_| AppError::Missing.into())
}

/// Does what a form asks for, and brings the browser to the address that `work` gives. Refused, the form
/// called `name` is shown again on the page `back`, with what was typed and what is wrong with it.
pub async fn submit(
    name: &str,
    form: &Form,
    back: Address,
    work: impl Future<Output = Result<String, FormError>>,
) -> Result<(), AppError> {
    let FormError { error, problems } = match work.await {
        Ok(address) => {
            leptos_axum::redirect(&address, false);
            return Ok(());
        }
        Err(error) => error,
    };
    let unsaved = Unsaved { name: name.to_owned(), form: form.clone(), problems };
    // The error is shown even if what was typed cannot be.
    let log_error = |error: &store::Error| tracing::error!(%error, "a refused form could not be kept");
    let id = store().keep_unsaved(&unsaved).await.inspect_err(log_error).unwrap_or_default();
    leptos_axum::redirect(&back.error(error).with("unsaved", &id).at(name), false);
    Err(error)
}

/// As [`submit`], where nothing was typed: deleting, moving, switching.
pub async fn act(
    back: Address,
    work: impl Future<Output = Result<String, FormError>>,
) -> Result<(), AppError> {
    let error = match work.await {
        Ok(address) => {
            leptos_axum::redirect(&address, false);
            return Ok(());
        }
        // Where nothing was typed, there is nothing to keep by saving again.
        Err(FormError { error: AppError::Stale, .. }) => AppError::Changed,
        Err(FormError { error, .. }) => error,
    };
    leptos_axum::redirect(&back.error(error).top(), false);
    Err(error)
}
