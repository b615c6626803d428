//! Messages, stored as comments.

use serde::de::{Deserializer, IgnoredAny};
use serde::{Deserialize, Serialize};

use crate::files::ShownFile;
use crate::id::{ClientId, CommentId, DeliverableId, PhaseId, TaskId};
use crate::{Channel, ChannelKey, MessageText, Timestamp};

string_enum! {
    /// The kind of entity a comment belongs to (docs/REFERENCE.md#comment).
    pub enum EntityType {
        /// Old comments only.
        Task = "task",
        /// Old comments only.
        Deliverable = "deliverable",
        Phase = "phase",
        /// The client's General channel.
        General = "general",
    }
}

string_enum! {
    /// The author of a comment (docs/REFERENCE.md#comment).
    pub enum Author {
        Client = "client",
        Admin = "admin",
    }
}

/// The entity a comment belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entity {
    /// The client's General channel.
    General(ClientId),
    Phase(PhaseId),
    /// A task of `phase`. Old comments only; shown with the task's `name`.
    Task {
        id: TaskId,
        phase: PhaseId,
        name: String,
    },
    /// A deliverable under `phase`. Old comments only; shown with the deliverable's `name`.
    Deliverable {
        id: DeliverableId,
        /// The phase that owns its task.
        phase: PhaseId,
        name: String,
    },
}

impl Entity {
    pub fn kind(&self) -> EntityType {
        match self {
            Self::General(_) => EntityType::General,
            Self::Phase(_) => EntityType::Phase,
            Self::Task { .. } => EntityType::Task,
            Self::Deliverable { .. } => EntityType::Deliverable,
        }
    }

    pub fn id(&self) -> &str {
        match self {
            Self::General(id) => id.as_str(),
            Self::Phase(id) => id.as_str(),
            Self::Task { id, .. } => id.as_str(),
            Self::Deliverable { id, .. } => id.as_str(),
        }
    }

    /// The channel of its comments. For tasks and deliverables it is that of their phase
    /// (docs/REFERENCE.md#channels).
    pub fn channel(&self) -> Channel {
        match self {
            Self::General(client) => Channel::General(client.clone()),
            Self::Phase(phase) | Self::Task { phase, .. } | Self::Deliverable { phase, .. } => {
                Channel::Phase(phase.clone())
            }
        }
    }

    /// The label of an old comment; `None` for a comment on a channel itself.
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
#[cfg_attr(not(target_arch = "wasm32"), derive(utoipa::ToSchema))]
pub struct Badge {
    /// `task` or `deliverable`.
    #[serde(rename = "type")]
    pub kind: EntityType,
    pub name: String,
}

/// A place on a version of a deliverable that is an image, from its left upper corner (docs/REFERENCE.md#comment-object).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(utoipa::ToSchema))]
pub struct Pin {
    pub deliverable_id: DeliverableId,
    #[cfg_attr(not(target_arch = "wasm32"), schema(minimum = 1))]
    pub version: i64,
    /// In thousandths of the width.
    #[cfg_attr(not(target_arch = "wasm32"), schema(minimum = 0, maximum = 1000))]
    pub x: i64,
    /// In thousandths of the height.
    #[cfg_attr(not(target_arch = "wasm32"), schema(minimum = 0, maximum = 1000))]
    pub y: i64,
}

impl Pin {
    /// Whether its numbers are in their ranges.
    pub fn is_valid(&self) -> bool {
        self.version > 0 && (0..=1000).contains(&self.x) && (0..=1000).contains(&self.y)
    }
}

/// The place of a comment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum CommentPin {
    At(Pin),
    /// In the browser, which asks the server to draw it: reading it would take half a kilobyte of the module.
    Unread,
}

impl CommentPin {
    pub fn place(&self) -> Option<&Pin> {
        match self {
            Self::At(pin) => Some(pin),
            Self::Unread => None,
        }
    }
}

fn unread_pin<'de, D: Deserializer<'de>>(from: D) -> Result<Option<CommentPin>, D::Error> {
    IgnoredAny::deserialize(from)?;
    Ok(Some(CommentPin::Unread))
}

/// A message. Its JSON is that of `GET /api/client/chat` (docs/REFERENCE.md#comment-object).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(utoipa::ToSchema))]
pub struct Comment {
    pub id: CommentId,
    pub entity_type: EntityType,
    pub entity_id: String,
    pub channel_key: ChannelKey,
    pub author: Author,
    /// The name of the person who wrote it, as it was then; absent where the client or the agency wrote as such.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author_name: Option<String>,
    /// Empty where there are only files.
    pub text: MessageText,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<ShownFile>,
    /// The place on a picture that it is about.
    #[serde(default, deserialize_with = "unread_pin", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(not(target_arch = "wasm32"), schema(value_type = Option<Pin>))]
    pub pin: Option<CommentPin>,
    /// Commit time; strictly increasing per client.
    pub created_at: Timestamp,
    /// For an old comment, the task or deliverable it was written on.
    pub badge: Option<Badge>,
}

impl Comment {
    /// A message has at most so many files.
    pub const MAX_FILES: usize = 10;

    /// Creates a comment on `entity`, with its channel and badge, of the client or the agency as such.
    pub fn on(entity: &Entity, id: CommentId, author: Author, text: MessageText, created_at: Timestamp) -> Self {
        Self {
            id,
            entity_type: entity.kind(),
            entity_id: entity.id().to_owned(),
            channel_key: entity.channel().key(),
            author,
            author_name: None,
            text,
            files: Vec::new(),
            pin: None,
            created_at,
            badge: entity.badge(),
        }
    }

    /// In one line: the text, or the names of the files where there is none.
    pub fn excerpt(&self) -> String {
        if !self.text.is_empty() {
            return self.text.to_string();
        }
        let names: Vec<&str> = self.files.iter().map(|file| file.name.as_str()).collect();
        names.join(", ")
    }
}
