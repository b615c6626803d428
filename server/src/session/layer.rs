//! The session cookie: signed with the newest key, verified with every key.

use std::sync::Arc;

use tower_cookies::cookie::SameSite;
use tower_cookies::{Cookie, Cookies, Key};
use tower_sessions::Expiry;
use tower_sessions_cookie_store::{CookieController, CookieSessionConfig, CookieSessionManagerLayer, SignedCookie};

use super::LIFETIME;
use crate::config::Config;
use crate::cookie;
use crate::keys::Keys;

/// Reads the session from its cookie and writes it back.
pub fn layer(config: &Config, keys: &Keys) -> CookieSessionManagerLayer<KeyRing> {
    let settings = CookieSessionConfig::default()
        .with_name(cookie::name(config, "session"))
        .with_same_site(SameSite::Lax)
        .with_secure(config.is_https())
        .with_expiry(Expiry::OnInactivity(LIFETIME.try_into().expect("seven days fit")));
    let ring = KeyRing { keys: keys.session_cookie_keys().into(), secure: config.is_https() };
    let newest = ring.keys.first().cloned().expect("there is at least one AUTH_SECRET");
    CookieSessionManagerLayer::signed(newest).with_config(settings).with_controller(ring)
}

/// The library supports one key only.
#[derive(Clone)]
pub struct KeyRing {
    keys: Arc<[Key]>,
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
        // The library computes it from its own clock, a moment too short.
        cookie.set_max_age(tower_cookies::cookie::time::Duration::try_from(LIFETIME).ok());
        if let Some(newest) = self.keys.first() {
            SignedCookie::new(newest.clone()).add(cookies, cookie);
        }
    }

    fn remove(&self, cookies: &Cookies, mut cookie: Cookie<'static>) {
        // Browsers ignore the removal of a `__Host-` cookie that is not itself secure.
        cookie::set_attributes(&mut cookie, self.secure);
        cookies.remove(cookie);
    }
}
