//! Messages, stored as comments.

use serde::{Deserialize, Serialize};

use crate::id::{ClientId, CommentId, DeliverableId, PhaseId, TaskId};
use crate::{Channel, ChannelKey, MessageText, Timestamp};

string_enum! {
    /// What kind of thing a comment is on (docs/REFERENCE.md#comment).
    pub enum EntityType {
        /// A task; old comments only.
        Task = "task",
        /// A deliverable; old comments only.
        Deliverable = "deliverable",
        /// A phase.
        Phase = "phase",
        /// The client as a whole.
        General = "general",
    }
}

string_enum! {
    /// Who wrote a comment (docs/REFERENCE.md#comment).
    pub enum Author {
        /// The client.
        Client = "client",
        /// The agency.
        Admin = "admin",
    }
}

/// What a comment is on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entity {
    /// The client as a whole.
    General(ClientId),
    Phase(PhaseId),
    /// A task of `phase`; old comments only, shown with the task's `name`.
    Task {
        id: TaskId,
        /// The phase that owns it.
        phase: PhaseId,
        /// Its title.
        name: String,
    },
    /// A deliverable under `phase`; old comments only, shown with the deliverable's `name`.
    Deliverable {
        id: DeliverableId,
        /// The phase that owns its task.
        phase: PhaseId,
        /// Its title.
        name: String,
    },
}

impl Entity {
    /// The kind of the thing.
    pub fn kind(&self) -> EntityType {
        match self {
            Self::General(_) => EntityType::General,
            Self::Phase(_) => EntityType::Phase,
            Self::Task { .. } => EntityType::Task,
            Self::Deliverable { .. } => EntityType::Deliverable,
        }
    }

    /// Its id, as written.
    pub fn id(&self) -> &str {
        match self {
            Self::General(id) => id.as_str(),
            Self::Phase(id) => id.as_str(),
            Self::Task { id, .. } => id.as_str(),
            Self::Deliverable { id, .. } => id.as_str(),
        }
    }

    /// The channel its comments belong to: a task's and a deliverable's are those of the owning
    /// phase (docs/REFERENCE.md#channels).
    pub fn channel(&self) -> Channel {
        match self {
            Self::General(client) => Channel::General(client.clone()),
            Self::Phase(phase) | Self::Task { phase, .. } | Self::Deliverable { phase, .. } => {
                Channel::Phase(phase.clone())
            }
        }
    }

    /// The label old comments carry; none for a comment on a channel itself.
    pub fn badge(&self) -> Option<Badge> {
        match self {
            Self::General(_) | Self::Phase(_) => None,
            Self::Task { name, .. } | Self::Deliverable { name, .. } => {
                Some(Badge { kind: self.kind(), name: name.clone() })
            }
        }
    }
}

/// The name of the task or deliverable an old comment was written on (docs/REFERENCE.md#channels).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Badge {
    /// `task` or `deliverable`.
    #[serde(rename = "type")]
    pub kind: EntityType,
    /// The title.
    pub name: String,
}

/// A message as both sides read it; its JSON is that of `GET /api/client/chat`
/// (docs/REFERENCE.md#comment-object).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Comment {
    pub id: CommentId,
    /// What kind of thing it is on.
    pub entity_type: EntityType,
    /// The id of that thing.
    pub entity_id: String,
    /// The key of the channel it belongs to.
    pub channel_key: ChannelKey,
    /// Who wrote it.
    pub author: Author,
    /// What it says.
    pub text: MessageText,
    /// When it was committed; strictly increasing per client.
    pub created_at: Timestamp,
    /// For an old comment, what it was written on.
    pub badge: Option<Badge>,
}

impl Comment {
    /// A comment on `entity`; the channel and the badge follow from it.
    pub fn on(
        entity: &Entity,
        id: CommentId,
        author: Author,
        text: MessageText,
        created_at: Timestamp,
    ) -> Self {
        Self {
            id,
            entity_type: entity.kind(),
            entity_id: entity.id().to_owned(),
            channel_key: entity.channel().key(),
            author,
            text,
            created_at,
            badge: entity.badge(),
        }
    }
}
