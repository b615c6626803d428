//! Whose portal is being opened: the one place that finds the client at `/c/{key}`
//! (docs/REFERENCE.md#portal-addresses), and that keeps slugs from being guessed.
//!
//! The slug is tried first, then the token. Wrong slugs are budgeted
//! ([`begin_slug_guess`](crate::middleware::rate_limit::RateLimiter::begin_slug_guess)); while the budget is spent no slug is
//! looked up, so that right and wrong ones are answered alike. What still opens then is what nobody
//! guesses: a token, and an address in a browser that has opened it before, which keeps the client's
//! pass in a cookie of that address alone.

use std::time::Duration;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use domain::Slug;
use pages::PageError;
use store::{ClientScope, Error};
use tower_cookies::{Cookie, Cookies};

use crate::config::Config;
use crate::middleware::rate_limit::Throttled;
use crate::response::plain_page::PlainPage;
use crate::{AppState, cookie};

/// How long a browser is known at an address after its last visit.
const KNOWN_FOR: Duration = Duration::from_hours(180 * 24);

/// Why there is no portal to show.
enum Closed {
    /// Nobody has this address.
    Unknown,
    /// Too many wrong slugs were tried: this one is not looked up.
    Spent(Throttled),
    /// The store failed.
    Fault(Error),
}

impl From<Error> for Closed {
    fn from(error: Error) -> Self {
        match error {
            Error::Domain(_) => Self::Unknown,
            Error::Fault(_) | Error::Invalid(_) => Self::Fault(error),
        }
    }
}

/// Middleware: the client at this address, or the page that says there is none.
pub(super) async fn find_client(
    State(state): State<AppState>,
    key: Result<Path<String>, PathRejection>,
    cookies: Cookies,
    mut request: Request,
    next: Next,
) -> Response {
    // What is no UTF-8 is nobody's address.
    let Ok(Path(key)) = key else { return PageError::UnknownAddress.into_response() };
    match find(&state, &cookies, &key).await {
        Ok(scope) => {
            if scope.client().slug.as_str() == key {
                cookies.add(known_browser(&state.config, &scope));
            }
            request.extensions_mut().insert(scope);
            next.run(request).await
        }
        Err(Closed::Unknown) => PageError::UnknownAddress.into_response(),
        Err(Closed::Spent(throttled)) => PlainPage::too_many_slug_guesses(throttled.seconds()),
        Err(Closed::Fault(error)) => {
            tracing::error!(%error, "a portal could not be opened");
            PlainPage::FAULT.into_response()
        }
    }
}

async fn find(state: &AppState, cookies: &Cookies, key: &str) -> Result<ClientScope, Closed> {
    let Ok(slug) = Slug::parse(key) else { return Ok(state.store.client_by_token(key).await?) };
    if let Some(scope) = known(state, cookies, &slug).await? {
        return Ok(scope);
    }
    match state.limiter.begin_slug_guess(&slug).await {
        Ok(guess) => {
            let found = state.store.client_by_key(key).await.map_err(Closed::from);
            if !matches!(found, Err(Closed::Unknown)) {
                guess.refund();
            }
            found
        }
        Err(spent) => match state.store.client_by_token(key).await.map_err(Closed::from) {
            Err(Closed::Unknown) => Err(Closed::Spent(spent)),
            found => found,
        },
    }
}

/// The client with this slug, if the browser has been here before.
async fn known(state: &AppState, cookies: &Cookies, slug: &Slug) -> Result<Option<ClientScope>, Closed> {
    let Some(cookie) = cookies.get(cookie_name(&state.config)) else { return Ok(None) };
    match state.store.client_by_credential(cookie.value()).await.map_err(Closed::from) {
        Ok(scope) => Ok(Some(scope).filter(|scope| scope.client().slug == *slug)),
        // Forged, or of before the token or the slug was changed.
        Err(Closed::Unknown) => Ok(None),
        Err(fault) => Err(fault),
    }
}

/// The cookie of a browser that has opened the client's address.
fn known_browser(config: &Config, scope: &ClientScope) -> Cookie<'static> {
    let mut cookie = cookie::build(config, "pass", scope.portal_credential(), Some(KNOWN_FOR));
    cookie.set_name(cookie_name(config));
    cookie.set_path(format!("/c/{}", scope.client().slug));
    cookie
}

/// A cookie of one path cannot have the prefix `__Host-`.
fn cookie_name(config: &Config) -> &'static str {
    if config.is_https() { "__Secure-atrio.pass" } else { "atrio.pass" }
}
