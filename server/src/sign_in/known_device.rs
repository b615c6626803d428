//! A signed cookie with the id of the last session that a browser has started, and of which member. It outlives that session: it exempts the
//! browser from password throttling, and the next session of the same account takes over the devices of the last.

use std::time::Duration;

use domain::id::MemberId;
use tower_cookies::Cookies;

use crate::config::Config;
use crate::cookie;
use crate::keys::{Keys, Purpose};

const COOKIE: &str = "device";
const LIFETIME: Duration = Duration::from_hours(365 * 24);

pub struct LastSession {
    pub id: String,
    /// None: the account of the environment.
    pub member: Option<MemberId>,
}

pub fn remember(config: &Config, keys: &Keys, cookies: &Cookies, last: &LastSession) {
    let LastSession { id, member } = last;
    let session = member.as_ref().map_or_else(|| id.clone(), |member| format!("{id}.{member}"));
    let signature = keys.sign(Purpose::KnownDevice, &message(config, &session));
    cookies.add(cookie::build(config, COOKIE, format!("{session}.{signature}"), Some(LIFETIME)));
}

/// Without a valid cookie, `None`: the browser is unknown.
pub fn last_session(config: &Config, keys: &Keys, cookies: &Cookies) -> Option<LastSession> {
    let cookie = cookies.get(&cookie::name(config, COOKIE))?;
    let (session, signature) = cookie.value().rsplit_once('.')?;
    if !keys.verify(Purpose::KnownDevice, &message(config, session), signature) {
        return None;
    }
    Some(match session.split_once('.') {
        Some((id, member)) => LastSession { id: id.to_owned(), member: Some(MemberId::parse(member).ok()?) },
        None => LastSession { id: session.to_owned(), member: None },
    })
}

/// The e-mail is signed as well: another admin's device is unknown.
fn message(config: &Config, session: &str) -> String {
    format!("{}\0{session}", config.admin_email)
}
