//! `/api/auth/*`: signing in and out, in the shapes of Auth.js (CONTRACT §3, §5).

mod actions;
pub mod callback_url;
pub mod csrf;
mod device;
mod form;
mod guard;
mod redirect;
mod sign_in;
mod sign_out;

use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{get, post};

use crate::api::answer;
use crate::middleware::same_origin;
use crate::{AppState, session};

pub use guard::Guard;

/// Where somebody without a session is sent.
pub const LOGIN_PAGE: &str = "/admin/login";
/// Where somebody with one is sent.
const HOME: &str = "/admin";
/// Where a form without its token leads.
const MISSING_CSRF: &str = "/admin/login?error=MissingCSRF";

/// The actions there are; any other is an unknown path.
pub fn routes(state: &AppState) -> Router<AppState> {
    Router::new()
        .route("/api/auth/csrf", get(actions::csrf))
        .route("/api/auth/providers", get(actions::providers))
        .route("/api/auth/session", get(actions::session))
        .route("/api/auth/signin", get(actions::signin))
        .route("/api/auth/callback/credentials", post(sign_in::sign_in))
        .route("/api/auth/signout", post(sign_out::sign_out))
        .method_not_allowed_fallback(answer::wrong_method)
        .layer(from_fn_with_state(state.clone(), session::authenticate))
        .layer(session::layer(&state.config, &state.keys))
        .layer(same_origin::layer(&state.config))
        .layer(from_fn(same_origin::word))
}
