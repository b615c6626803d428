//! What a client sees at `/c/{key}`.

pub mod archive;
pub mod deliverable;
pub mod dialogs;
pub mod masthead;
pub mod open_items;
pub mod page;
pub mod phases;
pub mod project;
pub mod project_records;
pub mod read_form;
pub mod tabs;

use domain::id::ClientId;
use domain::portal::MessagePage;
use domain::{Agency, ChannelKey, Timestamp};

use crate::ui::Flash;

/// What the forms of a portal send along: where to come back to, and what permits them to act.
#[derive(Debug, Clone)]
pub struct FormTarget {
    /// The token or slug in the address.
    pub key: String,
    /// What forms and calls carry in the token's place.
    pub pass: String,
    /// The id of the project on show.
    pub project: String,
    /// The key of the open channel; empty while there is none.
    pub channel: String,
}

/// A client's look at a project.
#[derive(Debug, Clone)]
pub struct PortalContext {
    /// Whose portal it is.
    pub client_id: ClientId,
    /// Whom the client works with.
    pub agency: Agency,
    /// The server's clock.
    pub now: Timestamp,
    /// Where forms come back to.
    pub target: FormTarget,
    /// The channel on show.
    pub open: Option<ChannelKey>,
    /// What a sent form left behind.
    pub flash: Flash,
    /// An earlier page of the open channel, where the address asks for one.
    pub earlier: Option<MessagePage>,
}
