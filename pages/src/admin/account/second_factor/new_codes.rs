//! New recovery codes on their way to the page that shows them once, in a cookie: what is stored are digests.

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use domain::people::second_factor::{SignInCode, in_groups};

use crate::PagesState;
use crate::admin::account::ADDRESS;

const COOKIE: &str = "atrio.recovery-codes";

#[derive(Debug, Clone)]
pub struct NewCodes(Vec<String>);

impl NewCodes {
    pub fn of(headers: &HeaderMap) -> Option<Self> {
        let lines = headers.get_all(header::COOKIE).into_iter().filter_map(|line| line.to_str().ok());
        let mut cookies = lines.flat_map(|line| line.split(';')).filter_map(|cookie| cookie.trim().split_once('='));
        let (_, value) = cookies.find(|(name, _)| *name == COOKIE)?;
        let codes = value.split('.').map(|code| match SignInCode::parse(code) {
            Some(SignInCode::Recovery(code)) => Some(code),
            _ => None,
        });
        codes.collect::<Option<Vec<_>>>().map(Self)
    }

    /// As they are read and typed: `7QK4-MRTA`.
    pub fn texts(&self) -> Vec<String> {
        self.0.iter().map(|code| in_groups(code, "-")).collect()
    }
}

/// Sends the codes along, for ten minutes at most and to the account page only.
pub(super) fn attach(response: &mut Response, codes: &[String], state: &PagesState) {
    set(response, &codes.join("."), 600, state);
}

/// They were shown.
pub fn forget_codes(response: &mut Response, state: &PagesState) {
    set(response, "", 0, state);
}

fn set(response: &mut Response, value: &str, max_age: u32, state: &PagesState) {
    let secure = if state.base_url.starts_with("https://") { "; Secure" } else { "" };
    let cookie = format!("{COOKIE}={value}; Path={ADDRESS}; Max-Age={max_age}; HttpOnly; SameSite=Lax{secure}");
    response.headers_mut().append(header::SET_COOKIE, HeaderValue::try_from(cookie).expect("codes are ASCII"));
}
