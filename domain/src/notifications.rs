//! What a notification says, when it is sent, and how often it is tried (docs/REFERENCE.md#notifications).

mod line;
mod mornings;
mod notice;
mod preferences;
mod quiet_hours;
mod reminders;
mod results;
mod retries;
mod schedule;
mod smtp_step;
mod thread;

pub use line::{NotificationLine, NotificationState, SkipReason};
pub use mornings::Mornings;
pub use notice::{Notice, NoticeEvent, Place, PushNotice, Recipient, Summary};
pub use preferences::NotificationPreferences;
pub use quiet_hours::QuietHours;
pub use reminders::Reminders;
pub use results::{ClientResults, Queue, QueuedLine, SendingFailure, SendingResults, Trial};
pub use retries::retry_after;
pub use schedule::{Schedule, last_morning, morning, next_hour, next_morning};
pub use smtp_step::SmtpStep;
pub use thread::Thread;

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
        /// As soon as the first unseen event of a thread is old enough.
        #[default]
        Now = "now",
        /// At the next full hour.
        Hourly = "hourly",
        /// At 8:00.
        Daily = "daily",
        Never = "never",
    }
}
