//! The second step of a sign-in: a signed cookie of five minutes says whose password was right, so that the callback takes a
//! code alone. It is bound to the password, and to the attempt that the code is part of.

use std::time::Duration;

use domain::id::MemberId;
use domain::{Member, Timestamp};
use pages::session::CodeStep;
use tower_cookies::Cookies;

use crate::config::Config;
use crate::cookie;
use crate::keys::{Keys, Purpose};
use crate::session::member_account;

const NAME: &str = "code";
const LIFETIME: Duration = Duration::from_mins(5);
/// The value after the five minutes, for a form that was sent too late.
const EXPIRED: &str = "expired";

pub struct Awaited {
    pub member: MemberId,
    /// The attempt whose password was right.
    pub attempt: String,
    account: String,
}

impl Awaited {
    /// Whether the member's password is still the one that was right.
    pub fn is_of(&self, keys: &Keys, member: &Member) -> bool {
        keys.verify(Purpose::Member, &member_account(member), &self.account)
    }
}

pub fn begin(config: &Config, keys: &Keys, cookies: &Cookies, now: Timestamp, (member, attempt): (&Member, &str)) {
    let expires = now.as_millis() + i64::try_from(LIFETIME.as_millis()).unwrap_or_default();
    let account = keys.sign(Purpose::Member, &member_account(member));
    let claims = format!("{expires}.{attempt}.{account}.{}", member.id);
    let signature = keys.sign(Purpose::CodeStep, &claims);
    cookies.add(cookie::build(config, NAME, format!("{claims}.{signature}"), Some(LIFETIME)));
}

/// Who has to type a code in this browser. `None`: nobody, the five minutes are over, or the cookie is not ours.
pub fn awaited(config: &Config, keys: &Keys, cookies: &Cookies, now: Timestamp) -> Option<Awaited> {
    let cookie = cookies.get(&cookie::name(config, NAME))?;
    let (claims, signature) = cookie.value().rsplit_once('.')?;
    if !keys.verify(Purpose::CodeStep, claims, signature) {
        return None;
    }
    let mut parts = claims.splitn(4, '.');
    let expires: i64 = parts.next()?.parse().ok()?;
    let (attempt, account) = (parts.next()?.to_owned(), parts.next()?.to_owned());
    let member = MemberId::parse(parts.next()?).ok()?;
    (now.as_millis() < expires).then_some(Awaited { member, attempt, account })
}

/// For the sign-in page.
pub fn state(config: &Config, keys: &Keys, cookies: &Cookies, now: Timestamp) -> CodeStep {
    let cookie = cookies.get(&cookie::name(config, NAME));
    match awaited(config, keys, cookies, now) {
        Some(_) => CodeStep::Awaited,
        None if cookie.is_some_and(|cookie| cookie.value() == EXPIRED) => CodeStep::Expired,
        None => CodeStep::None,
    }
}

/// A code came too late.
pub fn expire(config: &Config, cookies: &Cookies) {
    cookies.add(cookie::build(config, NAME, EXPIRED.to_owned(), Some(LIFETIME)));
}

pub fn forget(config: &Config, cookies: &Cookies) {
    let cookie = cookie::build(config, NAME, String::new(), None);
    if cookies.get(cookie.name()).is_some() {
        cookies.remove(cookie);
    }
}
