//! `POST /api/auth/callback/credentials`.

use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use domain::audit::{Action, Actor};
use domain::{EmailAddress, Member};
use store::{SignIn, SignInAttempt};
use subtle::ConstantTimeEq as _;
use tower_cookies::Cookies;
use tower_sessions::Session;
use utoipa::ToSchema;

use super::form::Form;
use super::redirect::{self, Redirect};
use crate::AppState;
use crate::api::documented::document_errors;
use crate::body;
use crate::config::Secret;
use crate::metrics::{self, SignInResult};
use crate::middleware::client_ip::ClientIp;
use crate::middleware::rate_limit::{Throttled, too_many_requests};
use crate::response::error_page::ErrorPage;
use crate::response::{ApiError, accepts_html};
use crate::session::user_agent;
use crate::sign_in::known_device::{self, LastSession};
use crate::sign_in::{callback_url, code_step, csrf, signed_out, typed_email};

document_errors!(Errors: ErrorPage::ForeignOrigin, ErrorPage::TooLarge, ErrorPage::UnreadableBody,
    ApiError::TOO_MANY);

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "only described here; `Form` reads it")]
struct SignInForm {
    csrf_token: String,
    email: Option<String>,
    password: Option<String>,
    /// Of the second factor.
    code: Option<String>,
    callback_url: Option<String>,
}

