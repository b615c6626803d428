//! What a version or a document is: a link, or a file.

use serde::{Deserialize, Serialize};

use super::{File, Quarantine};
use crate::form::{Form, FormParser};
use crate::id::FileId;

/// With what is known of the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Content {
    Link(String),
    File(File),
}

impl Content {
    /// Why it cannot be read.
    pub const fn quarantine(&self) -> Option<Quarantine> {
        match self {
            Self::Link(_) => None,
            Self::File(file) => file.quarantine,
        }
    }
}

/// As a form has it, and the database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ContentId {
    Link(String),
    File(FileId),
}

impl ContentId {
    /// The field of a form with the id of an uploaded file.
    pub const FILE: &str = "file_id";
    /// The field with the link.
    pub const LINK: &str = "url";

    /// The file, if one was uploaded, else the link, which must be given.
    pub fn read(parser: &mut FormParser<'_>) -> Self {
        match FileId::parse(parser.raw(Self::FILE)) {
            Ok(file) => Self::File(file),
            Err(_) => Self::Link(parser.url(Self::LINK)),
        }
    }

    /// The fields of `form` from which [`read`](Self::read) has it again.
    #[must_use]
    pub fn fill(form: Form, url: Option<&str>, file: Option<&FileId>) -> Form {
        form.with(Self::LINK, url).with(Self::FILE, file.map(FileId::as_str))
    }

    pub fn url(&self) -> Option<&str> {
        if let Self::Link(url) = self { Some(url) } else { None }
    }

    pub fn file(&self) -> Option<&FileId> {
        if let Self::File(file) = self { Some(file) } else { None }
    }
}
