//! `/files/{id}/{name}`: files for the pages, and with `?w=` their previews. The name in the address is for people: the id alone
//! counts.

use std::borrow::Cow;

use app::api::files as contract;
use axum::Extension;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, Method, Uri};
use axum::response::{IntoResponse, Response};
use domain::files::content_type::is_played;
use domain::{DomainError, File};
use leptos::nonce::Nonce;
use pages::PageError;
use pages::public::player;
use store::{Error, Store};

use crate::AppState;
use crate::code_session::PortalStore;
use crate::download::{self, address, cookie};
use crate::response::{ApiError, accepts_html};
use crate::session::SignedIn;

pub(super) const PATH: &str = "/files/{id}/{name}";

pub(super) async fn get(
    State(state): State<AppState>,
    Extension(session): Extension<Option<SignedIn>>,
    PortalStore(store): PortalStore,
    path: Result<Path<(String, String)>, PathRejection>,
    nonce: Option<Extension<Nonce>>,
    (method, uri, headers): (Method, Uri, HeaderMap),
) -> Response {
    let id = path.map_or_else(|_| String::new(), |Path((id, _))| id);
    let files = &state.config.files;
    match find(&state, &store, session.is_some(), &id, &uri, &headers).await {
        Ok(file) if is_played(&file.content_type) && has_name(&uri, "open") => {
            player::page(&state.pages, nonce.map(|Extension(nonce)| nonce), file).await
        }
        Ok(file) => match preview_width(&uri) {
            None => download::respond(&files.storage, &method, &headers, &file).await,
            Some(width) => download::preview::respond(files, &method, &headers, &file, &width).await,
        },
        Err(Error::Domain(DomainError::UnknownFile)) if accepts_html(&headers) => {
            PageError::UnknownAddress.into_response()
        }
        Err(Error::Domain(DomainError::FileInCheck)) if accepts_html(&headers) => {
            PageError::FileInCheck.into_response()
        }
        Err(error) => ApiError::table(contract::error)(error).into_response(),
    }
}

/// Whether the query has `name`.
pub(super) fn has_name(uri: &Uri, name: &str) -> bool {
    form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes()).any(|(other, _)| other == name)
}

/// The width of the preview that is asked for, if one is.
fn preview_width(uri: &Uri) -> Option<Cow<'_, str>> {
    let mut query = form_urlencoded::parse(uri.query()?.as_bytes());
    query.find(|(name, _)| name == "w").map(|(_, width)| width)
}

/// The file, for who has a signed address, for the agency, and for the people whose portals this browser has opened.
async fn find(
    state: &AppState,
    store: &Store,
    is_agency: bool,
    id: &str,
    uri: &Uri,
    headers: &HeaderMap,
) -> Result<File, Error> {
    let address = uri.path_and_query().map_or("", |address| address.as_str());
    if is_agency || address::is_valid(&state.keys, address, store.clock().now()) {
        return store.file(id).await;
    }
    for scope in cookie::people(&state.config, store, headers).await? {
        match store.file_of_client(&scope, id).await {
            Err(Error::Domain(DomainError::UnknownFile)) => {}
            found => return found,
        }
    }
    Err(DomainError::UnknownFile.into())
}
