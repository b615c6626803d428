//! The signed cookies of the clients who need a code (docs/REFERENCE.md#codes), two for each person: one is the code
//! session of the browser, with the other it asks for codes. Their names contain a digest of the person's
//! id, so that one browser can have sessions of several.

use std::time::Duration;

use axum::extract::{FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, HeaderValue, header};
use axum::response::Response;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::clients::AccessCode;
use domain::id::PersonId;
use domain::{Person, Timestamp};
use sha2::{Digest as _, Sha256};
use store::{Browser, CodeBrowser, RequestOrigin, Store, code_session_stamp};
use tower_cookies::Cookie;

use crate::AppState;
use crate::config::Config;
use crate::cookie;
use crate::keys::{Keys, Purpose};
use crate::middleware::client_ip::{self, ClientIp};

/// How long a code session lasts.
const LIFETIME: Duration = Duration::from_hours(90 * 24);
/// How long a browser is known to have had a session: as long as browsers keep a cookie.
const KNOWN_LIFETIME: Duration = Duration::from_hours(400 * 24);
const SESSION: &str = "in.";
const REQUEST: &str = "asked.";

/// The store as the browser of a request uses it. An axum extractor.
pub struct PortalStore(pub Store);

impl FromRequestParts<AppState> for PortalStore {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Self::Rejection> {
        Ok(Self(state.store.for_browser(browser(state, &parts.headers))))
    }
}

/// Middleware: adds the [`Browser`] to the request of an action.
pub fn add_browser(state: &AppState, request: &mut Request) -> Option<Response> {
    if request.uri().path().starts_with("/rpc/") {
        let origin = origin(state, request.headers(), request.extensions());
        let browser = browser(state, request.headers()).with_origin(origin);
        request.extensions_mut().insert(browser);
    }
    None
}

/// The browser of a request with these headers. Its cookies are verified only where a client asks for a code.
pub fn browser(state: &AppState, headers: &HeaderMap) -> Browser {
    let cookies = cookies(headers);
    if cookies.is_empty() {
        return Browser::default();
    }
    let state = state.clone();
    Browser::new(move |person| {
        let value = value(&cookies, &name(&state.config, SESSION, person))?;
        let now = state.store.clock().now();
        stamp(&state.keys, person, value, now).map(str::to_owned)
    })
}

/// Where a request comes from, for the receipt of an approval.
pub fn origin(state: &AppState, headers: &HeaderMap, extensions: &Extensions) -> RequestOrigin {
    let address = client_ip::whole_address(extensions, headers, &state.config.trusted_proxies);
    let user_agent = headers.get(header::USER_AGENT).map_or(&[][..], HeaderValue::as_bytes);
    RequestOrigin::new(address.map_or_else(|| ClientIp::Unknown.to_string(), |address| address.to_string()), user_agent)
}

/// The cookie that starts a code session of the person.
pub fn session_cookie(state: &AppState, person: &Person) -> Cookie<'static> {
    let until = state.store.clock().now().as_millis() + i64::try_from(LIFETIME.as_millis()).unwrap_or(i64::MAX);
    let (id, stamp) = (person.id(), code_session_stamp(person));
    let signature = state.keys.sign(Purpose::CodeSession, &format!("{id}\0{until}\0{stamp}"));
    build(&state.config, SESSION, &id, format!("{until}.{stamp}.{signature}"), LIFETIME)
}

/// The stamp in a cookie of the person, unless it is forged or has expired.
fn stamp<'a>(keys: &Keys, person: &PersonId, value: &'a str, now: Timestamp) -> Option<&'a str> {
    let mut parts = value.splitn(3, '.');
    let (until, stamp, signature) = (parts.next()?, parts.next()?, parts.next()?);
    let is_signed = keys.verify(Purpose::CodeSession, &format!("{person}\0{until}\0{stamp}"), signature);
    (is_signed && until.parse().is_ok_and(|until: i64| until > now.as_millis())).then_some(stamp)
}

/// A browser that asks for codes of a person, and when it last did.
#[derive(Clone, Default)]
pub struct CodeRequest {
    pub browser: CodeBrowser,
    pub asked_at: Option<Timestamp>,
}

impl CodeRequest {
    /// What the cookie of the person says, if the browser has a valid one.
    pub fn of(state: &AppState, person: &PersonId, headers: &HeaderMap) -> Option<Self> {
        let cookies = cookies(headers);
        let value = value(&cookies, &name(&state.config, REQUEST, person));
        Self::parse(&state.keys, person, value?)
    }

    fn parse(keys: &Keys, person: &PersonId, value: &str) -> Option<Self> {
        let (signed, signature) = value.rsplit_once('.')?;
        keys.verify(Purpose::CodeBrowser, &format!("{person}\0{signed}"), signature).then_some(())?;
        let mut parts = signed.splitn(3, '.');
        let (secret, had_session, asked_at) = (parts.next()?, parts.next()?, parts.next()?);
        let browser = CodeBrowser { secret: secret.to_owned(), had_session: had_session == "1" };
        Some(Self { browser, asked_at: asked_at.parse().ok().map(Timestamp::from_millis) })
    }

    /// After a code was entered in it: it waits for none.
    pub fn with_session(self) -> Self {
        Self { browser: CodeBrowser { had_session: true, ..self.browser }, asked_at: None }
    }

    pub fn cookie(&self, state: &AppState, person: &PersonId) -> Cookie<'static> {
        let CodeBrowser { secret, had_session } = &self.browser;
        let asked_at = self.asked_at.map(|at| at.as_millis().to_string()).unwrap_or_default();
        let signed = format!("{secret}.{}.{asked_at}", i32::from(*had_session));
        let signature = state.keys.sign(Purpose::CodeBrowser, &format!("{person}\0{signed}"));
        build(&state.config, REQUEST, person, format!("{signed}.{signature}"), KNOWN_LIFETIME)
    }

    /// How many seconds ago it asked for a code that can still be typed.
    pub fn seconds_ago(&self, now: Timestamp) -> Option<i64> {
        let seconds = (now.as_millis() - self.asked_at?.as_millis()) / 1_000;
        (0..AccessCode::MINUTES * 60).contains(&seconds).then_some(seconds)
    }
}

fn name(config: &Config, kind: &str, person: &PersonId) -> String {
    let digest = URL_SAFE_NO_PAD.encode(&Sha256::digest(person.to_string())[..12]);
    cookie::name(config, &format!("{kind}{digest}"))
}

fn build(config: &Config, kind: &str, person: &PersonId, value: String, lifetime: Duration) -> Cookie<'static> {
    let mut cookie = cookie::build(config, kind, value, Some(lifetime));
    cookie.set_name(name(config, kind, person));
    cookie
}

/// The `Cookie` lines with one of ours; mostly there is none.
fn cookies(headers: &HeaderMap) -> Vec<HeaderValue> {
    let lines = headers.get_all(header::COOKIE).iter();
    let is_ours =
        |line: &&HeaderValue| line.to_str().is_ok_and(|line| [SESSION, REQUEST].iter().any(|kind| line.contains(kind)));
    lines.filter(is_ours).cloned().collect()
}

/// The value of a cookie.
fn value<'a>(cookies: &'a [HeaderValue], name: &str) -> Option<&'a str> {
    let mut pairs = cookies.iter().filter_map(|line| line.to_str().ok()).flat_map(|line| line.split(';'));
    pairs.find_map(|pair| pair.trim().strip_prefix(name)?.strip_prefix('='))
}
