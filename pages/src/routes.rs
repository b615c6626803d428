//! The route table: every page and every action.

use app::portal_actions::{Approve, MarkRead, RequestChanges, WriteMessage};
use axum::Router;
use axum::routing::{MethodRouter, get, post};
use leptos::server_fn::ServerFn as _;

use crate::PagesState;
use crate::admin::project_records::{actions::*, notes};
use crate::admin::audit;
use crate::form_action::call;
use crate::public::{error_page::unknown_address, offline, welcome};

/// What anybody may open.
fn public_pages() -> Vec<(&'static str, MethodRouter<PagesState>)> {
    vec![("/", get(welcome::page)), ("/offline", get(offline::page))]
}

/// The agency's side. Everything at `/admin/…` but the page to sign in needs a session, whatever is listed
/// here.
fn admin_pages() -> Vec<(&'static str, MethodRouter<PagesState>)> {
    vec![
        ("/admin/projects/{project}/notes", get(notes::page)),
        ("/admin/audit", get(audit::page)),
    ]
}

/// What the forms of a portal post to, with the client's credential in a field.
const PORTAL_ACTIONS: [&str; 4] = [WriteMessage::PATH, Approve::PATH, RequestChanges::PATH, MarkRead::PATH];

/// What the forms of the agency's side post to. Everything at `/rpc/admin/…` needs a session.
const ADMIN_ACTIONS: &[&str] = &[AddNote::PATH, SaveNote::PATH, DeleteNote::PATH];

/// The pages for anybody, those of the agency, and every action. The portal's page is apart: see
/// [`portal`].
pub fn routes() -> Router<PagesState> {
    let pages = public_pages().into_iter().chain(admin_pages());
    let router = pages.fold(Router::new(), |router, (path, page)| router.route(path, page));
    let actions = PORTAL_ACTIONS.iter().chain(ADMIN_ACTIONS);
    actions.fold(router, |router, path| router.route(path, post(call).fallback(unknown_address)))
}

/// The addresses of the agency's pages.
pub fn admin_paths() -> impl Iterator<Item = &'static str> {
    admin_pages().into_iter().map(|(path, _)| path)
}
