//! Finds the client at `/c/{key}` (docs/REFERENCE.md#portal-addresses) and limits guessing of slugs.
//!
//! The slug is tried first, then the token. Wrong slugs count ([`guess_slug`](store::Store::guess_slug)). While too
//! many were tried no slug is looked up, so that right and wrong ones get the same response. Two ways in remain
//! open, because they cannot be guessed: a token, and a portal credential in the cookie of a browser that has
//! opened this portal before. The cookie is bound to the path of the portal.

use std::time::Duration;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use domain::Slug;
use pages::PageError;
use store::{ClientScope, Error, SlugGuess};
use tower_cookies::{Cookie, Cookies};

use crate::config::Config;
use crate::middleware::client_ip::ClientIp;
use crate::middleware::rate_limit::Throttled;
use crate::response::plain_page::PlainPage;
use crate::{AppState, cookie};

/// Lifetime of the cookie after the last visit.
const COOKIE_LIFETIME: Duration = Duration::from_hours(180 * 24);

/// Why no portal is shown.
enum PortalError {
    /// No client has this key.
    Unknown,
    /// Too many wrong slugs were tried: the slug is not looked up.
    Throttled(Throttled),
    Fault(Error),
}

impl From<Error> for PortalError {
    fn from(error: Error) -> Self {
        match error {
            Error::Domain(_) => Self::Unknown,
            Error::Fault(_) | Error::Invalid(_) => Self::Fault(error),
        }
    }
}

/// Middleware: adds the [`ClientScope`] of the key to the request, or responds with an error page.
pub(super) async fn find_client(
    State(state): State<AppState>,
    key: Result<Path<String>, PathRejection>,
    ip: ClientIp,
    cookies: Cookies,
    mut request: Request,
    next: Next,
) -> Response {
    // A key that is not UTF-8 belongs to no client.
    let Ok(Path(key)) = key else { return PageError::UnknownAddress.into_response() };
    match find(&state, ip, &cookies, &key).await {
        Ok(scope) => {
            if scope.client().slug.as_str() == key {
                cookies.add(portal_cookie(&state.config, &scope));
            }
            request.extensions_mut().insert(scope);
            next.run(request).await
        }
        Err(PortalError::Unknown) => PageError::UnknownAddress.into_response(),
        Err(PortalError::Throttled(throttled)) => PlainPage::too_many_slug_guesses(throttled.seconds()),
        Err(PortalError::Fault(error)) => {
            tracing::error!(%error, "a portal could not be opened");
            PlainPage::FAULT.into_response()
        }
    }
}

async fn find(
    state: &AppState,
    ip: ClientIp,
    cookies: &Cookies,
    key: &str,
) -> Result<ClientScope, PortalError> {
    let Ok(slug) = Slug::parse(key) else { return Ok(state.store.client_by_token(key).await?) };
    if let Some(scope) = client_by_cookie(state, cookies, &slug).await? {
        return Ok(scope);
    }
    match state.store.guess_slug(&slug, &ip.to_string()).await? {
        SlugGuess::Right(scope) => Ok(scope),
        SlugGuess::Wrong => Err(PortalError::Unknown),
        SlugGuess::Throttled(retry_after) => {
            match state.store.client_by_token(key).await.map_err(PortalError::from) {
                Err(PortalError::Unknown) => Err(PortalError::Throttled(Throttled { retry_after })),
                found => found,
            }
        }
    }
}

/// The client with this slug, if the browser has a valid cookie for it.
async fn client_by_cookie(
    state: &AppState,
    cookies: &Cookies,
    slug: &Slug,
) -> Result<Option<ClientScope>, PortalError> {
    let Some(cookie) = cookies.get(cookie_name(&state.config)) else { return Ok(None) };
    match state.store.client_by_credential(cookie.value()).await.map_err(PortalError::from) {
        Ok(scope) => Ok(Some(scope).filter(|scope| scope.client().slug == *slug)),
        // The cookie is forged, or issued before the token or the slug changed.
        Err(PortalError::Unknown) => Ok(None),
        Err(fault) => Err(fault),
    }
}

/// The cookie that lets this browser open the portal without a slug guess.
fn portal_cookie(config: &Config, scope: &ClientScope) -> Cookie<'static> {
    let mut cookie = cookie::build(config, "pass", scope.portal_credential(), Some(COOKIE_LIFETIME));
    cookie.set_name(cookie_name(config));
    cookie.set_path(format!("/c/{}", scope.client().slug));
    cookie
}

/// The prefix `__Host-` requires the path `/`.
fn cookie_name(config: &Config) -> &'static str {
    if config.is_https() { "__Secure-atrio.pass" } else { "atrio.pass" }
}
