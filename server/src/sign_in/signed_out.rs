//! A mark of a browser in which somebody signed out on purpose, until the next sign-in. The sign-in page then removes what the
//! agency typed and did not send; after a session that expired it stays.

use tower_cookies::Cookies;

use crate::config::Config;
use crate::cookie;

const NAME: &str = "signed-out";

pub fn mark(config: &Config, cookies: &Cookies) {
    cookies.add(cookie::build(config, NAME, "1".to_owned(), None));
}

pub fn is_marked(config: &Config, cookies: &Cookies) -> bool {
    cookies.get(&cookie::name(config, NAME)).is_some()
}

pub fn forget(config: &Config, cookies: &Cookies) {
    if is_marked(config, cookies) {
        cookies.remove(cookie::build(config, NAME, String::new(), None));
    }
}
