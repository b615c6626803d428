//! E-mails with an address that sets a password. Somebody waits for them, so they do not pass the outbox.

use std::time::Duration;

use domain::{Agency, Language, Member, MemberKey, Timestamp};
use lettre::message::{Mailbox, Message};
use store::{Logo, LogoKind};

use super::message::{AUTO_SUBMITTED, Unwritable, address, content, date, header};
use super::{Mailer, smtp_reply};

/// Somebody waits for the page.
const TIMEOUT: Duration = Duration::from_secs(15);

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
        let message = self.password_message(member, email, logo, now);
        let message = message.map_err(|error| smtp_reply::sanitize(&error.to_string()))?;
        match tokio::time::timeout(TIMEOUT, self.deliver(&message)).await {
            Ok(delivered) => delivered.map_err(|error| smtp_reply::sanitize(&error.to_string())),
            Err(_) => Err("no answer in time".to_owned()),
        }
    }

    fn password_message(
        &self,
        member: &Member,
        email: pages::mail::Email,
        logo: Option<&Logo>,
        now: Timestamp,
    ) -> Result<Message, Unwritable> {
        let message = Message::builder()
            .date(date(now))
            .from(self.from.clone())
            .to(Mailbox::new(None, address(&member.email)?))
            .subject(email.subject)
            .message_id(Some(format!("<password.{}@{}>", store::new_id(), self.host)))
            .raw_header(header(AUTO_SUBMITTED, "auto-generated".to_owned()))
            .multipart(content(email.text, email.html, logo))?;
        Ok(message)
    }
}
