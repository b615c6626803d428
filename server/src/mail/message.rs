//! An e-mail as it is sent.

use std::time::{Duration, SystemTime};

use domain::Timestamp;
use domain::notifications::Notice;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::{Address, Message};

use super::{Mailer, unsubscribe_key};

const AUTO_SUBMITTED: HeaderName = HeaderName::new_from_ascii_str("Auto-Submitted");
const LIST_UNSUBSCRIBE: HeaderName = HeaderName::new_from_ascii_str("List-Unsubscribe");
const LIST_UNSUBSCRIBE_POST: HeaderName = HeaderName::new_from_ascii_str("List-Unsubscribe-Post");

/// The recipient's address is none, or the message cannot be written.
#[derive(Debug, thiserror::Error)]
pub(super) enum Unwritable {
    #[error("the address is not valid: {0}")]
    Address(#[from] lettre::address::AddressError),
    #[error("the e-mail cannot be written: {0}")]
    Message(#[from] lettre::error::Error),
}

impl Mailer {
    /// The e-mail of a notice. It is the same at every attempt, but for its date and what was seen meanwhile.
    pub(super) fn message(&self, notice: &Notice, now: Timestamp) -> Result<Message, Unwritable> {
        let address: Address = notice.address.as_str().parse()?;
        let email = pages::mail::render(notice, &self.base_url);
        let stop = format!("{}/n/{}", self.base_url, unsubscribe_key::sign(&self.keys, &notice.recipient));
        let message = Message::builder()
            .date(date(now))
            .from(self.from.clone())
            .to(Mailbox::new(None, address))
            .subject(email.subject)
            .message_id(Some(notice.message_id(&self.host)))
            .references(notice.thread_root(&self.host))
            .raw_header(header(AUTO_SUBMITTED, "auto-generated".to_owned()))
            .raw_header(header(LIST_UNSUBSCRIBE, format!("<{stop}>")))
            .raw_header(header(LIST_UNSUBSCRIBE_POST, "List-Unsubscribe=One-Click".to_owned()))
            .multipart(MultiPart::alternative_plain_html(email.text, email.html))?;
        Ok(message)
    }
}

/// A header of printable ASCII without spaces. It is not folded: nothing could be split.
fn header(name: HeaderName, value: String) -> HeaderValue {
    HeaderValue::dangerous_new_pre_encoded(name, value.clone(), value)
}

fn date(now: Timestamp) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_millis(u64::try_from(now.as_millis()).unwrap_or_default())
}

#[cfg(test)]
mod tests;
