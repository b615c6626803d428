//! The admin's session: signed, stored by the browser, revocable by the server (docs/REFERENCE.md#sessions).
//!
//! The cookie holds the e-mail, the time of issue, the session epoch and a MAC of the account's e-mail
//! and password. It is valid for seven days and reissued when older than one, with the same id. Signing out revokes the
//! id; a new epoch or another password invalidates all sessions.

mod layer;

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use domain::Timestamp;
use serde::{Deserialize, Serialize};
use store::{AgencySession, Store};
use tower_sessions::Session;

use crate::config::Config;
use crate::keys::{Keys, Purpose};
use crate::response::error_page::ErrorPage;

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
    pub session: AgencySession,
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
    session: Session,
    mut request: Request,
    next: Next,
) -> Response {
    match sessions.check(&session).await {
        Ok(signed_in) => {
            request.extensions_mut().insert(signed_in);
            next.run(request).await
        }
        Err(error) => ErrorPage::from(error).respond(request.headers()),
    }
}

impl Sessions {
    pub fn new(store: Store, config: Arc<Config>, keys: Keys) -> Self {
        Self { store, config, keys }
    }

    async fn check(&self, session: &Session) -> store::Result<Option<SignedIn>> {
        // A value of another shape is no session either.
        let Ok(Some(claims)) = session.get::<Claims>(KEY).await else { return Ok(None) };
        let Some(current) = self.current(session, &claims).await? else {
            clear(session).await;
            return Ok(None);
        };
        let now = self.store.clock().now();
        let email = claims.email.clone();
        let mut issued_at = claims.issued_at;
        if age(&claims, now) > millis(REISSUE_AFTER) {
            issued_at = now;
            write(session, Claims { issued_at, account: self.sign_account(), ..claims }).await;
        }
        Ok(Some(SignedIn { email, session: current, expires_at: expiry(issued_at) }))
    }

    /// If it is valid.
    async fn current(&self, session: &Session, claims: &Claims) -> store::Result<Option<AgencySession>> {
        let Some(id) = session.id() else { return Ok(None) };
        let is_fresh = age(claims, self.store.clock().now()) < millis(LIFETIME);
        let account = self.config.account();
        if !is_fresh || !self.keys.verify(Purpose::Account, account.reveal(), &claims.account) {
            return Ok(None);
        }
        let session = AgencySession { id: id.to_string(), epoch: claims.epoch.clone() };
        Ok(if self.store.is_current_session(&session).await? { Some(session) } else { None })
    }

    /// Starts a session under a new id, which is returned, whatever the cookie held before. It takes over the devices of
    /// the `last` one in this browser, which may have expired.
    pub async fn start(&self, session: &Session, last: Option<&str>) -> store::Result<String> {
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
        // Makes the id.
        if let Err(error) = session.save().await {
            tracing::error!(%error, "a session could not be saved");
        }
        let id = session.id().map(|id| id.to_string()).unwrap_or_default();
        if let Some(last) = last {
            self.store.take_over_devices(last, &id).await?;
        }
        Ok(id)
    }

    /// Revokes the id until every cookie with it has expired, and removes the cookie. Without a session, as when it has
    /// expired, the `last` one in this browser is revoked: its devices end with it.
    pub async fn end(&self, session: &Session, last: Option<String>) -> store::Result<()> {
        let current = match (session.id(), session.get::<Claims>(KEY).await) {
            (Some(id), Ok(Some(_))) => Some(id.to_string()),
            _ => last,
        };
        if let Some(id) = current {
            self.store.revoke_session(&id, expiry(self.store.clock().now())).await?;
        }
        clear(session).await;
        Ok(())
    }

    fn sign_account(&self) -> String {
        self.keys.sign(Purpose::Account, self.config.account().reveal())
    }
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
