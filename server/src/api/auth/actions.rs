//! The read-only actions.

use std::collections::BTreeMap;

use axum::Extension;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use domain::Timestamp;
use serde::Serialize;
use tower_cookies::Cookies;
use utoipa::ToSchema;

use super::redirect::{self, Redirect};
use crate::session::SignedIn;
use crate::sign_in::{LOGIN_PAGE, callback_url, csrf as csrf_token};
use crate::{AppState, response};

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CsrfToken {
    csrf_token: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Provider {
    id: &'static str,
    name: &'static str,
    #[serde(rename = "type")]
    kind: &'static str,
    signin_url: String,
    callback_url: String,
}

#[derive(Serialize, ToSchema)]
struct SessionResponse {
    user: User,
    expires: Timestamp,
}

#[derive(Serialize, ToSchema)]
struct User {
    email: String,
    /// Of a member.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
}

/// The token for the forms; its cookie is set as well
#[utoipa::path(
    get,
    path = "/api/auth/csrf",
    operation_id = "csrf",
    tag = "auth",
    responses((status = 200, description = "The token", body = CsrfToken,
        example = json!({"csrfToken": "yq6R7vXnTj2Yt0c1mFz5sD3uWkLpQeHa"}))),
)]
pub(super) async fn csrf(State(state): State<AppState>, cookies: Cookies) -> Response {
    let token = csrf_token::issue(&state.config, &state.keys, &cookies);
    response::json(StatusCode::OK, &CsrfToken { csrf_token: token })
}

/// How to sign in: credentials are the only way
#[utoipa::path(
    get,
    path = "/api/auth/providers",
    operation_id = "providers",
    tag = "auth",
    responses((status = 200, description = "The providers by their ids", body = BTreeMap<String, Provider>, example = json!({
        "credentials": {
            "id": "credentials", "name": "Credentials", "type": "credentials", "signinUrl": "https://example.it/api/auth/signin",
            "callbackUrl": "https://example.it/api/auth/callback/credentials",
        },
    }))),
)]
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

/// Who is signed in
#[utoipa::path(
    get,
    path = "/api/auth/session",
    operation_id = "session",
    tag = "auth",
    security((), ("session" = [])),
    responses((status = 200, description = "`null` if nobody is", body = Option<SessionResponse>, examples(
        ("a member" = (value = json!({
            "user": {"email": "luca@example.it", "name": "Luca Blu"}, "expires": "2026-11-27T10:00:00.123Z",
        }))),
        ("nobody" = (value = json!(null))),
    ))),
)]
pub(super) async fn session(Extension(signed_in): Extension<Option<SignedIn>>) -> Response {
    let session = signed_in.map(|SignedIn { admin, expires_at }| SessionResponse {
        user: User { email: admin.email, name: admin.member.map(|member| member.name) },
        expires: expires_at,
    });
    response::json(StatusCode::OK, &session)
}

/// Redirects to the sign-in page
#[utoipa::path(
    get,
    path = "/api/auth/signin",
    operation_id = "signIn",
    tag = "auth",
    params(
        ("callbackUrl" = Option<String>, Query, description = "Where to go afterwards; another origin is ignored."),
        ("X-Auth-Return-Redirect" = Option<String>, Header, nullable = false, description = "The answer is JSON in place of a redirect."),
    ),
    responses(Redirect),
)]
pub(super) async fn signin(State(state): State<AppState>, RawQuery(query): RawQuery, headers: HeaderMap) -> Response {
    let callback = callback_url::in_query(query.as_deref())
        .filter(|url| callback_url::is_same_origin(&state.config.base_url, url));
    match callback {
        Some(url) => redirect::to(&headers, &callback_url::login_page(&url)),
        None => redirect::to(&headers, LOGIN_PAGE),
    }
}
