//! The route table: every page and every action.

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{MethodRouter, get, post};
use leptos::server_fn::axum::server_fn_paths;

use crate::admin::account::actions::{CHANGE_PASSWORD, change_password};
use crate::admin::account::second_factor::actions as second_factor;
use crate::admin::leads::sources::actions::{TRY_SOURCE, try_source};
use crate::admin::project_records::{documents, materials, notes, payments, quote, quote_sheet, times};
use crate::admin::settings::notifications::actions::{TRY_MAIL, try_mail};
use crate::admin::settings::people::actions::{INVITE, RENEW, invite, renew};
use crate::admin::settings::{Section, logo};
use crate::admin::{
    account, agenda, audit, clients, deliverables, hours, inbox, leads, login, material_templates,
    payments as all_payments, projects, receipts, search, settings, thread, today,
};
use crate::backend::Backend;
use crate::form_action::call;
use crate::public::{contact_form, error_page::unknown_address, password, receipt, unsubscribe, welcome};
use crate::{PagesState, address, portal, viewer};

/// Pages without a session.
fn public_pages() -> Vec<(&'static str, MethodRouter<PagesState>)> {
    vec![
        ("/", get(welcome::page)),
        ("/offline", get(welcome::offline)),
        ("/help", get(welcome::guide)),
        ("/f/{key}", get(contact_form::page)),
        ("/receipts/{digest}", get(receipt::page)),
    ]
}

/// The admin pages. A middleware requires a session for all of `/admin/…` except the sign-in page.
fn admin_pages() -> Vec<(&'static str, MethodRouter<PagesState>)> {
    vec![
        ("/admin/login", get(login::page)),
        ("/admin/today", get(today::page)),
        ("/admin/agenda", get(agenda::page)),
        ("/admin", get(inbox::page)),
        ("/admin/inbox/{client}", get(thread::page)),
        ("/admin/clients", get(clients::list::page)),
        ("/admin/clients/new", get(clients::details::page)),
        ("/admin/clients/{client}", get(clients::card::page)),
        ("/admin/clients/{client}/preview", get(portal::page::preview)),
        ("/admin/clients/{client}/preview/notifications", get(portal::notifications::preview)),
        ("/admin/projects", get(projects::list::page)),
        ("/admin/projects/new", get(projects::new::page)),
        ("/admin/projects/{project}", get(projects::board::page)),
        ("/admin/projects/{project}/payments", get(payments::page)),
        ("/admin/projects/{project}/documents", get(documents::page)),
        ("/admin/projects/{project}/materials", get(materials::page)),
        ("/admin/material-templates", get(material_templates::page)),
        ("/admin/projects/{project}/notes", get(notes::page)),
        ("/admin/projects/{project}/times", get(times::page)),
        ("/admin/projects/{project}/quote", get(quote::page)),
        ("/admin/projects/{project}/quote/sheet", get(quote_sheet::page)),
        ("/admin/projects/{project}/deliverables/{deliverable}", get(projects::versions::page)),
        ("/admin/receipts/{deliverable}", get(receipts::page)),
        ("/admin/deliverables", get(deliverables::page)),
        ("/admin/payments", get(all_payments::page)),
        ("/admin/hours", get(hours::page)),
        ("/admin/search", get(search::page)),
        ("/admin/leads", get(leads::list::page)),
        ("/admin/leads/board", get(leads::board::page)),
        ("/admin/leads/trends", get(leads::trends::page)),
        ("/admin/leads/new", get(leads::new::page)),
        ("/admin/leads/sources", get(leads::sources::list::page)),
        ("/admin/leads/sources/new", get(leads::sources::new::page)),
        ("/admin/leads/sources/{source}", get(leads::sources::page::page)),
        ("/admin/leads/sources/{source}/mapping", get(leads::sources::mapping::page)),
        ("/admin/leads/deliveries", get(leads::deliveries::list::page)),
        ("/admin/leads/deliveries/{delivery}", get(leads::deliveries::page::page)),
        ("/admin/leads/{lead}", get(leads::page::page)),
        (Section::Studio.path(), get(settings::studio::page)),
        (Section::Look.path(), get(settings::look::page)),
        (Section::People.path(), get(settings::people::page)),
        (Section::Notifications.path(), get(settings::notifications::page)),
        (Section::Quotes.path(), get(settings::quotes::page)),
        (Section::Leads.path(), get(settings::leads::page)),
        (Section::Data.path(), get(settings::data::page)),
        (Section::Security.path(), get(settings::security::page)),
        (Section::Advanced.path(), get(settings::advanced::page)),
        ("/admin/audit", get(audit::page)),
        (account::ADDRESS, get(account::page)),
    ]
}

