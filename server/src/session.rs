//! The session of somebody of the agency: signed, stored by the browser, revocable by the server (docs/REFERENCE.md#sessions).
//!
//! The cookie holds who it is, the time of issue, the session epoch and a MAC of the account and its password. It is valid
//! for seven days and reissued when older than one, with the same id. Signing out revokes the id; a new epoch or another
//! password invalidates all sessions. What a member may do is read from their row at each request, so that a member who is
//! disabled is signed out at once.

mod layer;

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, header};
use axum::middleware::Next;
use axum::response::Response;
use domain::id::MemberId;
use domain::{Member, PasswordHash, Timestamp};
use pages::session::SignedInAdmin;
use serde::{Deserialize, Serialize};
use store::{AgencySession, Store};
use tower_sessions::Session;

use crate::config::Config;
use crate::keys::{Keys, Purpose};
use crate::response::error_page::ErrorPage;

pub use layer::layer;

const LIFETIME: Duration = AgencySession::LIFETIME;
const REISSUE_AFTER: Duration = Duration::from_hours(24);
const KEY: &str = "admin";

/// The content of the cookie.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Claims {
    /// None: the account of the environment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    member: Option<MemberId>,
    issued_at: Timestamp,
    epoch: String,
    account: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedIn {
    pub admin: SignedInAdmin,
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

/// Adds an `Option<SignedIn>` to the extensions of every request, and the role of who is signed in to those of its response; ends an
/// invalid session, and reissues the cookie of an old one. No cookie causes an error, only the database can fail.
pub async fn authenticate(
    State(sessions): State<Sessions>,
    session: Session,
    mut request: Request,
    next: Next,
) -> Response {
    let user_agent = user_agent(request.headers());
    match sessions.check(&session, &user_agent).await {
        Ok(signed_in) => {
            let role = signed_in.as_ref().map(|signed_in| signed_in.admin.role());
            request.extensions_mut().insert(signed_in);
            let mut response = next.run(request).await;
            if let Some(role) = role {
                response.extensions_mut().insert(role);
            }
            response
        }
        Err(error) => ErrorPage::from(error).respond(request.headers()),
    }
}

impl Sessions {
    pub fn new(store: Store, config: Arc<Config>, keys: Keys) -> Self {
        Self { store, config, keys }
    }

    async fn check(&self, session: &Session, user_agent: &str) -> store::Result<Option<SignedIn>> {
        // A value of another shape is no session either.
        let Ok(Some(claims)) = session.get::<Claims>(KEY).await else { return Ok(None) };
        let Some(admin) = self.current(session, &claims).await? else {
            clear(session).await;
            return Ok(None);
        };
        if let Some(member) = &admin.member {
            self.store.record_member_visit(&member.id);
        }
        let now = self.store.clock().now();
        let mut issued_at = claims.issued_at;
        if age(&claims, now) > millis(REISSUE_AFTER) {
            issued_at = now;
            let account = self.sign(admin.member.as_ref());
            write(session, Claims { issued_at, account, ..claims }).await;
            self.list(&admin.session.id, admin.member.as_ref(), user_agent).await?;
        }
        Ok(Some(SignedIn { admin, expires_at: expiry(issued_at) }))
    }

    /// Who it is of, if it is valid.
    async fn current(&self, session: &Session, claims: &Claims) -> store::Result<Option<SignedInAdmin>> {
        let Some(id) = session.id() else { return Ok(None) };
        if age(claims, self.store.clock().now()) >= millis(LIFETIME) {
            return Ok(None);
        }
        let member = match &claims.member {
            Some(id) => match self.store.member(id).await?.filter(Member::is_active) {
                Some(member) => Some(member),
                None => return Ok(None),
            },
            None => None,
        };
        let (purpose, account) = self.account(member.as_ref());
        let session = AgencySession { id: id.to_string(), epoch: claims.epoch.clone() };
        if !self.keys.verify(purpose, &account, &claims.account) || !self.store.is_current_session(&session).await? {
            return Ok(None);
        }
        let email = member.as_ref().map_or_else(|| self.config.admin_email.clone(), |member| member.email.to_string());
        Ok(Some(SignedInAdmin { email, member, session }))
    }

    /// Starts a session of a member or of the environment's account under a new id, whatever the cookie held before. It takes
    /// over the devices of the `last` one of the same account in this browser, which may have expired.
    pub async fn start(
        &self,
        session: &Session,
        member: Option<&Member>,
        last: Option<&str>,
        user_agent: &str,
    ) -> store::Result<String> {
        let claims = Claims {
            member: member.map(|member| member.id.clone()),
            issued_at: self.store.clock().now(),
            epoch: self.store.session_epoch().await?,
            account: self.sign(member),
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
            self.store.take_over_devices(last, &id, member.map(|member| &member.id)).await?;
        }
        self.list(&id, member, user_agent).await?;
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
            self.revoke(&id).await?;
        }
        clear(session).await;
        Ok(())
    }

    /// Ends the session with this id, wherever it is.
    pub async fn revoke(&self, id: &str) -> store::Result<()> {
        self.store.revoke_session(id, expiry(self.store.clock().now())).await
    }

    async fn list(&self, id: &str, member: Option<&Member>, user_agent: &str) -> store::Result<()> {
        let expired = Timestamp::from_millis(self.store.clock().now().as_millis() - millis(LIFETIME));
        self.store.list_session(id, member.map(|member| &member.id), user_agent, expired).await
    }

    fn sign(&self, member: Option<&Member>) -> String {
        let (purpose, account) = self.account(member);
        self.keys.sign(purpose, &account)
    }

    /// What a session is bound to: another password ends it.
    fn account(&self, member: Option<&Member>) -> (Purpose, String) {
        match member {
            Some(member) => (Purpose::Member, member_account(member)),
            None => (Purpose::Account, self.config.account().reveal().to_owned()),
        }
    }
}

/// The same of a member: also the code that is asked for after the password.
pub fn member_account(member: &Member) -> String {
    let hash = member.password_hash.as_ref().map_or("", PasswordHash::reveal);
    format!("{}\0{hash}", member.id)
}

/// As a device is listed: the beginning of what the browser says.
pub fn user_agent(headers: &HeaderMap) -> String {
    let text = headers.get(header::USER_AGENT).map(|value| String::from_utf8_lossy(value.as_bytes()));
    text.unwrap_or_default().chars().filter(|char| !char.is_control()).take(300).collect()
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
