//! A signed cookie with the id of the last session that a browser has started. It outlives that session: it exempts the
//! browser from password throttling, and the next session takes over the devices of the last.

use std::time::Duration;

use tower_cookies::Cookies;

use crate::config::Config;
use crate::cookie;
use crate::keys::{Keys, Purpose};

const COOKIE: &str = "device";
const LIFETIME: Duration = Duration::from_hours(365 * 24);

pub fn remember(config: &Config, keys: &Keys, cookies: &Cookies, session: &str) {
    let signature = keys.sign(Purpose::KnownDevice, &message(config, session));
    cookies.add(cookie::build(config, COOKIE, format!("{session}.{signature}"), Some(LIFETIME)));
}

/// Without a valid cookie, `None`: the browser is unknown.
pub fn last_session(config: &Config, keys: &Keys, cookies: &Cookies) -> Option<String> {
    let cookie = cookies.get(&cookie::name(config, COOKIE))?;
    let (session, signature) = cookie.value().split_once('.')?;
    keys.verify(Purpose::KnownDevice, &message(config, session), signature).then(|| session.to_owned())
}

/// The e-mail is signed as well: another admin's device is unknown.
fn message(config: &Config, session: &str) -> String {
    format!("{}\0{session}", config.admin_email)
}
