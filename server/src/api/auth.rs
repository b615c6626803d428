//! `/api/auth/*`: signing in and out, compatible with Auth.js (docs/REFERENCE.md#json-api).

mod actions;
mod form;
mod redirect;
mod sign_in;
mod sign_out;

pub(crate) use sign_in::{is_known_device, start_session};

use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{get, post};
use utoipa::OpenApi;

use crate::middleware::same_origin;
use crate::route_table::RouteTable;
use crate::{AppState, response, session};

#[derive(OpenApi)]
#[openapi(components(schemas(redirect::Target<'static>)), paths(
    actions::csrf, actions::providers, actions::session, actions::signin, sign_in::sign_in, sign_out::sign_out
))]
pub struct Document;

pub fn routes(state: &AppState) -> RouteTable {
    RouteTable::new()
        .route("/api/auth/csrf", get(actions::csrf))
        .route("/api/auth/providers", get(actions::providers))
        .route("/api/auth/session", get(actions::session))
        .route("/api/auth/signin", get(actions::signin))
        .route("/api/auth/callback/credentials", post(sign_in::sign_in))
        .route("/api/auth/signout", post(sign_out::sign_out))
        .map(|router| {
            router
                .method_not_allowed_fallback(response::method_not_allowed)
                .layer(from_fn_with_state(state.sessions.clone(), session::authenticate))
                .layer(session::layer(&state.config, &state.keys))
                .layer(same_origin::layer(&state.config))
                .layer(from_fn(same_origin::render_rejection))
        })
}
