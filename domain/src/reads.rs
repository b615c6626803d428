//! Up to when a channel has been read.

use serde::{Deserialize, Serialize};

use crate::id::ClientId;
use crate::{ChannelKey, Timestamp};

/// Up to when the client has read a channel (SPEC: `client_channel_read`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClientChannelRead {
    /// The client.
    pub client_id: ClientId,
    /// The channel.
    pub channel_key: ChannelKey,
    /// Everything up to then has been read. Never moves back.
    pub read_at: Timestamp,
}

/// Up to when the agency has read a channel (CONTRACT §2).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AdminChannelRead {
    /// The channel.
    pub channel_key: ChannelKey,
    /// The client whose channel it is.
    pub client_id: ClientId,
    /// Everything up to then has been read. Never moves back.
    pub read_at: Timestamp,
}
