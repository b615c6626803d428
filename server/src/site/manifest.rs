//! `GET /manifest.webmanifest?at={key}`: the web app manifest for installing a portal.

use app::address::Address;
use axum::extract::State;
use axum::http::{HeaderName, Uri, header};
use axum::response::{IntoResponse, Response};
use domain::id::PersonId;
use domain::{Slug, Token};
use serde::Serialize;

use crate::AppState;
use crate::query::Query;
use crate::response::ApiError;

/// The background colour of the light scheme (style/tokens.css): a manifest has only one.
const BACKGROUND: &str = "#fbfaf7";

/// <https://www.w3.org/TR/appmanifest/>
#[derive(Serialize)]
struct Manifest {
    name: String,
    short_name: String,
    lang: &'static str,
    id: String,
    start_url: String,
    scope: String,
    display: &'static str,
    background_color: &'static str,
    theme_color: &'static str,
    icons: [Icon; 4],
}

#[derive(Serialize)]
struct Icon {
    src: &'static str,
    sizes: &'static str,
    r#type: &'static str,
    purpose: &'static str,
}

impl Icon {
    const fn of(src: &'static str, sizes: &'static str, r#type: &'static str, purpose: &'static str) -> Self {
        Self { src, sizes, r#type, purpose }
    }

    const ALL: [Self; 4] = [
        Self::of("/favicon.svg", "any", "image/svg+xml", "any"),
        Self::of("/icons/icon-192.png", "192x192", "image/png", "any"),
        Self::of("/icons/icon-512.png", "512x512", "image/png", "any"),
        Self::of("/icons/icon-maskable-512.png", "512x512", "image/png", "maskable"),
    ];
}

/// The manifest of the portal at `/c/{at}`. The key is not looked up, because the manifest contains only what
/// the request contained. Without a valid key, the manifest of the site.
pub async fn get(State(state): State<AppState>, uri: Uri) -> Response {
    let query = Query::of(&uri);
    let start_url = query
        .get("at")
        .filter(|key| is_key(key))
        .map_or_else(|| "/".to_owned(), |key| Address::portal(key).into_string());
    match manifest(&state, start_url).await {
        Ok(manifest) => {
            let headers: [(HeaderName, &str); 2] = [
                (header::CONTENT_TYPE, "application/manifest+json; charset=utf-8"),
                // The response contains the portal key.
                (header::CACHE_CONTROL, "no-store"),
            ];
            (headers, axum::Json(manifest)).into_response()
        }
        Err(error) => ApiError::from_store(error, |_| ApiError::FAULT).into_response(),
    }
}

async fn manifest(state: &AppState, start_url: String) -> store::Result<Manifest> {
    let name = state.store.agency().await?.name.unwrap_or_else(|| "Atrio".to_owned());
    Ok(Manifest {
        short_name: name.clone(),
        name,
        lang: state.store.language().await?.as_str(),
        id: start_url.clone(),
        scope: start_url.clone(),
        start_url,
        display: "standalone",
        background_color: BACKGROUND,
        theme_color: BACKGROUND,
        icons: Icon::ALL,
    })
}

/// Whether `key` has the form of a slug, a token or a link credential.
fn is_key(key: &str) -> bool {
    let is_signed = |(person, mac): (&str, &str)| person.parse::<PersonId>().is_ok() && Token::parse(mac).is_ok();
    Slug::parse(key).is_ok() || Token::parse(key).is_ok() || key.rsplit_once('.').is_some_and(is_signed)
}
