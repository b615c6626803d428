//! `POST /api/auth/callback/credentials`.

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use domain::EmailAddress;
use domain::audit::{Action, Actor};
use subtle::ConstantTimeEq as _;
use tower_cookies::Cookies;
use tower_sessions_cookie_store::Session;

use super::form::Form;
use super::guard::Crowded;
use super::{LOGIN_PAGE, MISSING_CSRF, callback_url, csrf, device, redirect};
use crate::AppState;
use crate::body;
use crate::middleware::client_ip::ClientIp;
use crate::middleware::rate_limit::{Operation, Throttled, throttled};
use crate::session;
use crate::site::error_page::ErrorPage;

/// Why nobody was signed in.
enum Failure {
    /// Too many attempts, of this address or of all.
    Throttled(Throttled),
    /// The e-mail, the password or both are wrong; which is not told.
    Credentials,
}

/// Signs the admin in and leads on to `callbackUrl`.
pub(super) async fn sign_in(
    State(state): State<AppState>,
    ip: ClientIp,
    Extension(session): Extension<Session>,
    cookies: Cookies,
    headers: HeaderMap,
    body: Body,
) -> Response {
    let form = match body::read(body, body::LIMIT).await {
        Ok(bytes) => Form::parse(&bytes),
        Err(unread) => return ErrorPage::from(unread).answer(&headers),
    };
    if !csrf::is_valid(&state, &cookies, form.get("csrfToken")) {
        return redirect::to(&headers, MISSING_CSRF);
    }
    match check(&state, ip, &cookies, &form).await {
        Ok(()) => {}
        Err(Failure::Throttled(refused)) => return throttled(&headers, refused),
        Err(Failure::Credentials) => {
            record_failure(&state, ip).await;
            return redirect::to(&headers, &format!("{LOGIN_PAGE}?error=CredentialsSignin"));
        }
    }
    if let Err(error) = begin(&state, &session).await {
        return redirect::fault(error);
    }
    device::remember(&state, &cookies);
    redirect::to(&headers, callback_url::or_home(&state.config.base_url, form.get("callbackUrl")))
}

/// Nobody is in whose coming is not in the register.
async fn begin(state: &AppState, session: &Session) -> store::Result<()> {
    state.store.record(&Actor::Admin(state.config.admin_email.clone()), Action::SignedIn).await?;
    session::begin(state, session).await
}

/// The address only: what was typed as an e-mail may be a password in the wrong box.
async fn record_failure(state: &AppState, ip: ClientIp) {
    let address = match ip {
        ClientIp::Address(address) => Some(address.to_string()),
        ClientIp::Unknown => None,
    };
    if let Err(error) = state.store.record(&Actor::Nobody(address), Action::SignInFailed).await {
        tracing::error!(%error, "a failed sign-in could not be recorded");
    }
}

async fn check(state: &AppState, ip: ClientIp, cookies: &Cookies, form: &Form) -> Result<(), Failure> {
    state.limiter.admit(Operation::Login, ip).map_err(Failure::Throttled)?;
    let email = form.get("email").and_then(|email| EmailAddress::parse(email).ok());
    let email = email.as_ref().map_or("", EmailAddress::as_str);
    let right_email = email.as_bytes().ct_eq(state.config.admin_email.as_bytes()).into();
    let password = form.get("password").unwrap_or_default().to_owned();
    let hash = state.config.admin_password_hash.clone();
    let known = device::is_known(state, cookies);
    let clock = state.store.clock().as_ref();
    match state.guard.check(clock, known, right_email, password, hash).await {
        Ok(true) => Ok(()),
        Ok(false) => Err(Failure::Credentials),
        Err(Crowded { retry_after }) => Err(Failure::Throttled(Throttled { retry_after })),
    }
}
