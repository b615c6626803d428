//! What the events of one e-mail have in common.

use std::fmt;
use std::str::FromStr;

use crate::Channel;
use crate::id::{ClientId, InvalidId, LeadId};

/// The events of a thread that its recipient has not seen make one e-mail. Written `channel:rossi:design` or
/// `lead:…`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Thread {
    /// Messages, and what happens to the deliverables of its phase.
    Channel(ClientId, Channel),
    Lead(LeadId),
}

impl Thread {
    /// The client whose thread it is.
    pub const fn client(&self) -> Option<&ClientId> {
        match self {
            Self::Channel(client, _) => Some(client),
            Self::Lead(_) => None,
        }
    }
}

impl fmt::Display for Thread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Channel(client, channel) => write!(f, "channel:{client}:{}", channel.key()),
            Self::Lead(lead) => write!(f, "lead:{lead}"),
        }
    }
}

impl FromStr for Thread {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<Self, InvalidId> {
        match text.split(':').collect::<Vec<_>>()[..] {
            ["channel", client, key] => {
                let client = ClientId::parse(client)?;
                let channel = Channel::named(key, &client).ok_or(InvalidId)?;
                Ok(Self::Channel(client, channel))
            }
            ["lead", lead] => Ok(Self::Lead(LeadId::parse(lead)?)),
            _ => Err(InvalidId),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thread_round_trips() {
        for text in ["channel:rossi:rossi", "channel:rossi:design", "channel:lead:x", "lead:anna"] {
            assert_eq!(text.parse::<Thread>().map(|thread| thread.to_string()), Ok(text.to_owned()));
        }
        for text in ["", "lead", "lead:", "lead:a:b", "channel:rossi", "channel:rossi:a b", "other:x"] {
            assert_eq!(text.parse::<Thread>(), Err(InvalidId), "{text}");
        }
    }
}
