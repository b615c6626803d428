//! The page an e-mail leads to.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use crate::id::{ClientId, DeliverableId, LeadId, ProjectId, SourceId};
use crate::{ChannelKey, LinkCredential, Slug};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// The client's portal, opened by its slug and never by its token. With `link` it opens also while guesses have
    /// closed all slugs, and after the slug has changed.
    Portal {
        slug: Slug,
        link: LinkCredential,
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
    /// The list of new leads, of one source if it is given.
    NewLeads(Option<String>),
    Source(SourceId),
    /// The agency's first page.
    Today,
}

impl Place {
    /// Path, query and fragment. Every part but the name of a source is safe in an address as it is.
    pub fn path(&self) -> String {
        match self {
            Self::Portal { slug, link, project, channel, deliverable } => {
                let project = project.as_ref().map(|id| format!("project={id}"));
                let open = channel.as_ref().map(|key| format!("channel={key}"));
                let link = format!("{}={}", LinkCredential::PARAMETER, link.reveal());
                let query: Vec<String> = project.into_iter().chain(open).chain([link]).collect();
                let fragment = match (deliverable, channel) {
                    (Some(id), _) => format!("#deliverable-{id}"),
                    (None, Some(_)) => "#conversation".to_owned(),
                    (None, None) => String::new(),
                };
                format!("/c/{slug}?{}{fragment}", query.join("&"))
            }
            Self::Thread { client, channel } => format!("/admin/inbox/{client}?channel={channel}"),
            Self::Client(id) => format!("/admin/clients/{id}"),
            Self::Lead(id) => format!("/admin/leads/{id}"),
            Self::NewLeads(None) => "/admin/leads?status=new".to_owned(),
            Self::NewLeads(Some(source)) => {
                let source = utf8_percent_encode(source, NON_ALPHANUMERIC);
                format!("/admin/leads?status=new&source={source}")
            }
            Self::Source(id) => format!("/admin/leads/sources/{id}"),
            Self::Today => "/admin/today".to_owned(),
        }
    }
}
