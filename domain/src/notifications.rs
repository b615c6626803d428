//! Notifications: their topics and events, when they are sent, and how often that is tried
//! (docs/REFERENCE.md#notifications). What they say is in `pages`.

mod audience;
mod event;
mod kinds;
mod line;
mod link_target;
mod member;
mod notification;
mod preferences;
mod quiet_hours;
mod reminder_days;
mod reminders;
mod results;
mod retries;
mod schedule;
mod smtp_step;
mod topic;

use crate::Author;
use crate::id::{ClientId, ContactId, MemberId, PersonId};

pub use audience::Audience;
pub use event::{MaterialEvent, NotificationEvent, Summary};
pub use kinds::AgencyKind;
pub use line::{NotificationLine, NotificationState, SkipReason};
pub use link_target::LinkTarget;
pub use member::MemberNotifications;
pub use notification::Notification;
pub use preferences::NotificationPreferences;
pub use quiet_hours::QuietHours;
pub use reminder_days::ReminderDays;
pub use reminders::Reminders;
pub use results::{NotificationQueue, PersonResults, SendingFailure, SendingResults, TestEmail};
pub use retries::retry_after;
pub use schedule::{Schedule, last_morning, morning};
pub use smtp_step::SmtpStep;
pub use topic::{MorningSwitch, NotificationTopic};

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Recipient {
    /// The account of the environment.
    Admin,
    Member(MemberId),
    Client(PersonId),
}

impl Recipient {
    pub const fn side(&self) -> Author {
        match self {
            Self::Admin | Self::Member(_) => Author::Admin,
            Self::Client(_) => Author::Client,
        }
    }

    /// The column `recipient`, and part of what is derived from it.
    pub const fn role(&self) -> &'static str {
        self.side().as_str()
    }

    pub const fn client(&self) -> Option<&ClientId> {
        match self {
            Self::Admin | Self::Member(_) => None,
            Self::Client(person) => Some(&person.client),
        }
    }

    pub const fn contact(&self) -> Option<&ContactId> {
        match self {
            Self::Admin | Self::Member(_) => None,
            Self::Client(person) => person.contact.as_ref(),
        }
    }

    pub const fn member(&self) -> Option<&MemberId> {
        match self {
            Self::Member(member) => Some(member),
            Self::Admin | Self::Client(_) => None,
        }
    }

    /// Which person of their side they are: the id of a contact or a member; empty for the client and the account of the
    /// environment.
    pub fn person(&self) -> &str {
        match self {
            Self::Admin => "",
            Self::Member(member) => member.as_str(),
            Self::Client(person) => person.contact.as_ref().map_or("", ContactId::as_str),
        }
    }
}

string_enum! {
    /// How a notification reaches its recipient.
    pub enum Medium {
        Email = "email",
        /// On the devices that they allowed to show it.
        Push = "push",
    }
}

string_enum! {
    /// How often a person wants e-mails.
    #[derive(Default)]
    pub enum Frequency {
        /// As soon as the first unseen event of a topic is old enough.
        #[default]
        Now = "now",
        /// At the next full hour.
        Hourly = "hourly",
        /// At 8:00.
        Daily = "daily",
        Never = "never",
    }
}
