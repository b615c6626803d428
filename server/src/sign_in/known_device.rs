//! A signed cookie that exempts a browser which has signed in before from password throttling.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use tower_cookies::Cookies;

use crate::config::Config;
use crate::cookie;
use crate::keys::{Keys, Purpose};

const COOKIE: &str = "device";
const LIFETIME: Duration = Duration::from_hours(365 * 24);

pub fn remember(config: &Config, keys: &Keys, cookies: &Cookies) {
    let id = URL_SAFE_NO_PAD.encode(rand::random::<[u8; 16]>());
    let signature = keys.sign(Purpose::KnownDevice, &message(config, &id));
    cookies.add(cookie::build(config, COOKIE, format!("{id}.{signature}"), Some(LIFETIME)));
}

pub fn is_known(config: &Config, keys: &Keys, cookies: &Cookies) -> bool {
    let Some(cookie) = cookies.get(&cookie::name(config, COOKIE)) else { return false };
    let Some((id, signature)) = cookie.value().split_once('.') else { return false };
    keys.verify(Purpose::KnownDevice, &message(config, id), signature)
}

/// The e-mail is signed as well: another admin's device is unknown.
fn message(config: &Config, id: &str) -> String {
    format!("{}\0{id}", config.admin_email)
}
