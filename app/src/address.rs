//! Builds the addresses of pages.

use domain::id::FileId;
use domain::{Author, FileName, Place};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, PercentEncode, utf8_percent_encode};

use crate::error::AppError;
use crate::outcome::Done;

/// The `id` of the conversation element: the fragment forms redirect to.
pub const CONVERSATION: &str = "conversation";

/// The `id` of what is chosen on the page of a picture, and the parameter that chooses it.
pub const CHOSEN: &str = "at";

/// The end of the path of a portal's page about notifications.
pub const NOTIFICATIONS: &str = "/notifications";

/// A path and its query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    text: String,
    has_query: bool,
}

impl Address {
    pub fn portal(key: &str) -> Self {
        Self::path(format!("/c/{}", encode(key)))
    }

    /// The open portal, for links in its own page: relative, because the page does not contain a token.
    pub fn here() -> Self {
        Self::path(String::new())
    }

    /// Selects a project and a channel of a portal.
    #[must_use]
    pub fn project(self, project: &str, channel: &str) -> Self {
        self.with("project", project).with("channel", channel)
    }

    /// Any other page.
    pub fn path(text: String) -> Self {
        Self { text, has_query: false }
    }

    /// Adds `name=value`, unless the value is empty.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        if !value.is_empty() {
            self.text.push(if self.has_query { '&' } else { '?' });
            self.text.push_str(name);
            self.text.push('=');
            self.text.extend(encode(value));
            self.has_query = true;
        }
        self
    }

    #[must_use]
    pub fn done(self, done: Done) -> Self {
        self.with("done", done.code())
    }

    #[must_use]
    pub fn error(self, error: AppError) -> Self {
        self.with("error", error.code())
    }

    /// The address with a fragment.
    pub fn with_fragment(self, fragment: &str) -> String {
        format!("{}#{}", self.text, encode(fragment))
    }

    /// The address without a fragment.
    pub fn into_string(self) -> String {
        self.text
    }
}

/// Where a file is read. The name is for people: `.` and `..` would be no part of a path.
pub fn file(id: &FileId, name: &FileName) -> String {
    let name = if matches!(name.as_str(), "." | "..") { "_" } else { name.as_str() };
    ["/files/", id.as_str(), "/", &encode(name).to_string()].concat()
}

/// The page of the picture or the recording that a version is, below the address of a portal.
pub fn viewer(portal: Address, deliverable: &str) -> Address {
    Address::path(format!("{}/deliverables/{}", portal.into_string(), encode(deliverable)))
}

/// The page of a version with a place on its picture chosen; `viewer` is that of its deliverable.
pub fn chosen_place(viewer: Address, version: i64, place: Place) -> Address {
    viewer.with("version", &version.to_string()).with(CHOSEN, &place.to_string())
}

/// Where the page leads on which a message about a place is; with `?w=` a picture of the place.
pub fn pin(reader: Author, message: &str) -> String {
    let base = match reader {
        Author::Client => "/files/pins/",
        Author::Admin => "/admin/pins/",
    };
    [base, message].concat()
}

/// The `id` of a message in the conversation.
pub fn message_place(message: &str) -> String {
    ["message-", message].concat()
}

/// The `id` of a deliverable's element.
pub fn deliverable_place(deliverable: &str) -> String {
    format!("deliverable-{deliverable}")
}

/// The `id` of the element of a request for material.
pub fn material_place(request: &str) -> String {
    format!("material-{request}")
}

/// Percent-encodes everything but unreserved characters (RFC 3986).
pub fn encode(text: &str) -> PercentEncode<'_> {
    const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');
    utf8_percent_encode(text, RESERVED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_escapes_path_query_and_fragment() {
        let address = Address::portal("a/b?c").with("project", "").with("channel", "x&y=è\r\n").with_fragment("d e");
        assert_eq!(address, "/c/a%2Fb%3Fc?channel=x%26y%3D%C3%A8%0D%0A#d%20e");
    }
}
