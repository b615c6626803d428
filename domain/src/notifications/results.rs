//! What became of e-mails, as the agency sees it.

use serde::{Deserialize, Serialize};

use super::{NotificationLine, NotificationState};
use crate::Timestamp;

/// How sending works now.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SendingResults {
    /// When an e-mail was last taken by the server.
    pub last_sent: Option<Timestamp>,
    pub last_failure: Option<SendingFailure>,
    pub test: Option<TestEmail>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SendingFailure {
    /// When it was given up or, if it `is_retried`, when it is tried again.
    pub at: Timestamp,
    pub is_retried: bool,
    /// What the server answered, or what failed.
    pub reply: String,
}

/// An e-mail that the agency has sent to itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestEmail {
    pub at: Timestamp,
    /// What the server answered, or what failed.
    pub failure: Option<String>,
}

/// The e-mails to one person of a client.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PersonResults {
    pub last: Option<NotificationLine>,
    /// The server's reply, if it refused the last e-mail it was given.
    pub bounce: Option<String>,
}

/// What is not sent yet or never was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotificationQueue {
    /// How many there are in each state.
    pub counts: Vec<(NotificationState, i64)>,
    /// Ordered by when they are due.
    pub unsent: Vec<NotificationLine>,
}
