//! Channels between a client and the agency, and what is written in them.

pub mod change_request;
pub mod channel;
pub mod comment;
pub mod inbox;
pub mod message_text;
