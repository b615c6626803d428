//! An e-mail to the agency, which shows that sending works.

use std::time::Duration;

use domain::{Agency, Language, Timestamp};
use lettre::message::header::ContentType;
use lettre::message::{Mailbox, Message};

use super::message::{AUTO_SUBMITTED, Unwritable, date, header};
use super::{Mailer, smtp_reply};

/// Somebody waits for the page.
const TIMEOUT: Duration = Duration::from_secs(15);

impl Mailer {
    /// Sends it once, and waits no longer than 15 seconds.
    ///
    /// # Errors
    /// What the server replied, or what failed: one line without addresses.
    pub async fn send_test(&self, to: &str, agency: &Agency, language: Language, now: Timestamp) -> Result<(), String> {
        let message =
            self.test_message(to, agency, language, now).map_err(|error| smtp_reply::sanitize(&error.to_string()))?;
        match tokio::time::timeout(TIMEOUT, self.deliver(&message)).await {
            Ok(delivered) => delivered.map_err(|error| smtp_reply::sanitize(&error.to_string())),
            Err(_) => Err("no answer in time".to_owned()),
        }
    }

    fn test_message(
        &self,
        to: &str,
        agency: &Agency,
        language: Language,
        now: Timestamp,
    ) -> Result<Message, Unwritable> {
        let (subject, text) = pages::mail::test_email(agency, language);
        let message = Message::builder()
            .date(date(now))
            .from(self.from.clone())
            .to(Mailbox::new(None, to.parse()?))
            .subject(subject)
            .message_id(Some(format!("<trial.{}@{}>", store::new_id(), self.host)))
            .raw_header(header(AUTO_SUBMITTED, "auto-generated".to_owned()))
            .header(ContentType::TEXT_PLAIN)
            .body(text)?;
        Ok(message)
    }
}
