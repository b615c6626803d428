//! The admin's session: signed, stored by the browser, revocable by the server (docs/REFERENCE.md#sessions).
//!
//! The cookie holds the e-mail, the time of issue, the session epoch and a MAC of the account's e-mail
//! and password. It is valid for seven days and reissued when older than one. Signing out revokes its
//! id; a new epoch or another password invalidates all sessions.

mod layer;

use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use domain::Timestamp;
use serde::{Deserialize, Serialize};
use store::Store;
use tower_sessions_cookie_store::Session;

use crate::config::Config;
use crate::keys::{Keys, Purpose};
use crate::response::ApiError;

pub use layer::layer;

const LIFETIME: Duration = Duration::from_hours(7 * 24);
const REISSUE_AFTER: Duration = Duration::from_hours(24);
const KEY: &str = "admin";

/// The content of the cookie.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Claims {
    email: String,
    issued_at: Timestamp,
    epoch: String,
    account: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedIn {
    pub email: String,
    /// Unless the cookie is reissued before.
    pub expires_at: Timestamp,
}

/// Starts, checks and ends sessions.
#[derive(Clone)]
pub struct Sessions {
    store: Store,
    config: Arc<Config>,
    keys: Keys,
}

/// Adds an `Option<SignedIn>` to the extensions of every request, ends an invalid session and reissues
/// the cookie of an old one. No cookie causes an error, only the database can fail.
pub async fn authenticate(
    State(sessions): State<Sessions>,
    Extension(session): Extension<Session>,
    mut request: Request,
    next: Next,
) -> Response {
    match sessions.check(&session).await {
        Ok(signed_in) => {
            request.extensions_mut().insert(signed_in);
            next.run(request).await
        }
        Err(error) => ApiError::from_store(error, |_| ApiError::FAULT).into_response(),
    }
}

impl Sessions {
    pub fn new(store: Store, config: Arc<Config>, keys: Keys) -> Self {
        Self { store, config, keys }
    }

    async fn check(&self, session: &Session) -> store::Result<Option<SignedIn>> {
        // A value of another shape is no session either.
        let Ok(Some(claims)) = session.get::<Claims>(KEY).await else { return Ok(None) };
        if !self.is_valid(session, &claims).await? {
            clear(session).await;
            return Ok(None);
        }
        let now = self.store.clock().now();
        let email = claims.email.clone();
        let mut issued_at = claims.issued_at;
        if age(&claims, now) > millis(REISSUE_AFTER) {
            issued_at = now;
            write(session, Claims { issued_at, account: self.sign_account(), ..claims }).await;
        }
        Ok(Some(SignedIn { email, expires_at: expiry(issued_at) }))
    }

    async fn is_valid(&self, session: &Session, claims: &Claims) -> store::Result<bool> {
        let Some(id) = session.id() else { return Ok(false) };
        let is_fresh = age(claims, self.store.clock().now()) < millis(LIFETIME);
        if !is_fresh || !self.keys.verify(Purpose::Account, &account(&self.config), &claims.account) {
            return Ok(false);
        }
        Ok(claims.epoch == self.store.session_epoch().await?
            && !self.store.is_revoked(&id.to_string()).await?)
    }

    /// Starts a session under a new id, whatever the cookie held before.
    pub async fn start(&self, session: &Session) -> store::Result<()> {
        let claims = Claims {
            email: self.config.admin_email.clone(),
            issued_at: self.store.clock().now(),
            epoch: self.store.session_epoch().await?,
            account: self.sign_account(),
        };
        if let Err(error) = session.cycle_id().await {
            tracing::warn!(%error, "the session's id could not be changed");
        }
        write(session, claims).await;
        Ok(())
    }

    /// Revokes the id until every cookie with it has expired, and removes the cookie.
    pub async fn end(&self, session: &Session) -> store::Result<()> {
        if let (Some(id), Ok(Some(_))) = (session.id(), session.get::<Claims>(KEY).await) {
            self.store.revoke_session(&id.to_string(), expiry(self.store.clock().now())).await?;
        }
        clear(session).await;
        Ok(())
    }

    fn sign_account(&self) -> String {
        self.keys.sign(Purpose::Account, &account(&self.config))
    }
}

/// A session is valid for this e-mail and password only.
fn account(config: &Config) -> String {
    format!("{}\0{}", config.admin_email, config.admin_password_source.reveal())
}

async fn write(session: &Session, claims: Claims) {
    if let Err(error) = session.insert(KEY, claims).await {
        tracing::error!(%error, "a session could not be written");
    }
}

async fn clear(session: &Session) {
    if let Err(error) = session.flush().await {
        tracing::warn!(%error, "a session's cookie could not be removed");
    }
}

fn age(claims: &Claims, now: Timestamp) -> i64 {
    now.as_millis() - claims.issued_at.as_millis()
}

fn expiry(issued_at: Timestamp) -> Timestamp {
    Timestamp::from_millis(issued_at.as_millis() + millis(LIFETIME))
}

fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}
