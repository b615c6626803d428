//! An e-mail as it is sent.

use std::time::{Duration, SystemTime};

use domain::notifications::{Notification, Recipient};
use domain::{EmailAddress, Timestamp};
use lettre::address::AddressError;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Attachment, Mailbox, MultiPart, SinglePart};
use lettre::{Address, Message};
use pages::mail::{Email, LOGO_ID};
use store::{Logo, LogoKind};

use super::{Mailer, unsubscribe_key};

pub(super) const AUTO_SUBMITTED: HeaderName = HeaderName::new_from_ascii_str("Auto-Submitted");
const LIST_UNSUBSCRIBE: HeaderName = HeaderName::new_from_ascii_str("List-Unsubscribe");
const LIST_UNSUBSCRIBE_POST: HeaderName = HeaderName::new_from_ascii_str("List-Unsubscribe-Post");

/// The recipient's address is none, or the message cannot be written.
#[derive(Debug, thiserror::Error)]
pub(super) enum Unwritable {
    #[error("the address is not valid: {0}")]
    Address(#[from] AddressError),
    #[error("the e-mail cannot be written: {0}")]
    Message(#[from] lettre::error::Error),
}

impl Mailer {
    /// The e-mail of a notification. It is the same at every attempt, but for its date and what was seen meanwhile.
    pub(super) fn message(
        &self,
        notification: &Notification,
        to: &EmailAddress,
        logo: Option<&Logo>,
        now: Timestamp,
    ) -> Result<Message, Unwritable> {
        // Mail programs show no SVG.
        let logo = logo.filter(|logo| logo.kind == LogoKind::Png);
        let address = address(to)?;
        let stop = format!("{}/n/{}", self.base_url, unsubscribe_key::sign(&self.keys, &notification.recipient));
        let Email { subject, text, html } = pages::mail::render(notification, &self.base_url, &stop, logo.is_some());
        let mut message = Message::builder();
        if let (Recipient::Client(_), Some(agency)) = (&notification.recipient, &self.reply_to) {
            message = message.reply_to(agency.clone());
        }
        let message = message
            .date(date(now))
            .from(self.from.clone())
            .to(Mailbox::new(None, address))
            .subject(subject)
            .message_id(Some(notification.message_id(&self.host)))
            .references(notification.thread_root(&self.host))
            .raw_header(header(AUTO_SUBMITTED, "auto-generated".to_owned()))
            .raw_header(header(LIST_UNSUBSCRIBE, format!("<{stop}>")))
            .raw_header(header(LIST_UNSUBSCRIBE_POST, "List-Unsubscribe=One-Click".to_owned()))
            .multipart(content(text, html, logo))?;
        Ok(message)
    }
}

pub(super) fn address(email: &EmailAddress) -> Result<Address, AddressError> {
    let (user, domain) = email.mailbox().ok_or(AddressError::InvalidInput)?;
    Address::new(user, domain)
}

/// The logo is beside the HTML that shows it.
pub(super) fn content(text: String, html: String, logo: Option<&Logo>) -> MultiPart {
    let Some(logo) = logo else { return MultiPart::alternative_plain_html(text, html) };
    let picture = Attachment::new_inline(LOGO_ID.to_owned()).body(logo.bytes.to_vec(), png());
    let html = MultiPart::related().singlepart(SinglePart::html(html)).singlepart(picture);
    MultiPart::alternative().singlepart(SinglePart::plain(text)).multipart(html)
}

fn png() -> ContentType {
    ContentType::parse(LogoKind::Png.content_type()).expect("a media type")
}

/// A header of printable ASCII without spaces. It is not folded: nothing could be split.
pub(super) fn header(name: HeaderName, value: String) -> HeaderValue {
    HeaderValue::dangerous_new_pre_encoded(name, value.clone(), value)
}

pub(super) fn date(now: Timestamp) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_millis(u64::try_from(now.as_millis()).unwrap_or_default())
}

#[cfg(test)]
mod tests;
