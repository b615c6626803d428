//! Notifications: their topics and events, when they are sent, and how often that is tried
//! (docs/REFERENCE.md#notifications). What they say is in `pages`.

mod event;
mod line;
mod link_target;
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

use crate::id::ClientId;

pub use event::{NotificationEvent, Summary};
pub use line::{NotificationLine, NotificationState, SkipReason};
pub use link_target::LinkTarget;
pub use notification::Notification;
pub use preferences::NotificationPreferences;
pub use quiet_hours::QuietHours;
pub use reminder_days::ReminderDays;
pub use reminders::Reminders;
pub use results::{ClientResults, NotificationQueue, SendingFailure, SendingResults, TestEmail};
pub use retries::retry_after;
pub use schedule::{Schedule, last_morning, morning};
pub use smtp_step::SmtpStep;
pub use topic::{MorningSwitch, NotificationTopic};

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Recipient {
    /// The agency.
    Admin,
    Client(ClientId),
}

impl Recipient {
    /// The column `recipient`, and part of what is derived from it.
    pub const fn role(&self) -> &'static str {
        match self {
            Self::Admin => "admin",
            Self::Client(_) => "client",
        }
    }

    pub const fn client(&self) -> Option<&ClientId> {
        match self {
            Self::Admin => None,
            Self::Client(client) => Some(client),
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
