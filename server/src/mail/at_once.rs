//! E-mails that somebody waits for, so that they do not pass the outbox: addresses that set a password, and codes.

use std::time::Duration;

use domain::clients::AccessCode;
use domain::{Agency, EmailAddress, Language, Member, MemberKey, Timestamp};
use lettre::message::{Mailbox, Message};
use pages::mail::Email;
use store::{Logo, LogoKind};

use super::message::{AUTO_SUBMITTED, Unwritable, address, content, date, header};
use super::{Mailer, smtp_reply};

const TIMEOUT: Duration = Duration::from_secs(15);

/// One such e-mail.
struct AtOnce<'a> {
    /// The first part of its message id, and what mail programs group it by.
    kind: &'static str,
    to: &'a EmailAddress,
    reply_to: Option<&'a Mailbox>,
    email: Email,
    logo: Option<&'a Logo>,
    now: Timestamp,
}

impl Mailer {
    /// Sends the address with `key` to its member once, and waits no longer than 15 seconds.
    ///
    /// # Errors
    /// What the server replied, or what failed: one line without addresses.
    pub async fn send_password_key(
        &self,
        member: &Member,
        (kind, key): (MemberKey, &str),
        (agency, language, logo): (&Agency, Language, Option<&Logo>),
        now: Timestamp,
    ) -> Result<(), String> {
        let logo = logo.filter(|logo| logo.kind == LogoKind::Png);
        let link = format!("{}{}", self.base_url, kind.path(key));
        let email = pages::mail::password_email(kind, agency, language, link, logo.is_some());
        self.send_at_once(AtOnce { kind: "password", to: &member.email, reply_to: None, email, logo, now }).await
    }

    /// Sends a code to somebody of a client once, and waits no longer than 15 seconds.
    ///
    /// # Errors
    /// As [`Self::send_password_key`].
    pub async fn send_code(
        &self,
        to: &EmailAddress,
        code: &AccessCode,
        (agency, language, logo): (&Agency, Language, Option<&Logo>),
        now: Timestamp,
    ) -> Result<(), String> {
        let logo = logo.filter(|logo| logo.kind == LogoKind::Png);
        let email = pages::mail::code_email(code, agency, language, logo.is_some());
        self.send_at_once(AtOnce { kind: "code", to, reply_to: self.reply_to.as_ref(), email, logo, now }).await
    }

    async fn send_at_once(&self, email: AtOnce<'_>) -> Result<(), String> {
        let message = self.message_at_once(email).map_err(|error| smtp_reply::sanitize(&error.to_string()))?;
        match tokio::time::timeout(TIMEOUT, self.deliver(&message)).await {
            Ok(delivered) => delivered.map_err(|error| smtp_reply::sanitize(&error.to_string())),
            Err(_) => Err("no answer in time".to_owned()),
        }
    }

    fn message_at_once(&self, email: AtOnce<'_>) -> Result<Message, Unwritable> {
        let AtOnce { kind, to, reply_to, email, logo, now } = email;
        let mut message = Message::builder();
        if let Some(reply_to) = reply_to {
            message = message.reply_to(reply_to.clone());
        }
        let message = message
            .date(date(now))
            .from(self.from.clone())
            .to(Mailbox::new(None, address(to)?))
            .subject(email.subject)
            .message_id(Some(format!("<{kind}.{}@{}>", store::new_id(), self.host)))
            // The root of all of this kind: no e-mail has it, mail programs group by it all the same.
            .references(format!("<{kind}@{}>", self.host))
            .raw_header(header(AUTO_SUBMITTED, "auto-generated".to_owned()))
            .multipart(content(email.text, email.html, logo))?;
        Ok(message)
    }
}
