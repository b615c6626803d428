//! The client portal at `/c/{key}`.

mod cached_page;
pub mod code;
pub mod conversation;
pub mod deliverable;
pub mod dialogs;
pub mod lede;
pub mod masthead;
pub mod material;
pub mod material_upload;
pub mod notifications;
pub mod page;
pub mod phases;
pub mod picture;
pub mod project;
pub mod receipt;
mod rendered_rows;
pub mod sent_files;
pub mod tile;
pub mod upcoming;
pub mod versions;
pub mod view_nav;
pub mod your_turn;

use domain::id::ClientId;
use domain::{Agency, ChannelKey, MessagePage, Person, Timestamp};

use crate::address::{self, Address};
use crate::ui::Flash;

/// The hidden fields of every portal form: where to redirect, and the credential.
#[derive(Debug, Clone)]
pub struct FormTarget {
    /// Of the portal's address, for the redirect: the page contains no token.
    pub key: String,
    /// The portal credential, which forms send instead of the token.
    pub pass: String,
    /// Empty if the client has no project.
    pub project: String,
    /// The key of the open channel; empty if there is none.
    pub channel: String,
    /// Whether the agency looks at the portal: nothing can be sent.
    pub is_preview: bool,
}

/// What the parts of the page need besides their records: a context.
#[derive(Debug, Clone)]
pub struct PortalContext {
    pub client_id: ClientId,
    /// Who has opened it.
    pub person: Person,
    /// As they are greeted.
    pub client_first_name: String,
    pub agency: Agency,
    /// The server's current time.
    pub now: Timestamp,
    pub target: FormTarget,
    pub open: Option<ChannelKey>,
    /// The largest file that is taken, in bytes.
    pub max_file: i64,
    /// The result of the last submitted form.
    pub flash: Flash,
    /// An earlier page of messages of the open channel, if the address requests one (`?before=`).
    pub earlier: Option<MessagePage>,
}

impl PortalContext {
    /// The page on which the versions of a deliverable are looked at.
    pub fn viewer(&self, deliverable: &str) -> Address {
        if self.target.is_preview {
            address::agency_viewer(self.client_id.as_str(), deliverable)
        } else {
            address::viewer(Address::portal(&self.target.key), deliverable)
        }
    }
}
