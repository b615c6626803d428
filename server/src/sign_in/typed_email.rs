//! The e-mail of a refused sign-in, which the form shows again. It is in a cookie of the browser that typed it,
//! not in an address or in the database.

use std::time::Duration;

use domain::EmailAddress;
use tower_cookies::Cookies;

use crate::config::Config;
use crate::cookie;

const NAME: &str = "typed-email";
const LIFETIME: Duration = Duration::from_mins(10);

/// Keeps an e-mail address; any other text may be a password typed into the wrong box.
pub fn keep(config: &Config, cookies: &Cookies, typed: Option<&str>) {
    if let Some(email) = typed.and_then(|typed| EmailAddress::parse(typed).ok()) {
        let value = form_urlencoded::byte_serialize(email.as_str().as_bytes()).collect();
        cookies.add(cookie::build(config, NAME, value, Some(LIFETIME)));
    }
}

pub fn read(config: &Config, cookies: &Cookies) -> Option<EmailAddress> {
    // Cookies are percent-decoded when they are parsed.
    EmailAddress::parse(cookies.get(&cookie::name(config, NAME))?.value()).ok()
}

pub fn forget(config: &Config, cookies: &Cookies) {
    let cookie = cookie::build(config, NAME, String::new(), None);
    if cookies.get(cookie.name()).is_some() {
        cookies.remove(cookie);
    }
}
