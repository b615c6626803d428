//! `/api/auth/*`: signing in and out, compatible with Auth.js (docs/REFERENCE.md#json-api).

mod actions;
mod form;
mod redirect;
mod sign_in;
mod sign_out;

pub(crate) use sign_in::{is_known_device, start_session};

use axum::routing::{get, post};
use utoipa::OpenApi;

use super::with_session;
use crate::AppState;
use crate::route_table::RouteTable;

#[derive(OpenApi)]
#[openapi(components(schemas(redirect::Target<'static>)), paths(
    actions::csrf, actions::providers, actions::session, actions::signin, sign_in::sign_in, sign_out::sign_out
))]
pub struct Document;

pub fn routes(state: &AppState) -> RouteTable {
    let routes = RouteTable::new()
        .route("/api/auth/csrf", get(actions::csrf))
        .route("/api/auth/providers", get(actions::providers))
        .route("/api/auth/session", get(actions::session))
        .route("/api/auth/signin", get(actions::signin))
        .route("/api/auth/callback/credentials", post(sign_in::sign_in))
        .route("/api/auth/signout", post(sign_out::sign_out));
    with_session(routes, state)
}
