//! What a client sees at `/c/{key}`.

pub mod course;
pub mod deliverable;
pub mod page;
pub mod papers;
pub mod project;
pub mod tabs;

use domain::ChannelKey;
use domain::id::ClientId;

use crate::ui::Flash;

pub use page::PortalPage;

/// Where a portal's forms come back to.
#[derive(Debug, Clone)]
pub struct Whereabouts {
    /// The token or slug in the address.
    pub key: String,
    /// The id of the project on show.
    pub project: String,
    /// The key of the open channel; empty while there is none.
    pub channel: String,
}

/// A client's look at a project.
#[derive(Clone)]
pub struct Visit {
    /// Whose portal it is.
    pub client_id: ClientId,
    /// The client's secret, for the calls of the page's live parts.
    pub token: String,
    /// Where forms come back to.
    pub place: Whereabouts,
    /// The channel on show.
    pub open: Option<ChannelKey>,
    /// What a sent form left behind.
    pub flash: Flash,
}
