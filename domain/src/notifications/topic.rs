//! What the events of one notification have in common.

use std::fmt;
use std::str::FromStr;

use super::{AgencyKind, LinkTarget};
use crate::id::{ClientId, InvalidId, LeadId, PaymentId, PhaseId, ProjectId, SourceId};
use crate::{Channel, Date};

/// The events of a topic that its recipient has not seen make one notification. Written `channel:rossi:design`,
/// `leads:form`, `summary:2026-11-20` and the like.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum NotificationTopic {
    /// Messages, and what happens to the deliverables of its phase.
    Channel(ClientId, Channel),
    /// A new lead on its own. Older versions queued these.
    Lead(LeadId),
    /// The new leads of a source, written `leads:form`; those of the main address are `leads`.
    Leads(Option<SourceId>),
    /// A source of leads that is silent or failing.
    Source(SourceId),
    /// The deliverables of a phase that have waited for their approval for days.
    Reminder(ClientId, PhaseId),
    /// A payment that is due soon.
    Payment(ClientId, PaymentId),
    /// The material that the client of a project is asked for.
    Material(ClientId, ProjectId),
    /// What of it is due soon and missing.
    MaterialReminder(ClientId, ProjectId),
    /// The invitation to the portal.
    Invitation(ClientId),
    /// Files with something infected in them, of a client, written `files:rossi`; those that concern the agency alone are `files`.
    Files(Option<ClientId>),
    /// The agency's summary of a morning.
    Summary(Date),
}

/// What switches off notifications of the morning, besides their recipient's frequency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MorningSwitch {
    /// The client's `remind_approvals`.
    RemindApprovals,
    /// The client's `remind_payments`.
    RemindPayments,
    /// The setting `morning_summary`.
    MorningSummary,
}

impl NotificationTopic {
    /// What is sent in the morning has a switch of its own; all else is sent some time after the event.
    pub const fn morning_switch(&self) -> Option<MorningSwitch> {
        match self {
            Self::Channel(..)
            | Self::Lead(_)
            | Self::Leads(_)
            | Self::Source(_)
            | Self::Material(..)
            | Self::Invitation(_)
            | Self::Files(_) => None,
            Self::Reminder(..) | Self::MaterialReminder(..) => Some(MorningSwitch::RemindApprovals),
            Self::Payment(..) => Some(MorningSwitch::RemindPayments),
            Self::Summary(_) => Some(MorningSwitch::MorningSummary),
        }
    }

    /// Whoever wants any e-mails gets it in the morning, whatever their frequency.
    pub const fn is_sent_in_morning(&self) -> bool {
        self.morning_switch().is_some()
    }

    /// The kind that a member of the agency may switch off; sources of leads concern whoever looks after them.
    pub const fn agency_kind(&self) -> Option<AgencyKind> {
        match self {
            Self::Channel(..) | Self::Reminder(..) | Self::Material(..) | Self::MaterialReminder(..) => {
                Some(AgencyKind::Conversations)
            }
            Self::Lead(_) | Self::Leads(_) => Some(AgencyKind::Leads),
            Self::Summary(_) => Some(AgencyKind::Summary),
            Self::Source(_) | Self::Payment(..) | Self::Invitation(_) | Self::Files(_) => None,
        }
    }

    /// The page of the agency that it is about.
    pub fn agency_target(&self) -> LinkTarget {
        match self {
            Self::Channel(client, channel) => LinkTarget::Thread { client: client.clone(), channel: channel.key() },
            Self::Lead(lead) => LinkTarget::Lead(lead.clone()),
            Self::Leads(_) => LinkTarget::NewLeads(None),
            Self::Source(source) => LinkTarget::Source(source.clone()),
            Self::Reminder(..) => self.in_mail_programs().agency_target(),
            Self::Material(_, project) | Self::MaterialReminder(_, project) => LinkTarget::Material(project.clone()),
            Self::Payment(client, _) | Self::Invitation(client) | Self::Files(Some(client)) => {
                LinkTarget::Client(client.clone())
            }
            Self::Files(None) | Self::Summary(_) => LinkTarget::Today,
        }
    }

    pub const fn client(&self) -> Option<&ClientId> {
        match self {
            Self::Channel(client, _)
            | Self::Reminder(client, _)
            | Self::Payment(client, _)
            | Self::Material(client, _)
            | Self::MaterialReminder(client, _)
            | Self::Invitation(client)
            | Self::Files(Some(client)) => Some(client),
            Self::Lead(_) | Self::Leads(_) | Self::Source(_) | Self::Files(None) | Self::Summary(_) => None,
        }
    }

    /// The topic among whose e-mails mail programs show it: reminders are among those about their phase or material.
    #[must_use]
    pub fn in_mail_programs(&self) -> Self {
        match self {
            Self::Reminder(client, phase) => Self::Channel(client.clone(), Channel::Phase(phase.clone())),
            Self::MaterialReminder(client, project) => Self::Material(client.clone(), project.clone()),
            topic => topic.clone(),
        }
    }
}

