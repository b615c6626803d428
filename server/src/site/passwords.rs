//! Setting the passwords of members, and sending addresses that do.

use axum::http::request::Parts;
use axum::response::Response;
use domain::people::password as rules;
use domain::settings::accent::Scheme;
use domain::{EmailAddress, Member, MemberKey, PasswordHash, Problem};
use pages::backend::NotSet;
use pages::redirect;
use pages::session::SignedInAdmin;
use store::{AgencySession, SignIn, SignInAttempt};
use tower_cookies::Cookies;
use tower_sessions::Session;

use crate::api::auth::{is_known_device, start_session};
use crate::config::Secret;
use crate::middleware::client_ip::ClientIp;
use crate::middleware::rate_limit::{Throttled, too_many_requests};
use crate::response::error_page::ErrorPage;
use crate::session::user_agent;
use crate::sign_in::known_device::{self, LastSession};
use crate::sign_in::{callback_url, csrf};
use crate::{AppState, password};

/// Sets the password at the address with `key`; who has joined is signed in. Counts as an attempt to sign in, because each one
/// may compute a hash.
pub(super) async fn set(
    state: &AppState,
    head: &Parts,
    (kind, key): (MemberKey, &str),
    member: &Member,
    password: &str,
) -> Result<(), NotSet> {
    let attempt = begin(state, head).await?;
    // The key was right: the attempt counts for its address only.
    state.store.accept_sign_in(attempt).await.map_err(NotSet::Failed)?;
    let hash = accepted(state, member, password).await?;
    let used = state.store.use_member_key(kind, key, hash).await.map_err(NotSet::Failed)?;
    let member = used.ok_or(NotSet::Gone)?;
    let (Some(session), Some(cookies)) = (head.extensions.get::<Session>(), head.extensions.get::<Cookies>()) else {
        return Ok(());
    };
    match kind {
        MemberKey::Join => {
            start_session(state, session, cookies, &head.headers, Some(&member)).await.map_err(NotSet::Failed)
        }
        MemberKey::Reset => Ok(()),
    }
}

/// Replaces the password of the signed-in member, who stays signed in. Checking the old one counts as an attempt to sign in.
pub(super) async fn change(state: &AppState, head: &Parts, old: &str, password: &str) -> Result<(), NotSet> {
    let (member, current) = check_own(state, head, old).await?;
    let session = head.extensions.get::<Session>().ok_or(NotSet::Gone)?;
    let cookies = head.extensions.get::<Cookies>().ok_or(NotSet::Gone)?;
    let hash = accepted(state, &member, password).await?;
    state.store.change_member_password(&member.id, &hash).await.map_err(NotSet::Failed)?;
    let member = Member { password_hash: Some(hash), ..member };
    let started = state.sessions.start(session, Some(&member), Some(&current.id), &user_agent(&head.headers)).await;
    let last = LastSession { id: started.map_err(NotSet::Failed)?, member: Some(member.id) };
    known_device::remember(&state.config, &state.keys, cookies, &last);
    Ok(())
}

/// The signed-in member and their session, if this is their password.
pub(super) async fn check_own(
    state: &AppState,
    head: &Parts,
    password: &str,
) -> Result<(Member, AgencySession), NotSet> {
    let SignedInAdmin { member, session, .. } = head.extensions.get().cloned().ok_or(NotSet::Gone)?;
    let member = member.ok_or(NotSet::Gone)?;
    let attempt = begin(state, head).await?;
    let hash = member.password_hash.as_ref().map_or("", PasswordHash::reveal);
    if !state.password_checks.check(true, password.to_owned(), Secret::new(hash)).await {
        return Err(NotSet::Gone);
    }
    state.store.accept_sign_in(attempt).await.map_err(NotSet::Failed)?;
    Ok((member, session))
}

/// Counts an attempt of somebody with a key or a session: guesses of others do not delay it.
async fn begin(state: &AppState, head: &Parts) -> Result<SignInAttempt, NotSet> {
    let ip = ClientIp::of_request(&head.extensions, &head.headers, &state.config.trusted_proxies);
    match state.store.begin_sign_in(&ip.to_string(), true).await.map_err(NotSet::Failed)? {
        SignIn::Allowed { attempt, .. } => Ok(attempt),
        SignIn::Throttled(wait) => Err(NotSet::TooMany(wait)),
    }
}

/// The hash of a password that the rules accept.
async fn accepted(state: &AppState, member: &Member, password: &str) -> Result<PasswordHash, NotSet> {
    let agency = state.store.agency().await.map_err(NotSet::Failed)?;
    match rules::problem(password, &member.email, agency.name.as_deref(), password::is_common) {
        Some(problem) => Err(NotSet::Problem(problem)),
        None => state.password_checks.hash(password.to_owned()).await.ok_or(NotSet::Problem(Problem::Empty)),
    }
}

/// Counts as an attempt to sign in. The answer waits neither for the look-up nor for the mail server, so that it takes the same
/// time for every e-mail.
pub(super) async fn forgotten(state: &AppState, head: &Parts, email: &str, csrf_token: &str) -> Result<(), Response> {
    let is_valid = |cookies: &&Cookies| csrf::is_valid(&state.config, &state.keys, cookies, Some(csrf_token));
    let Some(cookies) = head.extensions.get::<Cookies>().filter(is_valid) else {
        return Err(redirect::to(&callback_url::failed_login_page(&state.config.base_url, "MissingCSRF", None)));
    };
    let ip = ClientIp::of_request(&head.extensions, &head.headers, &state.config.trusted_proxies);
    let delay = match state.store.begin_sign_in(&ip.to_string(), is_known_device(state, cookies)).await {
        Ok(SignIn::Allowed { delay, .. }) => delay,
        Ok(SignIn::Throttled(retry_after)) => return Err(too_many_requests(&head.headers, Throttled { retry_after })),
        Err(error) => return Err(ErrorPage::from(error).respond(&head.headers)),
    };
    tokio::time::sleep(delay).await;
    let Ok(email) = EmailAddress::parse(email) else { return Ok(()) };
    let state = state.clone();
    tokio::spawn(async move {
        if let Err(error) = send_reset(&state, &email, ip.address()).await {
            tracing::error!(%error, "an address for a new password could not be sent");
        }
    });
    Ok(())
}

async fn send_reset(state: &AppState, email: &EmailAddress, by: Option<String>) -> store::Result<()> {
    let member = state.store.member_by_email(email.as_str()).await?;
    let Some(member) = member else { return Ok(()) };
    if email.as_str() == state.config.admin_email {
        return Ok(());
    }
    if let Some(key) = state.store.request_password_reset(by, &member.id).await? {
        let sent = send_key(state, &member, MemberKey::Reset, &key).await;
        if !matches!(sent, Ok(Some(true) | None)) {
            state.store.end_reset_pause(&key).await?;
        }
        sent?;
    }
    Ok(())
}

/// Whether the mail server has taken the e-mail with the address; `None`: none is sent.
pub(super) async fn send_key(
    state: &AppState,
    member: &Member,
    kind: MemberKey,
    key: &str,
) -> store::Result<Option<bool>> {
    let Some(mailer) = &state.mailer else { return Ok(None) };
    let (agency, logo) = (state.store.agency().await?, state.store.logo(Scheme::Light).await?);
    let language = match member.language {
        Some(language) => language,
        None => state.store.language().await?,
    };
    let look = (&agency, language, logo.as_ref());
    let sent = mailer.send_password_key(member, (kind, key), look, state.store.clock().now()).await;
    Ok(Some(sent.inspect_err(|error| tracing::warn!(error, "an e-mail with an address could not be sent")).is_ok()))
}
