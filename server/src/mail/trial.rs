//! An e-mail to the agency, which shows that sending works.

use std::time::Duration;

use domain::{Agency, Language, Timestamp};
use lettre::message::header::ContentType;
use lettre::message::{Mailbox, Message};

use super::message::{AUTO_SUBMITTED, Unwritable, date, header};
use super::{Mailer, words};

/// Somebody waits for the page.
const LIMIT: Duration = Duration::from_secs(15);

impl Mailer {
    /// Sends it once, and waits no longer than 15 seconds.
    ///
    /// # Errors
    /// The server's words, or what failed: one line without addresses.
    pub async fn send_trial(
        &self,
        to: &str,
        agency: &Agency,
        language: Language,
        now: Timestamp,
    ) -> Result<(), String> {
        let message =
            self.trial(to, agency, language, now).map_err(|error| words::clean(&error.to_string()))?;
        match tokio::time::timeout(LIMIT, self.deliver(&message)).await {
            Ok(delivered) => delivered.map_err(|error| words::clean(&error.to_string())),
            Err(_) => Err("no answer in time".to_owned()),
        }
    }

    fn trial(
        &self,
        to: &str,
        agency: &Agency,
        language: Language,
        now: Timestamp,
    ) -> Result<Message, Unwritable> {
        let (subject, text) = pages::mail::trial(agency, language);
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
