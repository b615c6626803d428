//! What one e-mail says. No field can hold an amount, a quote, a note or hours.

mod event;
mod place;
mod push;
mod subject;

use crate::id::{ClientId, NotificationId};
use crate::{Agency, EmailAddress, Language};

pub use event::{NoticeEvent, Summary};
pub use place::Place;
pub use push::PushNotice;

/// Who gets it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Recipient {
    /// The agency.
    Admin,
    Client(ClientId),
}

/// The unseen events of one thread, read when the e-mail is due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// Of the row, so that a repeated e-mail has the same `Message-ID`.
    pub id: NotificationId,
    pub recipient: Recipient,
    pub address: EmailAddress,
    /// The recipient's.
    pub language: Language,
    /// Name, colour and form of address.
    pub agency: Agency,
    /// The thread's key as stored: ids of 1–64 of `A–Z a–z 0–9 _ -` with colons between.
    pub thread: String,
    /// What the thread is about, such as its phase; `None` for General.
    pub topic: Option<String>,
    /// Where its button leads.
    pub place: Place,
    /// In the order of time; at least one.
    pub events: Vec<NoticeEvent>,
    /// The setting `mail_texts`: without it an e-mail only says that there are messages.
    pub with_texts: bool,
}

impl Notice {
    /// `Message-ID`, the same at every attempt. `host` is that of `BASE_URL`.
    pub fn message_id(&self, host: &str) -> String {
        format!("<{}@{host}>", self.id)
    }

    /// The `Message-ID` that all e-mails of a thread to one recipient refer to. No e-mail has it: mail programs
    /// group by it all the same.
    pub fn thread_root(&self, host: &str) -> String {
        let recipient = match self.recipient {
            Recipient::Admin => "admin",
            Recipient::Client(_) => "client",
        };
        format!("<{}.{recipient}@{host}>", self.thread.replace(':', "."))
    }
}

#[cfg(test)]
mod tests;
