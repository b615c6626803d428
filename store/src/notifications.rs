//! The outbox: e-mails and push messages that are to be sent, written in the transaction of what they are about
//! (docs/REFERENCE.md#notifications).
//!
//! Each row has one recipient, thread and medium. It is sent at least once, and always with the same `Message-ID`. Once it may have arrived, its events are fixed:
//! later ones make a new row. So a repeated e-mail, which a mail program may hide, never has something that the first did
//! not.

mod channel;
mod compose;
mod lead;
mod lease;
mod list;
mod morning;
mod payment;
mod preference_cache;
mod preferences;
mod queue;
mod reminder;
pub(crate) mod results;
mod settings;
pub(crate) mod source;
mod summary;

use std::time::Duration;

use domain::EmailAddress;
use domain::notifications::{Medium, Recipient};

use crate::{Store, StoreParts};

pub use compose::Composed;
pub use lease::{Leased, Outcome};

pub(crate) use preference_cache::PreferenceCache;

/// What the server can send.
#[derive(Debug, Clone)]
pub struct NotificationSettings {
    /// How long the first unseen event of a thread waits for others.
    pub after: Duration,
    /// The agency's address; without it only devices are notified.
    pub agency: Option<EmailAddress>,
}

impl Store {
    /// From now on events are queued. Without it, as in imports and on the command line, none is.
    pub fn enable_notifications(&self, settings: NotificationSettings) {
        self.notifications.get_or_init(|| settings);
    }
}

impl StoreParts {
    fn notification_settings(&self) -> Option<&NotificationSettings> {
        self.notifications.get()
    }
}

/// The column `recipient`.
const fn recipient_column(recipient: &Recipient) -> &'static str {
    match recipient {
        Recipient::Admin => "admin",
        Recipient::Client(_) => "client",
    }
}

impl NotificationSettings {
    /// Whether this process can send by it.
    const fn has(&self, medium: Medium) -> bool {
        match medium {
            Medium::Email => self.agency.is_some(),
            Medium::Push => true,
        }
    }
}
