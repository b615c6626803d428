//! The CSRF token of the sign-in and sign-out forms: sent in the body, bound to a signed cookie.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use subtle::ConstantTimeEq as _;
use tower_cookies::Cookies;

use crate::config::Config;
use crate::cookie;
use crate::keys::{Keys, Purpose};

const COOKIE: &str = "csrf";

/// The token of this browser, or a new one whose cookie is added to the response.
pub fn issue(config: &Config, keys: &Keys, cookies: &Cookies) -> String {
    if let Some(token) = current(config, keys, cookies) {
        return token;
    }
    let token = URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>());
    let signature = keys.sign(Purpose::CsrfToken, &token);
    cookies.add(cookie::build(config, COOKIE, format!("{token}.{signature}"), None));
    token
}

/// Whether `token` is the one in the cookie.
pub fn is_valid(config: &Config, keys: &Keys, cookies: &Cookies, token: Option<&str>) -> bool {
    let (Some(token), Some(current)) = (token, current(config, keys, cookies)) else { return false };
    token.as_bytes().ct_eq(current.as_bytes()).into()
}

fn current(config: &Config, keys: &Keys, cookies: &Cookies) -> Option<String> {
    let cookie = cookies.get(&cookie::name(config, COOKIE))?;
    let (token, signature) = cookie.value().split_once('.')?;
    keys.verify(Purpose::CsrfToken, token, signature).then(|| token.to_owned())
}
