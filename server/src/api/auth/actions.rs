//! The read-only actions.

use std::collections::BTreeMap;

use axum::Extension;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use domain::Timestamp;
use serde::Serialize;
use serde_json::json;
use tower_cookies::Cookies;

use super::redirect;
use crate::session::SignedIn;
use crate::sign_in::{LOGIN_PAGE, callback_url, csrf as csrf_token};
use crate::{AppState, response};

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

#[derive(Serialize)]
struct SessionResponse {
    user: User,
    expires: Timestamp,
}

#[derive(Serialize)]
struct User {
    email: String,
    /// Of a member.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
}

/// `GET csrf`: the token for the forms; its cookie is set as well.
pub(super) async fn csrf(State(state): State<AppState>, cookies: Cookies) -> Response {
    let token = csrf_token::issue(&state.config, &state.keys, &cookies);
    response::json(StatusCode::OK, &json!({ "csrfToken": token }))
}

/// `GET providers`: credentials are the only one.
pub(super) async fn providers(State(state): State<AppState>) -> Response {
    let base = format!("{}/api/auth", state.config.base_url);
    let credentials = Provider {
        id: "credentials",
        name: "Credentials",
        kind: "credentials",
        signin_url: format!("{base}/signin"),
        callback_url: format!("{base}/callback/credentials"),
    };
    response::json(StatusCode::OK, &BTreeMap::from([("credentials", credentials)]))
}

/// `GET session`: `null` unless signed in.
pub(super) async fn session(Extension(signed_in): Extension<Option<SignedIn>>) -> Response {
    let session = signed_in.map(|SignedIn { admin, expires_at }| SessionResponse {
        user: User { email: admin.email, name: admin.member.map(|member| member.name) },
        expires: expires_at,
    });
    response::json(StatusCode::OK, &session)
}

/// `GET signin`: redirects to the sign-in page.
pub(super) async fn signin(State(state): State<AppState>, RawQuery(query): RawQuery, headers: HeaderMap) -> Response {
    let callback = callback_url::in_query(query.as_deref())
        .filter(|url| callback_url::is_same_origin(&state.config.base_url, url));
    match callback {
        Some(url) => redirect::to(&headers, &callback_url::login_page(&url)),
        None => redirect::to(&headers, LOGIN_PAGE),
    }
}
