//! The session's cookie: its name and attributes, signed by the newest key, read by every key.

use std::time::Duration;

use tower_cookies::cookie::SameSite;
use tower_cookies::{Cookie, Cookies, Key};
use tower_sessions_cookie_store::{
    CookieController, CookieSessionConfig, CookieSessionManagerLayer, Expiry, SignedCookie,
};

use super::LIFETIME;
use crate::config::Config;
use crate::keys::Keys;

/// `name` as a cookie: on https browsers keep it from other hosts and paths by its prefix.
pub fn cookie_name(config: &Config, name: &str) -> String {
    if config.is_https() { format!("__Host-atrio.{name}") } else { format!("atrio.{name}") }
}

/// A cookie with the attributes all of Atrio's have; without a lifetime it ends with the browser.
pub fn cookie(config: &Config, name: &str, value: String, lifetime: Option<Duration>) -> Cookie<'static> {
    let mut cookie = Cookie::new(cookie_name(config, name), value);
    dress(&mut cookie, config.is_https());
    cookie.set_max_age(lifetime.and_then(|lifetime| lifetime.try_into().ok()).map(Some).unwrap_or_default());
    cookie
}

fn dress(cookie: &mut Cookie<'static>, secure: bool) {
    cookie.set_path("/");
    cookie.set_http_only(true);
    cookie.set_same_site(SameSite::Lax);
    cookie.set_secure(secure);
}

/// The layer that reads the session from its cookie and writes it back.
///
/// # Panics
/// There is no secret to sign with, which [`Config::read`] does not let through.
pub fn layer(config: &Config, keys: &Keys) -> CookieSessionManagerLayer<KeyRing> {
    let settings = CookieSessionConfig::default()
        .with_name(cookie_name(config, "session"))
        .with_same_site(SameSite::Lax)
        .with_secure(config.is_https())
        .with_expiry(Expiry::OnInactivity(LIFETIME.try_into().expect("seven days fit")));
    let ring = KeyRing { keys: keys.of_the_session_cookie(), secure: config.is_https() };
    let newest = ring.keys.first().cloned().expect("there is at least one AUTH_SECRET");
    CookieSessionManagerLayer::signed(newest).with_config(settings).with_controller(ring)
}

/// Several keys where the library knows one.
#[derive(Clone)]
pub struct KeyRing {
    keys: Vec<Key>,
    secure: bool,
}

impl std::fmt::Debug for KeyRing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("KeyRing(…)")
    }
}

impl CookieController for KeyRing {
    fn get(&self, cookies: &Cookies, name: &str) -> Option<Cookie<'static>> {
        self.keys.iter().find_map(|key| SignedCookie::new(key.clone()).get(cookies, name))
    }

    fn add(&self, cookies: &Cookies, mut cookie: Cookie<'static>) {
        // The library counts from its own clock and comes out a moment short.
        cookie.set_max_age(tower_cookies::cookie::time::Duration::try_from(LIFETIME).ok());
        if let Some(newest) = self.keys.first() {
            SignedCookie::new(newest.clone()).add(cookies, cookie);
        }
    }

    fn remove(&self, cookies: &Cookies, mut cookie: Cookie<'static>) {
        // Browsers ignore a removal of a `__Host-` cookie that is not itself secure.
        dress(&mut cookie, self.secure);
        cookies.remove(cookie);
    }
}
