//! How e-mails are sent (docs/REFERENCE.md#notifications).

use std::net::IpAddr;
use std::time::Duration;

use axum::http::Uri;
use domain::EmailAddress;
use lettre::message::Mailbox;
use percent_encoding::percent_decode_str;

use super::{Environment, Secret, SettingError};

const DEFAULT_AFTER: Duration = Duration::from_mins(5);
const MAX_AFTER: Duration = Duration::from_hours(24);

/// `SMTP_URL` and `MAIL_FROM`.
#[derive(Debug, Clone)]
pub struct MailConfig {
    pub server: SmtpServer,
    pub from: Mailbox,
}

#[derive(Debug, Clone)]
pub struct SmtpServer {
    /// A name or an IP address, without brackets.
    pub host: String,
    pub port: u16,
    pub encryption: Encryption,
    pub login: Option<Login>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encryption {
    /// To this machine only.
    None,
    /// Demanded: without it nothing is sent.
    StartTls,
    /// From the first byte.
    Tls,
}

#[derive(Debug, Clone)]
pub struct Login {
    pub user: String,
    pub password: Secret,
}

impl MailConfig {
    /// `None` without `SMTP_URL`: nothing is sent. `MAIL_FROM` is checked all the same.
    pub(super) fn read(environment: &Environment) -> Result<Option<Self>, SettingError> {
        let from = environment.get("MAIL_FROM")?.map(sender);
        let must_be = || {
            SettingError::must_be(
                "MAIL_FROM",
                "the sender of e-mails, such as Studio <studio@example.com> or studio@example.com",
            )
        };
        if from == Some(None) {
            return Err(must_be());
        }
        let Some(url) = environment.get("SMTP_URL")? else { return Ok(None) };
        let server = SmtpServer::parse(url.trim()).ok_or_else(|| {
            SettingError::must_be(
                "SMTP_URL",
                "smtp://user:password@host:587 or smtps://user:password@host:465, user and password percent-encoded",
            )
        })?;
        let from = from.flatten().ok_or_else(must_be)?;
        Ok(Some(Self { server, from }))
    }
}

fn sender(text: &str) -> Option<Mailbox> {
    let from: Mailbox = text.trim().parse().ok()?;
    EmailAddress::parse(from.email.as_ref()).is_ok().then_some(from)
}

impl SmtpServer {
    fn parse(url: &str) -> Option<Self> {
        let uri: Uri = url.parse().ok()?;
        let (port, encryption) = match uri.scheme_str()? {
            "smtp" => (587, Encryption::StartTls),
            "smtps" => (465, Encryption::Tls),
            _ => return None,
        };
        let authority = uri.authority()?;
        let is_bare = matches!(uri.path(), "" | "/") && uri.query().is_none() && !url.contains('#');
        let host = authority.host().trim_start_matches('[').trim_end_matches(']').to_ascii_lowercase();
        if !is_bare || host.is_empty() {
            return None;
        }
        let (login, address) = match authority.as_str().rsplit_once('@') {
            Some((login, address)) => (Some(Login::parse(login)?), address),
            None => (None, authority.as_str()),
        };
        // Rejects "host:" and "host:99999".
        let port = match address.strip_prefix(authority.host())? {
            "" => port,
            _ => authority.port_u16().filter(|port| *port != 0)?,
        };
        let is_plain = encryption == Encryption::StartTls && is_loopback(&host);
        Some(Self { host, port, encryption: if is_plain { Encryption::None } else { encryption }, login })
    }
}

impl Login {
    fn parse(text: &str) -> Option<Self> {
        let (user, password) = text.split_once(':')?;
        Some(Self { user: decoded(user)?, password: Secret::new(decoded(password)?) })
    }
}

/// Percent-decoded: not empty, without control characters, which would end a command.
fn decoded(text: &str) -> Option<String> {
    let is_escape = |rest: &str| rest.len() >= 2 && rest.bytes().take(2).all(|digit| digit.is_ascii_hexdigit());
    if !text.split('%').skip(1).all(is_escape) {
        return None;
    }
    let text = percent_decode_str(text).decode_utf8().ok()?.into_owned();
    (!text.is_empty() && !text.chars().any(char::is_control)).then_some(text)
}

pub(super) fn is_loopback(host: &str) -> bool {
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

/// `NOTIFY_AFTER`.
pub(super) fn notify_after(environment: &Environment) -> Result<Duration, SettingError> {
    let Some(text) = environment.get("NOTIFY_AFTER")? else { return Ok(DEFAULT_AFTER) };
    duration(text.trim())
        .filter(|after| *after <= MAX_AFTER)
        .ok_or_else(|| SettingError::must_be("NOTIFY_AFTER", "from 0s to 24h, such as 90s, 5m or 1h"))
}

fn duration(text: &str) -> Option<Duration> {
    let unit = match text.chars().next_back()? {
        's' => 1,
        'm' => 60,
        'h' => 60 * 60,
        _ => return None,
    };
    let number = &text[..text.len() - 1];
    if !number.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    number.parse::<u64>().ok()?.checked_mul(unit).map(Duration::from_secs)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(smtp_url: &str) -> Option<SmtpServer> {
        let environment = Environment::from_pairs([("SMTP_URL", smtp_url), ("MAIL_FROM", "a@example.com")]);
        MailConfig::read(&environment).ok().flatten().map(|mail| mail.server)
    }

    #[test]
    fn smtp_url_names_server_encryption_and_login() {
        for (url, host, port, encryption, login) in [
            ("smtp://mail.example.com", "mail.example.com", 587, Encryption::StartTls, None),
            ("smtp://Mail.Example.com:25/", "mail.example.com", 25, Encryption::StartTls, None),
            ("smtps://mail.example.com", "mail.example.com", 465, Encryption::Tls, None),
            ("smtps://localhost:1465", "localhost", 1465, Encryption::Tls, None),
            ("smtp://localhost:1025", "localhost", 1025, Encryption::None, None),
            ("smtp://127.0.0.1:1025", "127.0.0.1", 1025, Encryption::None, None),
            ("smtp://[::1]:1025", "::1", 1025, Encryption::None, None),
            ("smtp://[2001:db8::1]", "2001:db8::1", 587, Encryption::StartTls, None),
            (
                "smtps://studio%40example.com:p%3A%2F%40%C3%A8@mail.example.com:466",
                "mail.example.com",
                466,
                Encryption::Tls,
                Some(("studio@example.com", "p:/@è")),
            ),
        ] {
            let server = read(url).expect(url);
            let read_login = server.login.as_ref().map(|one| (one.user.as_str(), one.password.reveal()));
            assert_eq!((server.host.as_str(), server.port), (host, port), "{url}");
            assert_eq!((server.encryption, read_login), (encryption, login), "{url}");
        }
    }

    #[test]
    fn malformed_smtp_url_is_refused() {
        for url in [
            "mail.example.com",
            "https://mail.example.com",
            "smtp://",
            "smtp://:587",
            "smtp://mail.example.com:",
            "smtp://mail.example.com:0",
            "smtp://mail.example.com:99999",
            "smtp://mail.example.com/inbox",
            "smtp://mail.example.com?tls=none",
            "smtp://mail.example.com#x",
            "smtp://user@mail.example.com",
            "smtp://user:@mail.example.com",
            "smtp://:password@mail.example.com",
            "smtp://user:100%@mail.example.com",
            "smtp://user:%0d%0aQUIT@mail.example.com",
            "smtp://user:%ff@mail.example.com",
        ] {
            assert!(read(url).is_none(), "{url}");
        }
    }

    #[test]
    fn sender_is_demanded_with_a_server_and_checked_without() {
        let read = |pairs: &[(&'static str, &'static str)]| {
            MailConfig::read(&Environment::from_pairs(pairs.iter().copied())).map(|mail| mail.is_some())
        };
        let server = ("SMTP_URL", "smtp://mail.example.com");
        assert_eq!(read(&[]), Ok(false));
        assert_eq!(read(&[("SMTP_URL", " ")]), Ok(false));
        assert_eq!(read(&[("MAIL_FROM", "Studio Calanco <studio@example.com>")]), Ok(false));
        assert_eq!(read(&[server, ("MAIL_FROM", "\"Caffè, Studio\" <studio@example.com>")]), Ok(true));
        for refused in [
            vec![server],
            vec![server, ("MAIL_FROM", "")],
            vec![("MAIL_FROM", "studio")],
            vec![("MAIL_FROM", "\"studio calanco\"@example.com")],
            vec![server, ("MAIL_FROM", "studio@example.com, other@example.com")],
            vec![server, ("MAIL_FROM", "Studio <studio@example.com>\r\nBcc: other@example.com")],
        ] {
            let error = read(&refused).expect_err("an error").to_string();
            assert!(error.starts_with("MAIL_FROM must be "), "{error}");
        }
    }

    #[test]
    fn notify_after_is_written_with_a_unit() {
        let read = |text| notify_after(&Environment::from_pairs([("NOTIFY_AFTER", text)])).ok();
        for (text, seconds) in [("", 300), ("0s", 0), ("90s", 90), ("5m", 300), ("1h", 3600), (" 24h ", 86_400)] {
            assert_eq!(read(text), Some(Duration::from_secs(seconds)), "{text}");
        }
        for text in ["5", "m", "5 m", "+5m", "-5m", "1d", "25h", "1.5h", "5m30s", "99999999999999999999h", "è"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn debug_hides_the_password() {
        let shown = format!("{:?}", read("smtp://user:hushhush@mail.example.com"));
        assert!(shown.contains("Secret(…)") && !shown.contains("hushhush"), "{shown}");
    }
}
