//! `POST /api/auth/signout`.

use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use tower_cookies::Cookies;
use tower_sessions::Session;
use utoipa::ToSchema;

use super::form::Form;
use super::redirect::{self, Redirect};
use crate::AppState;
use crate::api::documented::document_errors;
use crate::body;
use crate::response::error_page::ErrorPage;
use crate::sign_in::{LOGIN_PAGE, callback_url, csrf, known_device, signed_out};

document_errors!(Errors: ErrorPage::ForeignOrigin, ErrorPage::TooLarge, ErrorPage::UnreadableBody);

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "only described here; `Form` reads it")]
struct SignOutForm {
    csrf_token: String,
}

/// Ends this session on the server and in the browser
#[utoipa::path(
    post,
    path = "/api/auth/signout",
    operation_id = "signOut",
    tag = "auth",
    security((), ("session" = [])),
    params(("X-Auth-Return-Redirect" = Option<String>, Header, nullable = false, description = "The answer is JSON in place of a redirect.")),
    request_body(content(
        (SignOutForm = "application/x-www-form-urlencoded"),
        (SignOutForm = "application/json"),
    )),
    responses(Redirect, Errors),
)]
pub(super) async fn sign_out(
    State(state): State<AppState>,
    session: Session,
    cookies: Cookies,
    headers: HeaderMap,
    body: Body,
) -> Response {
    let form = match body::read(body, body::LIMIT).await {
        Ok(bytes) => Form::parse(&bytes),
        Err(error) => return ErrorPage::from(error).respond(&headers),
    };
    if !csrf::is_valid(&state.config, &state.keys, &cookies, form.get("csrfToken")) {
        let page = callback_url::failed_login_page(&state.config.base_url, "MissingCSRF", None);
        return redirect::to(&headers, &page);
    }
    let last = known_device::last_session(&state.config, &state.keys, &cookies);
    match state.sessions.end(&session, last.map(|last| last.id)).await {
        Ok(()) => {
            signed_out::mark(&state.config, &cookies);
            redirect::to(&headers, LOGIN_PAGE)
        }
        Err(error) => ErrorPage::from(error).respond(&headers),
    }
}
