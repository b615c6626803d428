//! "End every session" is an action of `pages`, which sets no cookies.

use axum::extract::{Request, State};
use axum::http::header;
use axum::middleware::Next;
use axum::response::Response;
use tower_cookies::Cookies;

use crate::AppState;
use crate::sign_in::{LOGIN_PAGE, signed_out};

const END_SESSIONS: &str = "/rpc/admin/end_sessions";

/// Middleware: who ends every session signs out of this browser on purpose, too.
pub(super) async fn mark_as_signed_out(
    State(state): State<AppState>,
    cookies: Cookies,
    request: Request,
    next: Next,
) -> Response {
    let ends_sessions = request.uri().path() == END_SESSIONS;
    let response = next.run(request).await;
    let location = response.headers().get(header::LOCATION);
    if ends_sessions && location.is_some_and(|location| location == LOGIN_PAGE) {
        signed_out::mark(&state.config, &cookies);
    }
    response
}
