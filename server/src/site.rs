//! The routes of the pages (`pages::routes`), behind sessions, with the exports, the logo and the static
//! files.

mod admin_access;
mod attached_files;
mod backend;
mod changes;
mod end_sessions;
mod exports;
mod files;
pub mod logo;
pub mod manifest;
mod outcome_once;
mod passwords;
mod pins;
mod portal_auth;
mod portal_codes;
mod tus;

use axum::body::Body;
use axum::extract::Request;
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::Response;
use axum::routing::{get, options, post};
use pages::admin::settings::logo::upload::SET_LOGO;
use pages::public::error_page::{render_errors, unknown_address};
use pages::routes as table;
use tower::ServiceBuilder;

use crate::middleware::intercept::intercept;
use crate::middleware::same_origin;
use crate::middleware::uploads::is_upload;
use crate::response::error_page::ErrorPage;
use crate::route_table::RouteTable;
use crate::{AppState, assets, body, code_session, session};

/// All pages and actions, the static files, and the not-found page as fallback.
pub fn routes(state: &AppState) -> RouteTable {
    let pages = state.pages.clone();
    // POST is for the forms that ask for a code. Other methods are no guesses of a slug.
    let (viewer_path, viewer) = table::portal_viewer();
    let portal =
        table::portal().map(|(path, page)| (path, page.post(portal_auth::refuse_post).with_state(pages.clone())));
    let portal = portal.into_iter().chain([(viewer_path, viewer.post(portal_auth::refuse_post))]);
    let portal = portal.fold(RouteTable::new(), |routes, (path, page)| {
        let find_client = from_fn_with_state(state.clone(), portal_auth::find_client);
        routes.route(path, page.route_layer(find_client).fallback(portal_auth::refuse_post))
    });
    let server_actions = table::server_actions().into_iter();
    let server_actions = server_actions.fold(RouteTable::new(), |routes, (path, action)| routes.route(path, action));
    RouteTable::new()
        .merge_router(table::routes().with_state(pages), table::paths())
        .merge(portal)
        .merge(server_actions)
        .route("/admin/changes", get(changes::get))
        .route("/admin/export/leads.csv", get(exports::leads))
        .route("/admin/export/time-entries.csv", get(exports::time_entries))
        .route("/admin/export/payments.csv", get(exports::payments))
        .route("/admin/export/atrio.json", get(exports::everything))
        .route(files::PATH, get(files::get))
        .route(pins::PATH, get(pins::get))
        .route(pins::AGENCY_PATH, get(pins::get_for_agency))
        .route(tus::PATH, options(tus::options).post(tus::create))
        .route(tus::UPLOAD_PATH, post(tus::upload).head(tus::upload).patch(tus::upload).delete(tus::upload))
        .map(|router| {
            router.fallback(unknown_address).layer(
                ServiceBuilder::new()
                    .layer(intercept(state.clone(), static_file))
                    .layer(from_fn_with_state(state.pages.clone(), render_errors))
                    .layer(from_fn(same_origin::render_rejection))
                    .layer(same_origin::layer(&state.config))
                    .layer(session::layer(&state.config, &state.keys))
                    .layer(from_fn_with_state(state.sessions.clone(), session::authenticate))
                    .layer(from_fn_with_state(state.clone(), outcome_once::show_once))
                    .layer(from_fn_with_state(state.clone(), end_sessions::mark_as_signed_out))
                    .layer(from_fn(limit_action_body))
                    .layer(intercept(state.clone(), code_session::add_browser))
                    .layer(intercept(state.clone(), admin_access::require_session))
                    .layer(from_fn_with_state(state.clone(), attached_files::receive)),
            )
        })
}

/// Reads the body of an action up to the limit, because server functions read bodies of any size.
async fn limit_action_body(request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let is_limited = path.starts_with("/rpc/") && path != SET_LOGO && !is_upload(path, request.headers());
    if !is_limited {
        return next.run(request).await;
    }
    let (parts, body) = request.into_parts();
    match body::read(body, body::LIMIT).await {
        Ok(bytes) => next.run(Request::from_parts(parts, Body::from(bytes))).await,
        Err(error) => ErrorPage::from(error).respond(&parts.headers),
    }
}

/// Static files are served before the session layer: they are the same for every visitor.
fn static_file(_: &AppState, request: &mut Request) -> Option<Response> {
    assets::find(request.method(), request.uri(), request.headers())
}
