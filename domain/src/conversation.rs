//! Channels between a client and the agency, and their messages.

pub mod change_request;
pub mod channel;
pub mod channel_deliverable;
pub mod channel_view;
pub mod comment;
pub mod inbox;
pub mod message_page;
pub mod message_text;
pub mod pins;
