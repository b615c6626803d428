//! Finds the client at `/c/{key}` (docs/REFERENCE.md#portal-addresses) and limits guessing of slugs.
//!
//! The slug is tried first, then the token. Wrong slugs count ([`guess_slug`](store::Store::guess_slug)). While too
//! many were tried no slug is looked up, so that right and wrong ones get the same response. Three ways in remain
//! open, because they cannot be guessed: a token, a portal credential in the cookie of a browser that has opened this
//! portal before, and a link credential, which the links in e-mails have. The cookie is bound to the path of the
//! portal. A link opens its own client's portal whatever the slug beside it: at another one it redirects. The link
//! credential of a contact is the key itself. Whoever needs a code is asked for it ([`portal_codes`]).

use std::time::Duration;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderName, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use domain::{Client, LinkCredential, Slug};
use pages::public::plain_page::PlainPage;
use pages::{PageError, redirect};
use store::{Error, SlugGuess, UnverifiedPerson};
use tower_cookies::{Cookie, Cookies};

use super::portal_codes;
use crate::config::Config;
use crate::metrics;
use crate::middleware::client_ip::ClientIp;
use crate::middleware::rate_limit::Throttled;
use crate::query::Query;
use crate::response::error_page::ErrorPage;
use crate::response::plain_page;
use crate::{AppState, code_session, cookie, download};

/// Lifetime of the cookie after the last visit.
const COOKIE_LIFETIME: Duration = Duration::from_hours(180 * 24);

/// What all addresses of a portal have.
#[derive(serde::Deserialize)]
pub(super) struct PortalPath {
    key: String,
}

/// Why no portal is shown.
enum PortalError {
    /// The link has another slug than its client has now.
    Moved(UnverifiedPerson),
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

/// The response to a form that no page has.
pub(super) async fn refuse_post() -> (StatusCode, [(HeaderName, &'static str); 1]) {
    (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET,HEAD")])
}

/// Middleware: adds the [`store::ClientScope`] of the key to the request, asks for a code, or responds with an error page.
pub(super) async fn find_client(
    State(state): State<AppState>,
    key: Result<Path<PortalPath>, PathRejection>,
    ip: ClientIp,
    cookies: Cookies,
    mut request: Request,
    next: Next,
) -> Response {
    // A key that is not UTF-8 belongs to no client.
    let Ok(Path(PortalPath { key })) = key else { return PageError::UnknownAddress.into_response() };
    match find(&state, ip, &cookies, &key, request.uri()).await {
        Ok(person) => match state.store.for_browser(code_session::browser(&state, request.headers())).authorize(person)
        {
            Ok(scope) if request.method() == Method::POST => {
                match portal_codes::after(&state, scope.person(), &request) {
                    Some(response) => response,
                    None => next.run(request).await,
                }
            }
            Ok(scope) => {
                if scope.client().slug.as_str() == key {
                    cookies.add(portal_cookie(&state.config, scope.client(), scope.portal_credential()));
                }
                cookies.add(download::cookie::of_portal(&state.config, &scope));
                request.extensions_mut().insert(scope);
                next.run(request).await
            }
            Err(person) => portal_codes::respond(&state, &cookies, person, request).await,
        },
        Err(PortalError::Moved(person)) => {
            let client = person.client();
            cookies.add(portal_cookie(&state.config, client, person.portal_credential()));
            redirect::to(&current_address(request.uri(), &client.slug))
        }
        Err(PortalError::Unknown) if request.method() == Method::POST => next.run(request).await,
        Err(PortalError::Unknown) => PageError::UnknownAddress.into_response(),
        Err(PortalError::Throttled(throttled)) => {
            metrics::count_over_limit("SlugGuess");
            plain_page(&PlainPage::too_many_slug_guesses(throttled.seconds()))
        }
        Err(PortalError::Fault(error)) => ErrorPage::from(error).respond_as(true),
    }
}

async fn find(
    state: &AppState,
    ip: ClientIp,
    cookies: &Cookies,
    key: &str,
    uri: &Uri,
) -> Result<UnverifiedPerson, PortalError> {
    let Ok(slug) = Slug::parse(key) else {
        return Ok(state.store.person_by_unguessable_key(key).await?);
    };
    if let Some(credential) = Query::of(uri).get(LinkCredential::PARAMETER)
        && let Some(person) = state.store.person_by_link(credential).await?
        && person.person().contact.is_none()
    {
        return if person.client().slug == slug { Ok(person) } else { Err(PortalError::Moved(person)) };
    }
    if let Some(person) = client_by_cookie(state, cookies, &slug).await? {
        return Ok(person);
    }
    match state.store.guess_slug(&slug, &ip.network().to_string()).await? {
        SlugGuess::Right(person) => Ok(person),
        SlugGuess::Wrong => Err(PortalError::Unknown),
        SlugGuess::Throttled(retry_after) => match state.store.person_by_token(key).await.map_err(PortalError::from) {
            Err(PortalError::Unknown) => Err(PortalError::Throttled(Throttled { retry_after })),
            found => found,
        },
    }
}

/// The client with this slug, if the browser has a valid cookie for it.
async fn client_by_cookie(
    state: &AppState,
    cookies: &Cookies,
    slug: &Slug,
) -> Result<Option<UnverifiedPerson>, PortalError> {
    let Some(cookie) = cookies.get(cookie_name(&state.config)) else { return Ok(None) };
    match state.store.person_by_credential(cookie.value()).await.map_err(PortalError::from) {
        Ok(person) => Ok(Some(person).filter(|person| person.client().slug == *slug)),
        // The cookie is forged, or issued before the token or the slug changed.
        Err(PortalError::Unknown) => Ok(None),
        Err(fault) => Err(fault),
    }
}

/// The same page at `slug`, without the link credential: the cookie opens it.
fn current_address(uri: &Uri, slug: &Slug) -> String {
    let below = uri.path().splitn(4, '/').nth(3);
    let path = below.map_or_else(|| format!("/c/{slug}"), |below| format!("/c/{slug}/{below}"));
    let query = Query::of(uri).without(LinkCredential::PARAMETER);
    if query.is_empty() { path } else { format!("{path}?{query}") }
}

/// The cookie that lets this browser open the portal without a slug guess.
fn portal_cookie(config: &Config, client: &Client, credential: String) -> Cookie<'static> {
    let mut cookie = cookie::build(config, "pass", credential, Some(COOKIE_LIFETIME));
    cookie.set_name(cookie_name(config));
    cookie.set_path(format!("/c/{}", client.slug));
    cookie
}

/// The prefix `__Host-` requires the path `/`.
fn cookie_name(config: &Config) -> &'static str {
    if config.is_https() { "__Secure-atrio.pass" } else { "atrio.pass" }
}
