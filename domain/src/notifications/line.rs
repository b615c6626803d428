//! Notifications in a list.

use super::{Medium, NotificationTopic, Recipient};
use crate::Timestamp;
use crate::id::NotificationId;

string_enum! {
    pub enum NotificationState {
        /// It is not due yet.
        Waiting = "waiting",
        /// A process is sending it, or has died meanwhile.
        Sending = "sending",
        Sent = "sent",
        Skipped = "skipped",
        Failed = "failed",
    }
}

string_enum! {
    /// Why a notification was not sent.
    pub enum SkipReason {
        /// Its recipient has read everything.
        Read = "read",
        /// Its recipient has written since, or is in contact with the lead.
        Answered = "answered",
        Approved = "approved",
        /// Deleted, or withdrawn.
        Deleted = "deleted",
        /// Others look after the client now, or its recipient is no owner any more: those whom it concerns get it.
        Reassigned = "reassigned",
        /// Its recipient wants no e-mails.
        Never = "never",
        /// Its recipient has no valid address.
        NoAddress = "no_address",
        /// Its recipient has no device left that shows notifications.
        NoDevice = "no_device",
        /// The source is fine again.
        Recovered = "recovered",
        /// The payment is paid.
        Paid = "paid",
        /// Its day is past, or has been moved.
        Stale = "stale",
        /// Switched off for the client, or by the agency.
        Off = "off",
        /// Nothing happened, and nothing waits that the agency has not reminded of today.
        Empty = "empty",
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotificationLine {
    pub id: NotificationId,
    pub recipient: Recipient,
    /// The name of the topic's client.
    pub client: Option<String>,
    /// The name of the contact or the member who gets it.
    pub person: Option<String>,
    pub topic: NotificationTopic,
    pub medium: Medium,
    pub state: NotificationState,
    /// The time of its first event.
    pub created_at: Timestamp,
    /// When it is sent, tried again or, while it is being sent, taken over; when it ended.
    pub due_at: Timestamp,
    pub attempts: i64,
    /// Once it was sent.
    pub subject: Option<String>,
    /// A [`SkipReason`], or the server's last reply.
    pub reason: Option<String>,
    /// The mail server refuses the address.
    pub is_bounce: bool,
}