impl fmt::Display for NotificationTopic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Channel(client, channel) => write!(f, "channel:{client}:{}", channel.key()),
            Self::Lead(lead) => write!(f, "lead:{lead}"),
            Self::Leads(Some(source)) => write!(f, "leads:{source}"),
            Self::Leads(None) => f.write_str("leads"),
            Self::Source(source) => write!(f, "source:{source}"),
            Self::Reminder(client, phase) => write!(f, "reminder:{client}:{phase}"),
            Self::Payment(client, payment) => write!(f, "payment:{client}:{payment}"),
            Self::Material(client, project) => write!(f, "material:{client}:{project}"),
            Self::MaterialReminder(client, project) => write!(f, "material-reminder:{client}:{project}"),
            Self::Invitation(client) => write!(f, "invitation:{client}"),
            Self::Files(Some(client)) => write!(f, "files:{client}"),
            Self::Files(None) => f.write_str("files"),
            Self::Summary(date) => write!(f, "summary:{date}"),
        }
    }
}

impl FromStr for NotificationTopic {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<Self, InvalidId> {
        match text.split(':').collect::<Vec<_>>()[..] {
            ["channel", client, key] => {
                let client = ClientId::parse(client)?;
                let channel = Channel::named(key, &client).ok_or(InvalidId)?;
                Ok(Self::Channel(client, channel))
            }
            ["lead", lead] => Ok(Self::Lead(LeadId::parse(lead)?)),
            ["leads"] => Ok(Self::Leads(None)),
            ["leads", source] => Ok(Self::Leads(Some(SourceId::parse(source)?))),
            ["source", source] => Ok(Self::Source(SourceId::parse(source)?)),
            ["reminder", client, phase] => Ok(Self::Reminder(ClientId::parse(client)?, PhaseId::parse(phase)?)),
            ["payment", client, payment] => Ok(Self::Payment(ClientId::parse(client)?, PaymentId::parse(payment)?)),
            ["material", client, project] => Ok(Self::Material(ClientId::parse(client)?, ProjectId::parse(project)?)),
            ["material-reminder", client, project] => {
                Ok(Self::MaterialReminder(ClientId::parse(client)?, ProjectId::parse(project)?))
            }
            ["invitation", client] => Ok(Self::Invitation(ClientId::parse(client)?)),
            ["files"] => Ok(Self::Files(None)),
            ["files", client] => Ok(Self::Files(Some(ClientId::parse(client)?))),
            ["summary", date] => Ok(Self::Summary(date.parse().map_err(|_| InvalidId)?)),
            _ => Err(InvalidId),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn topic_round_trips() {
        for text in [
            "channel:rossi:rossi",
            "channel:rossi:design",
            "channel:lead:x",
            "lead:anna",
            "leads",
            "leads:form",
            "source:form",
            "reminder:rossi:design",
            "payment:rossi:p1",
            "material:rossi:p1",
            "material-reminder:rossi:p1",
            "invitation:rossi",
            "files",
            "files:rossi",
            "summary:2026-11-20",
        ] {
            assert_eq!(text.parse::<NotificationTopic>().map(|topic| topic.to_string()), Ok(text.to_owned()));
        }
        for text in [
            "", "lead", "lead:", "lead:a:b", "leads:", "channel:rossi", "channel:rossi:a b", "reminder:rossi",
            "summary:x", "other:x",
        ] {
            assert_eq!(text.parse::<NotificationTopic>(), Err(InvalidId), "{text}");
        }
    }

    #[test]
    fn agency_opens_the_page_of_a_topic() {
        for (text, expected) in [
            ("channel:rossi:design", "/admin/inbox/rossi?channel=design"),
            ("lead:anna", "/admin/leads/anna"),
            ("leads:form", "/admin/leads?status=new"),
            ("source:form", "/admin/leads/sources/form"),
            ("reminder:rossi:design", "/admin/inbox/rossi?channel=design"),
            ("payment:rossi:p1", "/admin/clients/rossi"),
            ("material:rossi:p1", "/admin/projects/p1/materials"),
            ("material-reminder:rossi:p1", "/admin/projects/p1/materials"),
            ("invitation:rossi", "/admin/clients/rossi"),
            ("files", "/admin/today"),
            ("files:rossi", "/admin/clients/rossi"),
            ("summary:2026-11-20", "/admin/today"),
        ] {
            let topic: NotificationTopic = text.parse().expect("a topic");
            assert_eq!(topic.agency_target().path(), expected);
            let is_of_morning =
                ["reminder", "payment", "material-reminder", "summary"].iter().any(|name| text.starts_with(name));
            assert_eq!(topic.is_sent_in_morning(), is_of_morning, "{text}");
        }
    }

    #[test]
    fn reminder_is_shown_with_its_phase() {
        for (text, expected) in [
            ("reminder:rossi:design", "channel:rossi:design"),
            ("material-reminder:rossi:p1", "material:rossi:p1"),
            ("payment:rossi:p1", "payment:rossi:p1"),
        ] {
            let topic: NotificationTopic = text.parse().expect("a topic");
            assert_eq!(topic.in_mail_programs().to_string(), expected);
        }
    }
}
