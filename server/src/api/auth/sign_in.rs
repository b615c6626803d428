//! `POST /api/auth/callback/credentials`.

use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use domain::audit::{Action, Actor};
use domain::{EmailAddress, Member};
use store::SignIn;
use subtle::ConstantTimeEq as _;
use tower_cookies::Cookies;
use tower_sessions::Session;

use super::form::Form;
use super::redirect;
use crate::AppState;
use crate::body;
use crate::config::Secret;
use crate::middleware::client_ip::ClientIp;
use crate::middleware::rate_limit::{Throttled, too_many_requests};
use crate::response::accepts_html;
use crate::response::error_page::ErrorPage;
use crate::session::user_agent;
use crate::sign_in::known_device::{self, LastSession};
use crate::sign_in::{callback_url, csrf, signed_out, typed_email};

/// Signs somebody of the agency in and redirects to `callbackUrl`.
pub(super) async fn sign_in(
    State(state): State<AppState>,
    ip: ClientIp,
    session: Session,
    cookies: Cookies,
    headers: HeaderMap,
    body: Body,
) -> Response {
    let form = match body::read(body, body::LIMIT).await {
        Ok(bytes) => Form::parse(&bytes),
        Err(error) => return ErrorPage::from(error).respond(&headers),
    };
    let (base_url, callback) = (&state.config.base_url, form.get("callbackUrl"));
    let failed = |error| redirect::to(&headers, &callback_url::failed_login_page(base_url, error, callback));
    if !csrf::is_valid(&state.config, &state.keys, &cookies, form.get("csrfToken")) {
        return failed("MissingCSRF");
    }
    let member = match check(&state, ip, is_known_device(&state, &cookies), &form).await {
        Ok(Some(Account(member))) => member,
        Ok(None) => {
            record_failure(&state, ip).await;
            if accepts_html(&headers) {
                typed_email::keep(&state.config, &cookies, form.get("email"));
            }
            return failed("CredentialsSignin");
        }
        Err(NotChecked::Throttled(throttled)) => return too_many_requests(&headers, throttled),
        Err(NotChecked::Fault(error)) => return ErrorPage::from(error).respond(&headers),
    };
    match start_session(&state, &session, &cookies, &headers, member.as_ref()).await {
        Ok(()) => redirect::to(&headers, callback_url::or_home(base_url, callback)),
        Err(error) => ErrorPage::from(error).respond(&headers),
    }
}

/// Whether somebody has signed in before in this browser.
pub(crate) fn is_known_device(state: &AppState, cookies: &Cookies) -> bool {
    known_device::last_session(&state.config, &state.keys, cookies).is_some()
}

/// Who has signed in: a member, or the account of the environment.
struct Account(Option<Member>);

enum NotChecked {
    Throttled(Throttled),
    Fault(store::Error),
}

impl From<store::Error> for NotChecked {
    fn from(error: store::Error) -> Self {
        Self::Fault(error)
    }
}

/// Whose e-mail and password are right, after the delay that applies. Of all e-mails one password is checked, so that they
/// take the same time: the account of the environment goes first, and an unknown e-mail has its hash.
async fn check(
    state: &AppState,
    ip: ClientIp,
    is_known_device: bool,
    form: &Form,
) -> Result<Option<Account>, NotChecked> {
    let (attempt, delay) = match state.store.begin_sign_in(&ip.to_string(), is_known_device).await? {
        SignIn::Allowed { attempt, delay } => (attempt, delay),
        SignIn::Throttled(retry_after) => return Err(NotChecked::Throttled(Throttled { retry_after })),
    };
    tokio::time::sleep(delay).await;
    let email = form.get("email").and_then(|email| EmailAddress::parse(email).ok());
    let email = email.as_ref().map_or("", EmailAddress::as_str);
    let is_environment: bool = email.as_bytes().ct_eq(state.config.admin_email.as_bytes()).into();
    let member = state.store.member_by_email(email).await?.filter(|member| !is_environment && member.is_active());
    let password = form.get("password").unwrap_or_default().to_owned();
    let hash = match member.as_ref().and_then(|member| member.password_hash.as_ref()) {
        Some(hash) => Secret::new(hash.reveal()),
        None => state.config.admin_password_hash.clone(),
    };
    if !state.password_checks.check(is_environment || member.is_some(), password, hash).await {
        return Ok(None);
    }
    state.store.accept_sign_in(attempt).await?;
    Ok(Some(Account(member)))
}

/// Only the IP address: the e-mail field may contain a password typed into the wrong box.
async fn record_failure(state: &AppState, ip: ClientIp) {
    let address = match ip {
        ClientIp::Address(address) => Some(address.to_string()),
        ClientIp::Unknown => None,
    };
    if let Err(error) = state.store.record(&Actor::Nobody(address), Action::SignInFailed).await {
        tracing::error!(%error, "a failed sign-in could not be recorded");
    }
}

/// Signs a member or the account of the environment in. No session starts without an entry in the audit log, and one of
/// somebody else in this browser ends.
pub(crate) async fn start_session(
    state: &AppState,
    session: &Session,
    cookies: &Cookies,
    headers: &HeaderMap,
    member: Option<&Member>,
) -> store::Result<()> {
    let by = match member {
        Some(member) => member.actor(),
        None => Actor::Admin(state.config.admin_email.clone()),
    };
    state.store.record(&by, Action::SignedIn).await?;
    let member_id = member.map(|member| member.id.clone());
    let last = known_device::last_session(&state.config, &state.keys, cookies);
    let (own, other): (Option<_>, Option<_>) = match last {
        Some(last) if last.member == member_id => (Some(last.id), None),
        last => (None, last.map(|last| last.id)),
    };
    if let Some(other) = other {
        state.sessions.revoke(&other).await?;
    }
    let id = state.sessions.start(session, member, own.as_deref(), &user_agent(headers)).await?;
    typed_email::forget(&state.config, cookies);
    signed_out::forget(&state.config, cookies);
    known_device::remember(&state.config, &state.keys, cookies, &LastSession { id, member: member_id });
    Ok(())
}
