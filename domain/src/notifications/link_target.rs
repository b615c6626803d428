//! The page that a notification opens.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use crate::id::{ClientId, DeliverableId, LeadId, ProjectId, SourceId};
use crate::{ChannelKey, LinkCredential, Slug};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinkTarget {
    /// The portal of a person, never opened by a token.
    Portal {
        /// The slug of the client. `None`: the portal is a contact's, who has no slug, and `link` is their address.
        slug: Option<Slug>,
        /// With it the portal opens also while guesses have closed all slugs, and after the slug has changed.
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
    /// The material of a project, on the agency's side.
    Material(ProjectId),
    Lead(LeadId),
    /// The list of new leads, of one source if it is given.
    NewLeads(Option<String>),
    Source(SourceId),
    /// The agency's first page.
    Today,
}

impl LinkTarget {
    /// Path, query and fragment. Every part but the name of a source is safe in an address as it is.
    pub fn path(&self) -> String {
        match self {
            Self::Portal { slug, link, project, channel, deliverable } => {
                let project = project.as_ref().map(|id| format!("project={id}"));
                let open = channel.as_ref().map(|key| format!("channel={key}"));
                let (key, link) = portal_key(slug.as_ref(), link);
                let query: Vec<String> = project.into_iter().chain(open).chain(link).collect();
                let query = if query.is_empty() { String::new() } else { format!("?{}", query.join("&")) };
                let fragment = match (deliverable, channel) {
                    (Some(id), _) => format!("#deliverable-{id}"),
                    (None, Some(_)) => "#conversation".to_owned(),
                    (None, None) => String::new(),
                };
                format!("/c/{key}{query}{fragment}")
            }
            Self::Thread { client, channel } => format!("/admin/inbox/{client}?channel={channel}"),
            Self::Client(id) => format!("/admin/clients/{id}"),
            Self::Material(id) => format!("/admin/projects/{id}/materials"),
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

    /// The page on which the recipient chooses their e-mails.
    pub fn preferences_path(&self) -> String {
        match self {
            Self::Portal { slug, link, .. } => {
                let (key, link) = portal_key(slug.as_ref(), link);
                let query = link.map(|link| format!("?{link}")).unwrap_or_default();
                format!("/c/{key}/notifications{query}")
            }
            _ => "/admin/settings/notifications".to_owned(),
        }
    }
}

/// The key of the portal's address, and the parameter that goes with it.
fn portal_key(slug: Option<&Slug>, link: &LinkCredential) -> (String, Option<String>) {
    let link = link.reveal();
    slug.map_or_else(
        || (link.to_owned(), None),
        |slug| (slug.to_string(), Some(format!("{}={link}", LinkCredential::PARAMETER))),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Channel;

    #[test]
    fn target_is_a_path_of_its_side() {
        let client = ClientId::parse("rossi").expect("an id");
        let slug = Slug::parse("rossi-x7k2").expect("a slug");
        let project = ProjectId::parse("p1").ok();
        let channel = Channel::named("design", &client).expect("a channel").key();
        let link = LinkCredential::new("rossi.mac".to_owned());
        let portal = |project, channel, deliverable| LinkTarget::Portal {
            slug: Some(slug.clone()),
            link: link.clone(),
            project,
            channel,
            deliverable,
        };
        for (target, expected) in [
            (portal(None, None, None), "/c/rossi-x7k2?link=rossi.mac"),
            (portal(project.clone(), None, None), "/c/rossi-x7k2?project=p1&link=rossi.mac"),
            (
                portal(project.clone(), Some(channel.clone()), None),
                "/c/rossi-x7k2?project=p1&channel=design&link=rossi.mac#conversation",
            ),
            (
                portal(project, Some(channel.clone()), DeliverableId::parse("d1").ok()),
                "/c/rossi-x7k2?project=p1&channel=design&link=rossi.mac#deliverable-d1",
            ),
            (LinkTarget::Thread { client: client.clone(), channel }, "/admin/inbox/rossi?channel=design"),
            (LinkTarget::Client(client), "/admin/clients/rossi"),
            (LinkTarget::Lead(LeadId::parse("l1").expect("an id")), "/admin/leads/l1"),
            (LinkTarget::NewLeads(None), "/admin/leads?status=new"),
            (LinkTarget::NewLeads(Some("Sito & C.".into())), "/admin/leads?status=new&source=Sito%20%26%20C%2E"),
            (LinkTarget::Source(SourceId::parse("s1").expect("an id")), "/admin/leads/sources/s1"),
            (LinkTarget::Today, "/admin/today"),
        ] {
            assert_eq!(target.path(), expected);
        }
        let link = link.clone();
        let of_contact = LinkTarget::Portal { slug: None, link, project: None, channel: None, deliverable: None };
        assert_eq!(of_contact.path(), "/c/rossi.mac");
        assert_eq!(of_contact.preferences_path(), "/c/rossi.mac/notifications");
        let preferences = portal(None, None, None).preferences_path();
        assert_eq!(preferences, "/c/rossi-x7k2/notifications?link=rossi.mac");
        assert_eq!(LinkTarget::Today.preferences_path(), "/admin/settings/notifications");
    }
}
