//! The admin's session: signed, kept by the browser, ended by the server (CONTRACT §3, Session).
//!
//! The cookie holds who signed in and when, the epoch and a keyed mark of the e-mail and password of
//! that day. It is valid for seven days, written anew when older than one; signing out revokes its
//! id, a new epoch or another password ends them all.

mod cookie;

use std::time::Duration;

use axum::Extension;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use domain::Timestamp;
use serde::{Deserialize, Serialize};
use tower_sessions_cookie_store::Session;

use crate::api::answer::ApiError;
use crate::config::Config;
use crate::keys::{Keys, Purpose};
use crate::state::AppState;

pub use cookie::{cookie, cookie_name, layer};

/// How long a session lives from the moment its cookie was written.
pub const LIFETIME: Duration = Duration::from_hours(7 * 24);
/// How old a cookie may become before it is written anew.
const ROTATE_AFTER: Duration = Duration::from_hours(24);
const MEMBER: &str = "admin";

/// What the cookie says.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Claim {
    email: String,
    issued_at: Timestamp,
    epoch: String,
    account: String,
}

/// A signed-in admin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedIn {
    /// Who.
    pub email: String,
    /// Until when, if nothing is asked before.
    pub expires_at: Timestamp,
}

/// Reads the session of every request into an extension (`Option<SignedIn>`), ends it when it is
/// no longer valid and writes it anew when it is a day old. Whatever a cookie holds, the answer is
/// never an error; only the database can fail.
pub async fn authenticate(
    State(state): State<AppState>,
    Extension(session): Extension<Session>,
    mut request: Request,
    next: Next,
) -> Response {
    match recognise(&state, &session).await {
        Ok(signed_in) => {
            request.extensions_mut().insert(signed_in);
            next.run(request).await
        }
        Err(error) => ApiError::by(error, |_| ApiError::FAULT).into_response(),
    }
}

async fn recognise(state: &AppState, session: &Session) -> store::Result<Option<SignedIn>> {
    // A value of another shape is no session either.
    let Ok(Some(claim)) = session.get::<Claim>(MEMBER).await else { return Ok(None) };
    if !is_valid(state, session, &claim).await? {
        forget(session).await;
        return Ok(None);
    }
    let now = state.store.clock().now();
    let issued_at = if age(&claim, now) > millis(ROTATE_AFTER) {
        write(
            session,
            Claim { issued_at: now, account: account(&state.config, &state.keys), ..claim.clone() },
        )
        .await;
        now
    } else {
        claim.issued_at
    };
    Ok(Some(SignedIn { email: claim.email, expires_at: expiry(issued_at) }))
}

async fn is_valid(state: &AppState, session: &Session, claim: &Claim) -> store::Result<bool> {
    let Some(id) = session.id() else { return Ok(false) };
    let fresh = age(claim, state.store.clock().now()) < millis(LIFETIME);
    let same_account = state.keys.verify(Purpose::Account, &account_of(&state.config), &claim.account);
    if !fresh || !same_account {
        return Ok(false);
    }
    Ok(claim.epoch == state.store.session_epoch().await? && !state.store.is_revoked(&id.to_string()).await?)
}

/// Begins a session under a new id, whatever the browser held before.
///
/// # Errors
/// A fault.
pub async fn begin(state: &AppState, session: &Session) -> store::Result<()> {
    let claim = Claim {
        email: state.config.admin_email.clone(),
        issued_at: state.store.clock().now(),
        epoch: state.store.session_epoch().await?,
        account: account(&state.config, &state.keys),
    };
    if let Err(error) = session.cycle_id().await {
        tracing::warn!(%error, "the session's id could not be changed");
    }
    write(session, claim).await;
    Ok(())
}

/// Ends this session for good: the id is refused until every cookie with it has expired.
///
/// # Errors
/// A fault.
pub async fn end(state: &AppState, session: &Session) -> store::Result<()> {
    if let (Some(id), Ok(Some(_))) = (session.id(), session.get::<Claim>(MEMBER).await) {
        state.store.revoke_session(&id.to_string(), expiry(state.store.clock().now())).await?;
    }
    forget(session).await;
    Ok(())
}

async fn write(session: &Session, claim: Claim) {
    if let Err(error) = session.insert(MEMBER, claim).await {
        tracing::error!(%error, "a session could not be written");
    }
}

async fn forget(session: &Session) {
    if let Err(error) = session.flush().await {
        tracing::warn!(%error, "a session's cookie could not be removed");
    }
}

fn account(config: &Config, keys: &Keys) -> String {
    keys.sign(Purpose::Account, &account_of(config))
}

/// What must stay the same for a session to last.
fn account_of(config: &Config) -> String {
    format!("{}\0{}", config.admin_email, config.admin_password_source.reveal())
}

fn age(claim: &Claim, now: Timestamp) -> i64 {
    now.as_millis() - claim.issued_at.as_millis()
}

fn expiry(issued_at: Timestamp) -> Timestamp {
    Timestamp::from_millis(issued_at.as_millis() + millis(LIFETIME))
}

fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}
