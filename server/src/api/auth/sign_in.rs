//! `POST /api/auth/callback/credentials`.

use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use domain::EmailAddress;
use domain::audit::{Action, Actor};
use store::SignIn;
use subtle::ConstantTimeEq as _;
use tower_cookies::Cookies;
use tower_sessions::Session;

use super::form::Form;
use super::redirect;
use crate::AppState;
use crate::body;
use crate::middleware::client_ip::ClientIp;
use crate::middleware::rate_limit::{Throttled, too_many_requests};
use crate::response::accepts_html;
use crate::response::error_page::ErrorPage;
use crate::sign_in::{callback_url, csrf, known_device, signed_out, typed_email};

/// Signs the admin in and redirects to `callbackUrl`.
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
    let last_session = known_device::last_session(&state.config, &state.keys, &cookies);
    match check(&state, ip, last_session.is_some(), &form).await {
        Ok(true) => {}
        Ok(false) => {
            record_failure(&state, ip).await;
            if accepts_html(&headers) {
                typed_email::keep(&state.config, &cookies, form.get("email"));
            }
            return failed("CredentialsSignin");
        }
        Err(NotChecked::Throttled(throttled)) => return too_many_requests(&headers, throttled),
        Err(NotChecked::Fault(error)) => return ErrorPage::from(error).respond(&headers),
    }
    let id = match start_session(&state, &session, last_session.as_deref()).await {
        Ok(id) => id,
        Err(error) => return ErrorPage::from(error).respond(&headers),
    };
    typed_email::forget(&state.config, &cookies);
    signed_out::forget(&state.config, &cookies);
    known_device::remember(&state.config, &state.keys, &cookies, &id);
    redirect::to(&headers, callback_url::or_home(base_url, callback))
}

enum NotChecked {
    Throttled(Throttled),
    Fault(store::Error),
}

impl From<store::Error> for NotChecked {
    fn from(error: store::Error) -> Self {
        Self::Fault(error)
    }
}

/// Whether e-mail and password are right, after the delay that applies.
async fn check(state: &AppState, ip: ClientIp, is_known_device: bool, form: &Form) -> Result<bool, NotChecked> {
    let (attempt, delay) = match state.store.begin_sign_in(&ip.to_string(), is_known_device).await? {
        SignIn::Allowed { attempt, delay } => (attempt, delay),
        SignIn::Throttled(retry_after) => return Err(NotChecked::Throttled(Throttled { retry_after })),
    };
    tokio::time::sleep(delay).await;
    let email = form.get("email").and_then(|email| EmailAddress::parse(email).ok());
    let email = email.as_ref().map_or("", EmailAddress::as_str);
    let is_right_email = email.as_bytes().ct_eq(state.config.admin_email.as_bytes()).into();
    let password = form.get("password").unwrap_or_default().to_owned();
    let hash = state.config.admin_password_hash.clone();
    let is_right = state.password_checks.check(is_right_email, password, hash).await;
    if is_right {
        state.store.accept_sign_in(attempt).await?;
    }
    Ok(is_right)
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

/// No session starts without an entry in the audit log.
async fn start_session(state: &AppState, session: &Session, last: Option<&str>) -> store::Result<String> {
    state.store.record(&Actor::Admin(state.config.admin_email.clone()), Action::SignedIn).await?;
    state.sessions.start(session, last).await
}
