//! The outbox: e-mails and push messages that are to be sent, written in the transaction of what they are about
//! (docs/REFERENCE.md#notifications).
//!
//! A row goes from top to bottom through these modules: [`queue`] writes it, [`lease`] hands it to a process when it is
//! due, [`compose`] reads what there is to say, and [`finish`] stores the result. None of them uses a later one. The
//! other modules are what all of them need, and what pages show.
//!
//! Each row has one recipient, topic and medium. It is sent at least once, and always with the same `Message-ID`. Once
//! it may have arrived, its events are fixed: later ones make a new row. So a repeated e-mail, which a mail program may
//! hide, never has something that the first did not.

mod compose;
mod finish;
mod lease;
mod list;
mod preferences;
pub(crate) mod queue;
mod recipients;
mod results;
mod settings;

use std::time::Duration;

use domain::id::{ClientId, MemberId, PersonId};
use domain::notifications::{Medium, Recipient};
use domain::{Author, EmailAddress};
use sqlx::any::AnyRow;

use crate::db::column::read;
use crate::{Fault, Store, StoreParts};

pub use compose::Composed;
pub use finish::Outcome;
pub use lease::Leased;

pub(crate) use recipients::Recipients;

/// What the server can send.
#[derive(Debug, Clone)]
pub struct NotificationSettings {
    /// How long the first unseen event of a topic waits for others.
    pub after: Duration,
    /// The agency's address; without it only devices are notified.
    pub agency: Option<EmailAddress>,
}

impl NotificationSettings {
    const fn can_send(&self, medium: Medium) -> bool {
        match medium {
            Medium::Email => self.agency.is_some(),
            Medium::Push => true,
        }
    }
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

/// Reads the columns `recipient`, `client_id`, `contact_id` and `member_id`.
fn recipient(row: &AnyRow) -> Result<Recipient, Fault> {
    let client: Option<ClientId> = read(row, "client_id")?;
    let side: String = read(row, "recipient")?;
    if let Some(client) = client.filter(|_| side == Author::Client.as_str()) {
        return Ok(Recipient::Client(PersonId { client, contact: read(row, "contact_id")? }));
    }
    let member: Option<MemberId> = read(row, "member_id")?;
    Ok(member.map_or(Recipient::Admin, Recipient::Member))
}
