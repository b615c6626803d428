//! What the events of one e-mail have in common.

use std::fmt;
use std::str::FromStr;

use crate::id::{ClientId, InvalidId, LeadId, PaymentId, PhaseId, SourceId};
use crate::{Channel, Date};

/// The events of a thread that its recipient has not seen make one e-mail. Written `channel:rossi:design`, `leads:form`,
/// `summary:2026-11-20` and the like.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Thread {
    /// Messages, and what happens to the deliverables of its phase.
    Channel(ClientId, Channel),
    /// A new lead on its own. Versions before 0023 queued these.
    Lead(LeadId),
    /// The new leads of a source, written `leads:form`; those of the main address are `leads`.
    Leads(Option<SourceId>),
    /// A source of leads that is silent or failing.
    Source(SourceId),
    /// The deliverables of a phase that have waited for their approval for days.
    Reminder(ClientId, PhaseId),
    /// A payment that is due soon.
    Payment(ClientId, PaymentId),
    /// The agency's summary of a morning.
    Summary(Date),
}

impl Thread {
    /// The client whose thread it is.
    pub const fn client(&self) -> Option<&ClientId> {
        match self {
            Self::Channel(client, _) | Self::Reminder(client, _) | Self::Payment(client, _) => Some(client),
            Self::Lead(_) | Self::Leads(_) | Self::Source(_) | Self::Summary(_) => None,
        }
    }

    /// Whether a morning brings it, so that whoever wants any e-mails gets it then.
    pub const fn is_of_a_morning(&self) -> bool {
        matches!(self, Self::Reminder(..) | Self::Payment(..) | Self::Summary(_))
    }

    /// The thread that mail programs show it in: reminders are among the e-mails about their phase.
    #[must_use]
    pub fn in_mail_programs(&self) -> Self {
        match self {
            Self::Reminder(client, phase) => Self::Channel(client.clone(), Channel::Phase(phase.clone())),
            thread => thread.clone(),
        }
    }
}

impl fmt::Display for Thread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Channel(client, channel) => write!(f, "channel:{client}:{}", channel.key()),
            Self::Lead(lead) => write!(f, "lead:{lead}"),
            Self::Leads(Some(source)) => write!(f, "leads:{source}"),
            Self::Leads(None) => f.write_str("leads"),
            Self::Source(source) => write!(f, "source:{source}"),
            Self::Reminder(client, phase) => write!(f, "reminder:{client}:{phase}"),
            Self::Payment(client, payment) => write!(f, "payment:{client}:{payment}"),
            Self::Summary(date) => write!(f, "summary:{date}"),
        }
    }
}

impl FromStr for Thread {
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
            ["reminder", client, phase] => {
                Ok(Self::Reminder(ClientId::parse(client)?, PhaseId::parse(phase)?))
            }
            ["payment", client, payment] => {
                Ok(Self::Payment(ClientId::parse(client)?, PaymentId::parse(payment)?))
            }
            ["summary", date] => Ok(Self::Summary(date.parse().map_err(|_| InvalidId)?)),
            _ => Err(InvalidId),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thread_round_trips() {
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
            "summary:2026-11-20",
        ] {
            assert_eq!(text.parse::<Thread>().map(|thread| thread.to_string()), Ok(text.to_owned()));
        }
        for text in [
            "",
            "lead",
            "lead:",
            "lead:a:b",
            "leads:",
            "channel:rossi",
            "channel:rossi:a b",
            "reminder:rossi",
            "summary:x",
            "other:x",
        ] {
            assert_eq!(text.parse::<Thread>(), Err(InvalidId), "{text}");
        }
    }

    #[test]
    fn reminder_is_shown_with_its_phase() {
        for (text, expected) in
            [("reminder:rossi:design", "channel:rossi:design"), ("payment:rossi:p1", "payment:rossi:p1")]
        {
            let thread: Thread = text.parse().expect("a thread");
            assert_eq!(thread.in_mail_programs().to_string(), expected);
        }
    }
}
