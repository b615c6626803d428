//! The page an e-mail leads to.

use crate::id::{ClientId, DeliverableId, LeadId, ProjectId, SourceId};
use crate::{ChannelKey, Slug};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// The client's portal, opened by its slug and never by its token.
    Portal {
        slug: Slug,
        project: Option<ProjectId>,
        channel: Option<ChannelKey>,
        /// The deliverable to approve.
        deliverable: Option<DeliverableId>,
    },
    /// The agency's inbox.
    Thread {
        client: ClientId,
        channel: ChannelKey,
    },
    /// The client on the agency's side.
    Client(ClientId),
    Lead(LeadId),
    Source(SourceId),
    /// The agency's first page.
    Today,
}

impl Place {
    /// Path, query and fragment. Every part is safe in an address as it is.
    pub fn path(&self) -> String {
        match self {
            Self::Portal { slug, project, channel, deliverable } => {
                let project = project.as_ref().map(|id| format!("project={id}"));
                let open = channel.as_ref().map(|key| format!("channel={key}"));
                let query: Vec<String> = project.into_iter().chain(open).collect();
                let mark = if query.is_empty() { "" } else { "?" };
                let fragment = match (deliverable, channel) {
                    (Some(id), _) => format!("#deliverable-{id}"),
                    (None, Some(_)) => "#conversation".to_owned(),
                    (None, None) => String::new(),
                };
                format!("/c/{slug}{mark}{}{fragment}", query.join("&"))
            }
            Self::Thread { client, channel } => format!("/admin/inbox/{client}?channel={channel}"),
            Self::Client(id) => format!("/admin/clients/{id}"),
            Self::Lead(id) => format!("/admin/leads/{id}"),
            Self::Source(id) => format!("/admin/leads/sources/{id}"),
            Self::Today => "/admin/today".to_owned(),
        }
    }
}
