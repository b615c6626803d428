//! Sends notifications by e-mail (docs/REFERENCE.md#notifications).

mod at_once;
mod message;
mod smtp;
mod smtp_reply;
mod test_email;
pub(crate) mod unsubscribe_key;

use std::time::Duration;

use domain::notifications::Notification;
use domain::{EmailAddress, Timestamp};
use lettre::message::Mailbox;
use lettre::transport::smtp::client::{Certificate, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use store::{Logo, Outcome};

use crate::config::{Config, Encryption, MailConfig, SmtpServer};
use crate::keys::Keys;

#[derive(Debug, thiserror::Error)]
#[error("SMTP_URL must name a server with a certificate: {0}")]
pub struct MailerError(#[from] lettre::transport::smtp::Error);

/// One connection for each e-mail, and a time limit for each step.
pub struct Mailer {
    server: SmtpServer,
    from: Mailbox,
    /// The agency, unless it is the sender itself.
    reply_to: Option<Mailbox>,
    /// What EHLO names: the host of `BASE_URL`.
    ehlo_name: ClientId,
    tls: Option<TlsParameters>,
    base_url: String,
    host: String,
    keys: Keys,
    step_limit: Duration,
}

impl Mailer {
    /// What one step may take: also how long a reply of the server is awaited.
    const STEP_LIMIT: Duration = Duration::from_secs(30);
    /// Longer than all steps of an e-mail: a lease that ends before would send it twice.
    pub const MAX_SENDING_TIME: Duration = Duration::from_mins(5);

    /// # Errors
    /// [`MailerError`]: no certificate can be for the name of the server.
    pub fn new(config: &Config, mail: &MailConfig) -> Result<Self, MailerError> {
        Self::with_authority(config, mail, None)
    }

    /// Trusts an authority besides the system's.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn with_authority(
        config: &Config,
        mail: &MailConfig,
        authority: Option<Certificate>,
    ) -> Result<Self, MailerError> {
        let server = mail.server.clone();
        let tls = match server.encryption {
            Encryption::None => None,
            Encryption::StartTls | Encryption::Tls => {
                let parameters = TlsParameters::builder(server.host.clone());
                Some(match authority {
                    Some(authority) => parameters.add_root_certificate(authority).build()?,
                    None => parameters.build()?,
                })
            }
        };
        let host = host(&config.base_url);
        Ok(Self {
            server,
            from: mail.from.clone(),
            reply_to: reply_to(&config.admin_email, &mail.from),
            ehlo_name: ehlo_name(host),
            tls,
            base_url: config.base_url.clone(),
            host: host.to_owned(),
            keys: Keys::new(&config.auth_secrets),
            step_limit: Self::STEP_LIMIT,
        })
    }

    /// Replaces the time limit of a step.
    #[must_use]
    pub fn with_step_limit(mut self, step_limit: Duration) -> Self {
        self.step_limit = step_limit;
        self
    }

    /// Sends it once. `now` is its date.
    pub async fn send(
        &self,
        notification: &Notification,
        to: &EmailAddress,
        logo: Option<&Logo>,
        now: Timestamp,
    ) -> Outcome {
        let message = match self.message(notification, to, logo, now) {
            Ok(message) => message,
            Err(error) => return Outcome::Failed(smtp_reply::sanitize(&error.to_string())),
        };
        match self.deliver(&message).await {
            Ok(()) => Outcome::Sent { subject: pages::mail::subject(notification) },
            Err(error) => error.outcome(),
        }
    }
}

/// Letters beyond ASCII would need a server that takes them, for the sake of one header.
fn reply_to(agency: &str, from: &Mailbox) -> Option<Mailbox> {
    let address = message::address(&EmailAddress::parse(agency).ok()?).ok()?;
    let is_sender = address.to_string().eq_ignore_ascii_case(from.email.as_ref());
    (!is_sender && address.to_string().is_ascii()).then(|| Mailbox::new(None, address))
}

/// The host in `BASE_URL`, without a port.
fn host(base_url: &str) -> &str {
    let authority = base_url.split_once("://").map_or(base_url, |(_, authority)| authority);
    match authority.split_once(']') {
        Some((address, _)) => &authority[..=address.len()],
        None => authority.split(':').next().unwrap_or(authority),
    }
}

fn ehlo_name(host: &str) -> ClientId {
    let address = host.trim_start_matches('[').trim_end_matches(']');
    match address.parse() {
        Ok(std::net::IpAddr::V4(ip)) => ClientId::Ipv4(ip),
        Ok(std::net::IpAddr::V6(ip)) => ClientId::Ipv6(ip),
        Err(_) => ClientId::Domain(host.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn host_has_no_scheme_and_no_port() {
        for (base_url, expected, greeting) in [
            ("https://portal.example.com", "portal.example.com", "portal.example.com"),
            ("http://portal.example.com:3000", "portal.example.com", "portal.example.com"),
            ("http://127.0.0.1:3000", "127.0.0.1", "[127.0.0.1]"),
            ("http://[::1]:3000", "[::1]", "[IPv6:::1]"),
        ] {
            assert_eq!(host(base_url), expected);
            assert_eq!(ehlo_name(host(base_url)).to_string(), greeting);
        }
    }
}
