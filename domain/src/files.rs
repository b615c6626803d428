//! Files: what is recorded of them, and their names (docs/REFERENCE.md#files).

mod content;
pub mod content_type;
mod digest;
mod name;

use serde::{Deserialize, Serialize};

use crate::Timestamp;
use crate::id::{ClientId, ContactId, FileId};

pub use content::{Content, ContentId};
pub use digest::{NotADigest, Sha256Digest};
pub use name::{FileName, InvalidFileName};

/// What is known of a file; its bytes are in the store of files, under their digest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct File {
    pub id: FileId,
    pub sha256: Sha256Digest,
    /// In bytes.
    pub size: i64,
    pub name: FileName,
    /// As its bytes look, never as the uploader says.
    pub content_type: String,
    /// Whose upload it is; `None`: the agency's.
    pub client_id: Option<ClientId>,
    /// `None`: the client's own.
    pub contact_id: Option<ContactId>,
    /// The contact or member who uploaded it, as they were called then.
    pub author_name: Option<String>,
    pub created_at: Timestamp,
    /// Why it cannot be read; `None`: it can.
    pub quarantine: Option<Quarantine>,
}

/// What a client sees of a file, as a message has it. Its type is unknown until it can be read, so that no page shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(utoipa::ToSchema))]
pub struct ShownFile {
    pub id: FileId,
    pub name: FileName,
    /// In bytes.
    pub size: i64,
    pub content_type: String,
}

impl From<File> for ShownFile {
    fn from(File { id, name, size, content_type, quarantine, .. }: File) -> Self {
        let content_type = if quarantine.is_some() { content_type::UNKNOWN.to_owned() } else { content_type };
        Self { id, name, size, content_type }
    }
}

/// Who uploads a file. By default the agency, by its account of the environment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Uploader {
    pub client_id: Option<ClientId>,
    pub contact_id: Option<ContactId>,
    pub author_name: Option<String>,
}

impl Uploader {
    /// A member, or `None` for the account of the environment.
    pub fn agency(author_name: Option<&str>) -> Self {
        Self { author_name: author_name.map(ToOwned::to_owned), ..Self::default() }
    }
}

string_enum! {
    /// Why a file cannot be read.
    pub enum Quarantine {
        /// No scanner has looked at it yet.
        Waiting = "waiting",
        /// A scanner has found something in it, and its bytes are deleted.
        Infected = "infected",
    }
}
