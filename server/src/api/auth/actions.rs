//! What can be asked without signing in or out.

use std::collections::BTreeMap;

use axum::Extension;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use domain::Timestamp;
use serde::Serialize;
use serde_json::json;
use tower_cookies::Cookies;

use super::{LOGIN_PAGE, callback_url, csrf as token, redirect};
use crate::AppState;
use crate::api::answer;
use crate::session::SignedIn;

/// A way to sign in.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Provider {
    id: &'static str,
    name: &'static str,
    #[serde(rename = "type")]
    kind: &'static str,
    signin_url: String,
    callback_url: String,
}

/// A session as a script may see it.
#[derive(Serialize)]
struct Seen {
    user: User,
    expires: Timestamp,
}

#[derive(Serialize)]
struct User {
    email: String,
}

/// `GET csrf`: the token the forms send back, its cookie with it.
pub(super) async fn csrf(State(state): State<AppState>, cookies: Cookies) -> Response {
    answer::json(StatusCode::OK, &json!({ "csrfToken": token::issue(&state, &cookies) }))
}

/// `GET providers`: the one way to sign in there is.
pub(super) async fn providers(State(state): State<AppState>) -> Response {
    let base = format!("{}/api/auth", state.config.base_url);
    let credentials = Provider {
        id: "credentials",
        name: "Credentials",
        kind: "credentials",
        signin_url: format!("{base}/signin"),
        callback_url: format!("{base}/callback/credentials"),
    };
    answer::json(StatusCode::OK, &BTreeMap::from([("credentials", credentials)]))
}

/// `GET session`: `null`, or who is signed in and until when.
pub(super) async fn session(Extension(signed_in): Extension<Option<SignedIn>>) -> Response {
    let seen = signed_in
        .map(|signed_in| Seen { user: User { email: signed_in.email }, expires: signed_in.expires_at });
    answer::json(StatusCode::OK, &seen)
}

/// `GET signin`: the page to sign in at.
pub(super) async fn signin(
    State(state): State<AppState>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let wanted = callback_url::in_query(query.as_deref())
        .filter(|url| callback_url::is_same_origin(&state.config.base_url, url));
    match wanted {
        Some(url) => redirect::to(&headers, &callback_url::login_page(&url)),
        None => redirect::to(&headers, LOGIN_PAGE),
    }
}
