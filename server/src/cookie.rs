//! Names and attributes of the cookies.

use std::time::Duration;

use tower_cookies::Cookie;
use tower_cookies::cookie::SameSite;

use crate::config::Config;

/// On https the prefix makes browsers bind the cookie to this host and to the path `/`.
pub fn name(config: &Config, name: &str) -> String {
    if config.is_https() { format!("__Host-atrio.{name}") } else { format!("atrio.{name}") }
}

/// Without a lifetime the cookie ends with the browser session.
pub fn build(config: &Config, name: &str, value: String, lifetime: Option<Duration>) -> Cookie<'static> {
    let mut cookie = Cookie::new(self::name(config, name), value);
    set_attributes(&mut cookie, config.is_https());
    cookie.set_max_age(lifetime.and_then(|lifetime| lifetime.try_into().ok()));
    cookie
}

pub fn set_attributes(cookie: &mut Cookie<'static>, secure: bool) {
    cookie.set_path("/");
    cookie.set_http_only(true);
    cookie.set_same_site(SameSite::Lax);
    cookie.set_secure(secure);
}
