//! What became of e-mails, as the agency sees it.

use serde::{Deserialize, Serialize};

use super::{Medium, NotificationLine, NotificationState, Recipient, Thread};
use crate::Timestamp;

/// How sending works now.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SendingResults {
    /// When an e-mail was last taken by the server.
    pub last_sent: Option<Timestamp>,
    pub last_failure: Option<SendingFailure>,
    pub trial: Option<Trial>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SendingFailure {
    /// When it was given up or, if it `is_retried`, when it is tried again.
    pub at: Timestamp,
    pub is_retried: bool,
    /// The server's words, or what failed.
    pub words: String,
}

/// An e-mail that the agency has sent to itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trial {
    pub at: Timestamp,
    /// The server's words, or what failed.
    pub failure: Option<String>,
}

/// The e-mails to one client.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ClientResults {
    pub last: Option<NotificationLine>,
    /// What the server said of the address, if it refused the last e-mail it was given.
    pub bounce: Option<String>,
}

/// What is not sent yet or never was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Queue {
    /// How many there are in each state.
    pub counts: Vec<(NotificationState, i64)>,
    /// By when they are due.
    pub unsent: Vec<QueuedLine>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueuedLine {
    pub due_at: Timestamp,
    pub state: NotificationState,
    pub recipient: Recipient,
    pub thread: Thread,
    pub medium: Medium,
    pub attempts: i64,
    pub reason: Option<String>,
}
