//! The cookie by which the pages of a portal read files: opening a portal sets it. Its value is the person's portal credential,
//! so it ends with their address; who needs a code needs that as well. One for each person, so that portals are open side by side.

use std::time::Duration;

use axum::http::{HeaderMap, header};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};
use store::{ClientScope, Store};
use tower_cookies::Cookie;

use crate::config::Config;
use crate::cookie;

/// A page that was left open loads its files as long.
const LIFETIME: Duration = Duration::from_hours(30 * 24);
const PATH: &str = "/files";
/// A browser has few: each is a look-up.
const MAX_COOKIES: usize = 20;

/// The prefix `__Host-` requires the path `/`.
fn prefix(config: &Config) -> &'static str {
    if config.is_https() { "__Secure-atrio.files." } else { "atrio.files." }
}

pub fn of_portal(config: &Config, scope: &ClientScope) -> Cookie<'static> {
    let person = URL_SAFE_NO_PAD.encode(&Sha256::digest(scope.person().id().to_string())[..12]);
    let mut cookie = cookie::build(config, "files", scope.portal_credential(), Some(LIFETIME));
    cookie.set_name(format!("{}{person}", prefix(config)));
    cookie.set_path(PATH);
    cookie
}

/// The people whose portals were opened in the browser of a request. `store` is that of the browser.
///
/// # Errors
/// The database failed.
pub async fn people(config: &Config, store: &Store, headers: &HeaderMap) -> Result<Vec<ClientScope>, store::Error> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    let ours = lines.flat_map(|line| line.split(';')).filter_map(|pair| {
        let (_, credential) = pair.trim().strip_prefix(prefix(config))?.split_once('=')?;
        Some(credential)
    });
    let mut people = Vec::new();
    for credential in ours.take(MAX_COOKIES) {
        match store.client_by_credential(credential).await {
            Ok(scope) => people.push(scope),
            // Of an address that has ended.
            Err(store::Error::Domain(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(people)
}
