//! A browser that has signed in before: it need not wait while somebody else guesses passwords.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use tower_cookies::Cookies;

use crate::AppState;
use crate::keys::Purpose;
use crate::session::{cookie, cookie_name};

const COOKIE: &str = "device";
const LIFETIME: Duration = Duration::from_hours(365 * 24);

/// Remembers this browser for a year.
pub(super) fn remember(state: &AppState, cookies: &Cookies) {
    let id = URL_SAFE_NO_PAD.encode(rand::random::<[u8; 16]>());
    let signature = state.keys.sign(Purpose::Device, &message(state, &id));
    cookies.add(cookie(&state.config, COOKIE, format!("{id}.{signature}"), Some(LIFETIME)));
}

/// Whether the admin has signed in from this browser before.
pub(super) fn is_known(state: &AppState, cookies: &Cookies) -> bool {
    let Some(cookie) = cookies.get(&cookie_name(&state.config, COOKIE)) else { return false };
    let Some((id, signature)) = cookie.value().split_once('.') else { return false };
    state.keys.verify(Purpose::Device, &message(state, id), signature)
}

/// A browser is known to one admin: another e-mail makes it a stranger.
fn message(state: &AppState, id: &str) -> String {
    format!("{}\0{id}", state.config.admin_email)
}
