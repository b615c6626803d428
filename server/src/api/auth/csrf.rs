//! The token of the sign-in and sign-out forms: sent back in the body, bound to a signed cookie.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use subtle::ConstantTimeEq as _;
use tower_cookies::Cookies;

use crate::AppState;
use crate::keys::Purpose;
use crate::session::{cookie, cookie_name};

const COOKIE: &str = "csrf";

/// The token this browser has, or a new one whose cookie goes out with the answer.
pub fn issue(state: &AppState, cookies: &Cookies) -> String {
    if let Some(token) = current(state, cookies) {
        return token;
    }
    let token = URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>());
    let signature = state.keys.sign(Purpose::CsrfToken, &token);
    cookies.add(cookie(&state.config, COOKIE, format!("{token}.{signature}"), None));
    token
}

/// Whether `token` is the one in this browser's cookie.
pub(super) fn is_valid(state: &AppState, cookies: &Cookies, token: Option<&str>) -> bool {
    let (Some(given), Some(current)) = (token, current(state, cookies)) else { return false };
    given.as_bytes().ct_eq(current.as_bytes()).into()
}

fn current(state: &AppState, cookies: &Cookies) -> Option<String> {
    let cookie = cookies.get(&cookie_name(&state.config, COOKIE))?;
    let (token, signature) = cookie.value().split_once('.')?;
    state.keys.verify(Purpose::CsrfToken, token, signature).then(|| token.to_owned())
}