/// Signs somebody of the agency in and redirects to `callbackUrl`
///
/// A refusal redirects to the sign-in page, with `error=CredentialsSignin`, `CodeRequired` or `MissingCSRF`.
#[utoipa::path(
    post,
    path = "/api/auth/callback/credentials",
    operation_id = "signInWithCredentials",
    tag = "auth",
    params(("X-Auth-Return-Redirect" = Option<String>, Header, nullable = false, description = "The answer is JSON in place of a redirect.")),
    request_body(content(
        (SignInForm = "application/x-www-form-urlencoded"),
        (SignInForm = "application/json"),
    )),
    responses(Redirect, Errors),
)]
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
    let checked = step(&state, ip, &cookies, &form).await;
    if let Some(result) = sign_in_result(&checked) {
        metrics::count_sign_in(result);
    }
    let member = match checked {
        Ok(Checked::Right(member)) => member,
        Ok(Checked::CodeRequired { member, attempt }) => {
            let now = state.store.clock().now();
            code_step::begin(&state.config, &state.keys, &cookies, now, (&member, &attempt));
            return failed("CodeRequired");
        }
        Ok(Checked::Wrong) => {
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

enum Checked {
    /// A member, or the account of the environment.
    Right(Option<Member>),
    /// The password is right, and `attempt` awaits a code.
    CodeRequired {
        member: Member,
        attempt: String,
    },
    Wrong,
}

enum NotChecked {
    Throttled(Throttled),
    Fault(store::Error),
}

/// `None` after a fault, which is in the log.
const fn sign_in_result(checked: &Result<Checked, NotChecked>) -> Option<SignInResult> {
    match checked {
        Ok(Checked::Right(_)) => Some(SignInResult::Accepted),
        Ok(Checked::CodeRequired { .. }) => Some(SignInResult::CodeRequired),
        Ok(Checked::Wrong) => Some(SignInResult::Refused),
        Err(NotChecked::Throttled(_)) => Some(SignInResult::Delayed),
        Err(NotChecked::Fault(_)) => None,
    }
}

impl From<store::Error> for NotChecked {
    fn from(error: store::Error) -> Self {
        Self::Fault(error)
    }
}

/// Checks e-mail, password and code, or for a browser whose password was right the code alone.
async fn step(state: &AppState, ip: ClientIp, cookies: &Cookies, form: &Form) -> Result<Checked, NotChecked> {
    let is_known_device = is_known_device(state, cookies);
    let (None, None, Some(code)) = (form.get("email"), form.get("password"), form.get("code")) else {
        code_step::forget(&state.config, cookies);
        return check(state, ip, is_known_device, form).await;
    };
    if let Some((member, attempt)) = awaited(state, cookies).await? {
        return check_code(state, ip, is_known_device, (member, &attempt), code).await;
    }
    // Refused and counted as any other sign-in without a password.
    code_step::expire(&state.config, cookies);
    check(state, ip, is_known_device, form).await
}

/// Whose code is awaited from this browser, and within which attempt.
async fn awaited(state: &AppState, cookies: &Cookies) -> Result<Option<(Member, String)>, store::Error> {
    let awaited = code_step::awaited(&state.config, &state.keys, cookies, state.store.clock().now());
    let Some(awaited) = awaited else { return Ok(None) };
    let member = state.store.member(&awaited.member).await?.filter(Member::is_active);
    let member = member.filter(|member| awaited.is_of(&state.keys, member));
    Ok(member.map(|member| (member, awaited.attempt)))
}

/// Whether e-mail, password and code are right, after the delay that applies. Of all e-mails one password is checked, so that
/// they take the same time: the account of the environment goes first, and an unknown e-mail has its hash.
async fn check(state: &AppState, ip: ClientIp, is_known_device: bool, form: &Form) -> Result<Checked, NotChecked> {
    let attempt = begun(state.store.begin_sign_in(&ip.to_string(), is_known_device).await?).await?;
    let email = form.get("email").and_then(|email| EmailAddress::parse(email).ok());
    let email = email.as_ref().map_or("", EmailAddress::as_str);
    let is_environment: bool = email.as_bytes().ct_eq(state.config.admin_email.as_bytes()).into();
    let member = state.store.member_by_email(email).await?.filter(|member| !is_environment && member.is_active());
    let needs_code = state.store.has_second_factor(member.as_ref().map(|member| &member.id)).await?;
    let password = form.get("password").unwrap_or_default().to_owned();
    let hash = match member.as_ref().and_then(|member| member.password_hash.as_ref()) {
        Some(hash) => Secret::new(hash.reveal()),
        None => state.config.admin_password_hash.clone(),
    };
    if !state.password_checks.check(is_environment || member.is_some(), password, hash).await {
        return Ok(Checked::Wrong);
    }
    if let Some(member) = member.clone().filter(|_| needs_code) {
        let Some(code) = form.get("code") else {
            let attempt = state.store.await_code(attempt).await?;
            return Ok(Checked::CodeRequired { member, attempt });
        };
        if !state.store.use_code(&member.id, code).await? {
            return Ok(Checked::Wrong);
        }
    }
    state.store.accept_sign_in(attempt).await?;
    Ok(Checked::Right(member))
}

/// The code of a member whose password was right in the attempt `awaiting` it.
async fn check_code(
    state: &AppState,
    ip: ClientIp,
    is_known_device: bool,
    (member, awaiting): (Member, &str),
    code: &str,
) -> Result<Checked, NotChecked> {
    let attempt = begun(state.store.begin_code(awaiting, &ip.to_string(), is_known_device).await?).await?;
    if !state.store.use_code(&member.id, code).await? {
        return Ok(Checked::Wrong);
    }
    state.store.accept_code(attempt).await?;
    Ok(Checked::Right(Some(member)))
}

/// Waits for the turn of an attempt.
async fn begun(sign_in: SignIn) -> Result<SignInAttempt, NotChecked> {
    match sign_in {
        SignIn::Allowed { attempt, delay } => {
            tokio::time::sleep(delay).await;
            Ok(attempt)
        }
        SignIn::Throttled(retry_after) => Err(NotChecked::Throttled(Throttled { retry_after })),
    }
}

/// Only the IP address: the e-mail field may contain a password typed into the wrong box.
async fn record_failure(state: &AppState, ip: ClientIp) {
    if let Err(error) = state.store.record(&Actor::Nobody(ip.address()), Action::SignInFailed).await {
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
    code_step::forget(&state.config, cookies);
    signed_out::forget(&state.config, cookies);
    known_device::remember(&state.config, &state.keys, cookies, &LastSession { id, member: member_id });
    Ok(())
}
