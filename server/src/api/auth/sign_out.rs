//! `POST /api/auth/signout`.

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use tower_cookies::Cookies;
use tower_sessions_cookie_store::Session;

use super::form::Form;
use super::{LOGIN_PAGE, MISSING_CSRF, csrf, redirect};
use crate::AppState;
use crate::body;
use crate::session;
use crate::site::error_page::ErrorPage;

/// Ends this session on the server and in the browser.
pub(super) async fn sign_out(
    State(state): State<AppState>,
    Extension(session): Extension<Session>,
    cookies: Cookies,
    headers: HeaderMap,
    body: Body,
) -> Response {
    let form = match body::read(body, body::LIMIT).await {
        Ok(bytes) => Form::parse(&bytes),
        Err(unread) => return ErrorPage::from(unread).answer(&headers),
    };
    if !csrf::is_valid(&state, &cookies, form.get("csrfToken")) {
        return redirect::to(&headers, MISSING_CSRF);
    }
    match session::end(&state, &session).await {
        Ok(()) => redirect::to(&headers, LOGIN_PAGE),
        Err(error) => redirect::fault(error),
    }
}
