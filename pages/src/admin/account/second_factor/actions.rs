//! Actions of a member's second factor.

use axum::Extension;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::request::Parts;
use axum::response::Response;
use domain::id::MemberId;
use store::{Confirmed, Error};

use super::{SECTION, new_codes};
use crate::PagesState;
use crate::admin::account::address;
use crate::admin::prelude::*;
use crate::backend::{Backend, NotSet};
use crate::redirect;
use crate::session::SignedInAdmin;

pub const START: &str = "/rpc/admin/start_second_factor";
pub const CANCEL: &str = "/rpc/admin/cancel_second_factor";
pub const CONFIRM: &str = "/rpc/admin/confirm_second_factor";
pub const CHANGE: &str = "/rpc/admin/change_second_factor";

/// What [`change`] does.
pub(super) const RENEW_CODES: &str = "codes";
pub(super) const SWITCH_OFF: &str = "off";

/// Makes a key for the app of the signed-in member, which the page then shows.
pub async fn start<B: Backend>(State(backend): State<B>, Extension(admin): Extension<SignedInAdmin>) -> Response {
    let Some(id) = id(admin) else { return failed(&domain::DomainError::UnknownRecord.into()) };
    outcome(backend.pages().store.start_second_factor(&id).await)
}

/// Forgets a key that was not confirmed.
pub async fn cancel<B: Backend>(State(backend): State<B>, Extension(admin): Extension<SignedInAdmin>) -> Response {
    let Some(id) = id(admin) else { return failed(&domain::DomainError::UnknownRecord.into()) };
    outcome(backend.pages().store.cancel_second_factor(&id).await)
}

/// Switches it on, with a code of the app.
pub async fn confirm<B: Backend>(
    State(backend): State<B>,
    Extension(admin): Extension<SignedInAdmin>,
    body: Bytes,
) -> Response {
    let state = backend.pages();
    let Some(id) = id(admin) else { return failed(&domain::DomainError::UnknownRecord.into()) };
    match state.store.confirm_second_factor(&id, &field(&body, "code")).await {
        Ok(Confirmed::On(codes)) => show(state, &codes),
        Ok(Confirmed::Wrong) => refused("wrong"),
        Ok(Confirmed::OtherTime(minutes)) => refused(&format!("clock{minutes}")),
        Err(error) => failed(&error),
    }
}

/// Makes new recovery codes or switches it off, with the password.
pub async fn change<B: Backend>(State(backend): State<B>, head: Parts, body: Bytes) -> Response {
    let state = backend.pages();
    let admin = head.extensions.get::<SignedInAdmin>().cloned();
    let Some((actor, id)) = admin.and_then(|admin| Some((admin.actor(), id(admin)?))) else {
        return failed(&domain::DomainError::UnknownRecord.into());
    };
    match backend.check_password(&head, &field(&body, "password")).await {
        Ok(()) => {}
        Err(NotSet::TooMany(_)) => return refused("limited"),
        Err(NotSet::Failed(error)) => return failed(&error),
        Err(NotSet::Gone | NotSet::Problem(_)) => return refused("password"),
    }
    match &*field(&body, "change") {
        RENEW_CODES => match state.store.renew_recovery_codes(&id).await {
            Ok(codes) => show(state, &codes),
            Err(error) => failed(&error),
        },
        SWITCH_OFF => outcome(state.store.remove_second_factor(&actor, &id).await),
        _ => failed(&domain::DomainError::UnknownRecord.into()),
    }
}

/// The account of the environment has no second factor.
fn id(admin: SignedInAdmin) -> Option<MemberId> {
    admin.member.map(|member| member.id)
}

fn field(body: &[u8], name: &str) -> String {
    let found = form_urlencoded::parse(body).find(|(field, _)| field == name);
    found.map(|(_, value)| value.into_owned()).unwrap_or_default()
}

/// Redirects to the page, which shows the codes once.
fn show(state: &PagesState, codes: &[String]) -> Response {
    let mut response = redirect::to(&address().with_fragment(SECTION));
    new_codes::attach(&mut response, codes, state);
    response
}

fn refused(code: &str) -> Response {
    redirect::to(&address().with("factor", code).with_fragment(SECTION))
}

fn outcome(done: Result<(), Error>) -> Response {
    match done {
        Ok(()) => redirect::to(&address().with_fragment(SECTION)),
        Err(error) => failed(&error),
    }
}

fn failed(error: &Error) -> Response {
    if let Error::Fault(error) = error {
        tracing::error!(%error, "a second factor could not be changed");
    }
    redirect::to(&address().error(error.failure().into()).into_string())
}

pub(super) fn problem_text(code: &str, i18n: I18n) -> Option<String> {
    match code {
        "wrong" => Some(i18n.app_code_wrong().to_owned()),
        "password" => Some(i18n.password_wrong().to_owned()),
        "limited" => Some(i18n.too_many_attempts().to_owned()),
        _ => match code.strip_prefix("clock")?.parse::<i32>().ok()? {
            minutes @ 1.. => Some(i18n.clock_ahead(minutes.into())),
            minutes => Some(i18n.clock_behind(i64::from(minutes).abs())),
        },
    }
}
