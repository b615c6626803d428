//! Runs the admin's form actions. A successful one redirects to a result page, a refused one back to its
//! form with the typed values.

use std::future::Future;

use app::error::AppError;
use app::portal_actions::OpenedPage;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Uri, header};
use axum::response::{IntoResponse, Response};
use domain::audit::Actor;
use domain::{DomainError, Form, Problems, Slug, Token, Unsaved};
use leptos::prelude::*;
use leptos_axum::handle_server_fns_with_context;
use store::{Browser, FormOwner, Store};

use crate::PagesState;
use crate::address::{self, Address};
use crate::session::SignedInAdmin;
use crate::ui::field_id;

/// Why an action was refused, with the problem of each field.
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
        let failure = error.failure();
        match error {
            store::Error::Domain(error) => error.into(),
            store::Error::Invalid(problems) => problems.into(),
            store::Error::Fault(fault) => {
                tracing::error!(error = %fault, "an action failed");
                AppError::from(failure).into()
            }
        }
    }
}

/// `ADMIN_EMAIL`, which no member may have.
#[derive(Clone)]
pub struct AgencyEmail(pub String);

/// Whether this server sends e-mails.
#[derive(Clone, Copy)]
pub struct SendsEmail(pub bool);

/// Runs the server function at the address of a request. Its context has the store as the browser uses it, for admin actions the
/// [`SignedInAdmin`] and their [`Actor`], and for actions of a portal the [`OpenedPage`].
pub(crate) async fn call(State(state): State<PagesState>, request: Request) -> Response {
    let signed_in = request.extensions().get::<SignedInAdmin>().cloned();
    let agency_email = AgencyEmail(state.agency_email.to_string());
    let sends_email = SendsEmail(state.mail.is_some());
    let opened = opened_page(request.headers());
    let store = state.store.for_browser(request.extensions().get::<Browser>().cloned().unwrap_or_default());
    let contexts = move || {
        provide_context(store.clone());
        provide_context(sends_email);
        if let Some(opened) = opened.clone() {
            provide_context(opened);
        }
        provide_context(agency_email.clone());
        if let Some(signed_in) = signed_in.clone() {
            provide_context(signed_in.actor());
            provide_context(signed_in);
        }
    };
    let response = handle_server_fns_with_context(contexts, request).await;
    // Responses are personal: no cache may store them.
    ([(header::CACHE_CONTROL, "no-store")], response).into_response()
}

/// From the address of the page that sent the form. Only its key or id is used, so the redirect stays on this
/// site.
pub(crate) fn opened_page(headers: &HeaderMap) -> Option<OpenedPage> {
    let page: Uri = headers.get(header::REFERER)?.to_str().ok()?.parse().ok()?;
    let path = page.path().strip_suffix(address::NOTIFICATIONS).unwrap_or(page.path());
    let path = path.split_once("/deliverables/").map_or(path, |(portal, _)| portal);
    if let Some(client) = address::previewed_client(path) {
        return Some(OpenedPage { address: address::preview(client.as_str()), token: None });
    }
    let key = path.strip_prefix("/c/")?;
    let token = Token::parse(key).is_ok().then(|| key.to_owned());
    (token.is_some() || Slug::parse(key).is_ok()).then(|| OpenedPage { address: Address::portal(key), token })
}

pub fn store() -> Store {
    expect_context()
}

/// The signed-in admin, from the context of an action.
pub fn actor() -> Actor {
    expect_context()
}

/// Parses an id sent by a form; an invalid one is reported as missing.
pub fn parse_id<T: TryFrom<String>>(id: &str) -> Result<T, AppError> {
    T::try_from(id.to_owned()).map_err(|_| AppError::Missing)
}

/// Runs `work` and redirects to the address it returns. On an error it stores the typed values and the
/// problems, and redirects to `back`, where the form `name` shows them.
pub async fn submit(
    name: &str,
    form: &Form,
    back: Address,
    work: impl Future<Output = Result<String, FormError>>,
) -> Result<(), AppError> {
    let (result, address) = match work.await {
        Ok(address) => (Ok(()), address),
        Err(error) => {
            let (error, address) = refused(&store(), name, form, back, error).await;
            (Err(error), address)
        }
    };
    leptos_axum::redirect(&address, false);
    result
}

/// Stores the typed values of a refused form and its problems; the address of the page `back` that shows them.
pub(crate) async fn refused(
    store: &Store,
    name: &str,
    form: &Form,
    back: Address,
    FormError { error, problems }: FormError,
) -> (AppError, String) {
    // A fragment moves the focus to the first field with a problem, also without scripts.
    let place = problems.iter().next().map_or_else(|| name.to_owned(), |(field, _)| field_id(name, field));
    let unsaved = Unsaved { name: name.to_owned(), form: form.clone(), problems };
    // The error is shown even if the typed values cannot be stored.
    let log_error = |error: &store::Error| tracing::error!(%error, "a refused form could not be kept");
    let stored = store.store_unsaved_form(FormOwner::Agency, &unsaved).await;
    let id = stored.inspect_err(log_error).unwrap_or_default();
    (error, back.error(error).with("unsaved", &id).with_fragment(&place))
}

/// As [`submit`], for actions without typed values, such as deleting or moving.
pub async fn act(back: Address, work: impl Future<Output = Result<String, FormError>>) -> Result<(), AppError> {
    let error = match work.await {
        Ok(address) => {
            leptos_axum::redirect(&address, false);
            return Ok(());
        }
        // `Stale` advises to save again, which needs typed values.
        Err(FormError { error: AppError::Stale, .. }) => AppError::Changed,
        Err(FormError { error, .. }) => error,
    };
    leptos_axum::redirect(&back.error(error).into_string(), false);
    Err(error)
}
