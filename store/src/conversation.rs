//! Messages, read receipts and the inbox, for both sides.

pub(crate) mod attachments;
pub(crate) mod change_requests;
pub(crate) mod channels;
pub(crate) mod chat;
pub(crate) mod follow_up;
pub(crate) mod history;
pub(crate) mod inbox;
pub(crate) mod member_names;
pub(crate) mod message_queue;
mod message_set;
pub(crate) mod messages;
pub(crate) mod pins;
pub(crate) mod poll;
pub(crate) mod read_receipts;
pub(crate) mod recent_comments;
pub(crate) mod replies;
pub(crate) mod thread;
pub(crate) mod turn;
pub(crate) mod typing;
pub(crate) mod unread;
