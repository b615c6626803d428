//! A channel with its newest messages.

use serde::{Deserialize, Serialize};

use crate::{ChannelDeliverable, ChannelKey, Comment, Timestamp};

/// A channel with its newest messages, as client or agency sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChannelView {
    pub key: ChannelKey,
    /// The phase's name; `None` for General, whose name is translated.
    pub phase_name: Option<String>,
    /// Messages of the other side that the reader has not read.
    pub unread: i64,
    /// The reader's read receipt when loaded.
    pub read_at: Option<Timestamp>,
    /// The other side's read receipt.
    pub other_read_at: Option<Timestamp>,
    /// The deliverables of the phase, whose approvals are shown among the messages.
    pub deliverables: Vec<ChannelDeliverable>,
    /// The newest messages, oldest first: as many as a [`crate::MessagePage`] has.
    pub messages: Vec<Comment>,
    pub has_older: bool,
}
