//! `/files/pins/{message}` and, for the agency, `/admin/pins/{message}`: where a message about a place on a picture leads, and with
//! `?w=` a drawing of the place.

use app::address::{Address, CHOSEN, chosen_place, viewer};
use app::api::files as contract;
use axum::Extension;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, Uri, header};
use axum::response::{IntoResponse as _, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use domain::{DomainError, File, Place};
use pages::address::agency_viewer;
use pages::{PageError, redirect};
use store::{Error, PinnedMessage, Store};

use super::files::has_name;
use crate::AppState;
use crate::code_session::PortalStore;
use crate::download::{self, cookie};
use crate::response::{ApiError, accepts_html};
use crate::session::SignedIn;
use crate::upload::{of_storage, storage_response};

pub(super) const PATH: &str = "/files/pins/{message}";
pub(super) const AGENCY_PATH: &str = "/admin/pins/{message}";

/// For the people whose portals this browser has opened; the drawing for the agency, too, which previews a portal.
pub(super) async fn get(
    State(state): State<AppState>,
    Extension(session): Extension<Option<SignedIn>>,
    PortalStore(store): PortalStore,
    Path(message): Path<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let found = async {
        for scope in cookie::people(&state.config, &store, &headers).await? {
            match store.pinned_message_of_client(&scope, &message).await {
                Err(Error::Domain(_)) => {}
                found => {
                    let found = found?;
                    let file = store.file_of_client(&scope, found.file.as_str()).await?;
                    return Ok((found, file, Some(scope.portal_key())));
                }
            }
        }
        if session.is_none() {
            return Err(DomainError::UnknownFile.into());
        }
        let (found, file) = of_agency(&store, &message).await?;
        Ok((found, file, None))
    };
    match found.await {
        Ok((found, file, key)) => {
            let id = found.pin.deliverable_id.as_str();
            let page =
                key.map_or_else(|| agency_viewer(found.client.as_str(), id), |key| viewer(Address::portal(&key), id));
            respond(&state, &found, &file, page, &uri).await
        }
        Err(error) => refuse(error, &headers),
    }
}

/// A middleware requires a session.
pub(super) async fn get_for_agency(
    State(state): State<AppState>,
    Path(message): Path<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    match of_agency(&state.store, &message).await {
        Ok((found, file)) => {
            let page = agency_viewer(found.client.as_str(), found.pin.deliverable_id.as_str());
            respond(&state, &found, &file, page, &uri).await
        }
        Err(error) => refuse(error, &headers),
    }
}

async fn of_agency(store: &Store, message: &str) -> Result<(PinnedMessage, File), Error> {
    let found = store.pinned_message(message).await?;
    let file = store.file(found.file.as_str()).await?;
    Ok((found, file))
}

fn refuse(error: Error, headers: &HeaderMap) -> Response {
    match error {
        Error::Domain(DomainError::UnknownFile | DomainError::UnknownRecord) if accepts_html(headers) => {
            PageError::UnknownAddress.into_response()
        }
        Error::Domain(DomainError::UnknownRecord) => {
            ApiError::table(contract::error)(DomainError::UnknownFile.into()).into_response()
        }
        error => ApiError::table(contract::error)(error).into_response(),
    }
}

async fn respond(state: &AppState, found: &PinnedMessage, file: &File, page: Address, uri: &Uri) -> Response {
    let place = Place::from(&found.pin);
    if !has_name(uri, "w") {
        return redirect::to(&chosen_place(page, found.pin.version, place).with_fragment(CHOSEN));
    }
    let bytes = u64::try_from(file.size).unwrap_or_default();
    let thousandths = |at: i64| u32::try_from(at).unwrap_or_default();
    let at = (thousandths(place.x), thousandths(place.y));
    match state.config.files.previews.detail(file.sha256.as_str(), bytes, at).await {
        Ok(detail) => {
            let headers = [
                (header::CONTENT_TYPE, HeaderValue::from_static("image/svg+xml")),
                (header::CONTENT_SECURITY_POLICY, download::SANDBOX.clone()),
                (
                    header::CACHE_CONTROL,
                    if detail.is_some() { download::preview::CACHE.clone() } else { NO_STORE.clone() },
                ),
            ];
            (headers, drawing(detail.as_deref(), found.number)).into_response()
        }
        Err(error) => storage_response(of_storage(&error)),
    }
}

static NO_STORE: HeaderValue = HeaderValue::from_static("no-store");

/// The detail of the picture with the number of its pin; the number alone without one.
fn drawing(detail: Option<&[u8]>, number: usize) -> String {
    let picture = detail.map(|jpeg| {
        let data = STANDARD.encode(jpeg);
        format!(r#"<image href="data:image/jpeg;base64,{data}" x="8" y="8" width="88" height="88"/>"#)
    });
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">{}<path d="M1 29V15a14 14 0 1 1 14 14z" fill="#1d2023" stroke="#fff" stroke-width="2"/><text x="15" y="20" text-anchor="middle" font-family="system-ui, sans-serif" font-size="14" font-weight="600" fill="#fff">{number}</text></svg>"##,
        picture.unwrap_or_default()
    )
}