/// The pages of a portal. A middleware of the server looks up the client and adds a `ClientScope` to the request's
/// extensions.
pub fn portal() -> [(&'static str, MethodRouter<PagesState>); 3] {
    [
        ("/c/{key}", get(portal::page::page)),
        ("/c/{key}/notifications", get(portal::notifications::page)),
        ("/c/{key}/receipts/{deliverable}", get(portal::receipt::page)),
    ]
}

/// As [`portal`], a page that needs the server around the pages.
pub fn portal_viewer<B: Backend>() -> (&'static str, MethodRouter<B>) {
    (viewer::PORTAL_PATH, get(viewer::page::<B>))
}

/// The actions and the page that need the server around the pages.
pub fn server_actions<B: Backend>() -> [(&'static str, MethodRouter<B>); 19] {
    let upload = |handler: MethodRouter<B>| handler.layer(DefaultBodyLimit::disable());
    [
        (viewer::AGENCY_PATH, get(viewer::agency_page::<B>)),
        (contact_form::send::ADDRESS, post(contact_form::send::post::<B>).get(contact_form::send::get)),
        (password::JOIN, get(password::get_join::<B>).post(password::post_join::<B>)),
        (password::RESET, get(password::get_reset::<B>).post(password::post_reset::<B>)),
        (address::FORGOTTEN, get(password::get_forgotten::<B>).post(password::post_forgotten::<B>)),
        (unsubscribe::ADDRESS, get(unsubscribe::get::<B>).post(unsubscribe::post::<B>)),
        (TRY_SOURCE, post(try_source::<B>)),
        (TRY_MAIL, post(try_mail::<B>)),
        (INVITE, post(invite::<B>)),
        (RENEW, post(renew::<B>)),
        (CHANGE_PASSWORD, post(change_password::<B>)),
        (second_factor::START, post(second_factor::start::<B>)),
        (second_factor::CANCEL, post(second_factor::cancel::<B>)),
        (second_factor::CONFIRM, post(second_factor::confirm::<B>)),
        (second_factor::CHANGE, post(second_factor::change::<B>)),
        // Their handlers read the body with a larger limit.
        (logo::upload::SET_LOGO, upload(post(logo::upload::post::<B>))),
        (documents::UPLOAD, upload(post(documents::upload::<B>))),
        (projects::versions::UPLOAD, upload(post(projects::versions::upload::<B>))),
        (portal::material_upload::UPLOAD, upload(post(portal::material_upload::upload::<B>))),
    ]
    .map(|(path, action)| (path, action.fallback(unknown_address)))
}

/// The public pages, the admin pages and every action. The portal page is separate: [`portal`], and so are the
/// [`server_actions`].
pub fn routes() -> Router<PagesState> {
    let pages = public_pages().into_iter().chain(admin_pages());
    let router = pages.fold(Router::new(), |router, (path, page)| router.route(path, page));
    actions().fold(router, |router, path| router.route(path, post(call).fallback(unknown_address)))
}

/// The paths of [`routes`].
pub fn paths() -> impl Iterator<Item = &'static str> {
    let public = public_pages().into_iter().map(|(path, _)| path);
    public.chain(admin_paths()).chain(actions())
}

/// Every server function. Those of portal forms send the portal credential in a field; for all of `/rpc/admin/…` a
/// middleware requires a session.
fn actions() -> impl Iterator<Item = &'static str> {
    server_fn_paths().map(|(path, _)| path)
}

pub fn admin_paths() -> impl Iterator<Item = &'static str> {
    admin_pages().into_iter().map(|(path, _)| path)
}
