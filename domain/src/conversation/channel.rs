//! The channels of a conversation: General, and one for each phase.
//!
//! Channel keys are created only in this file (docs/REFERENCE.md#channels).

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Entity;
use crate::id::{ClientId, PhaseId};

/// A channel of the conversation with a client.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Channel {
    /// The conversation with the client as a whole.
    General(ClientId),
    /// The conversation about one phase.
    Phase(PhaseId),
}

impl Channel {
    /// The channel's key: the client's id for General, the phase's id for a phase.
    pub fn key(&self) -> ChannelKey {
        match self {
            Self::General(client) => ChannelKey(client.to_string()),
            Self::Phase(phase) => ChannelKey(phase.to_string()),
        }
    }

    /// The entity of a new message in this channel.
    pub fn entity(&self) -> Entity {
        match self {
            Self::General(client) => Entity::General(client.clone()),
            Self::Phase(phase) => Entity::Phase(phase.clone()),
        }
    }

    /// The channel with this `key` in the conversation with `client`; `None` if the key is not valid. The
    /// caller must look up whether the phase exists and belongs to the client.
    pub fn named(key: &str, client: &ClientId) -> Option<Self> {
        if key == client.as_str() {
            return Some(Self::General(client.clone()));
        }
        PhaseId::parse(key).ok().map(Self::Phase)
    }
}

/// A channel's key, as used in read receipts and in the API.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(not(target_arch = "wasm32"), derive(utoipa::ToSchema))]
pub struct ChannelKey(String);

impl ChannelKey {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ChannelKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn channel_key_round_trips() {
        let client = ClientId::parse("rossi").expect("an id");
        let phase = Channel::Phase(PhaseId::parse("design").expect("an id"));
        for channel in [Channel::General(client.clone()), phase] {
            assert_eq!(Channel::named(channel.key().as_str(), &client), Some(channel));
        }
        assert_eq!(Channel::named("not an id", &client), None);
    }
}
