//! What a device shows: a name and what happened, without titles and texts.

use super::subject::{clean, most_pressing, new_messages};
use super::{NoticeEvent, Place, Recipient};
use crate::{Agency, Language};

/// The unseen events of one thread, read when they are due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PushNotice {
    pub recipient: Recipient,
    /// The recipient's.
    pub language: Language,
    pub agency: Agency,
    /// The thread's key as stored.
    pub thread: String,
    /// What a click opens.
    pub place: Place,
    /// At least one.
    pub events: Vec<NoticeEvent>,
}

impl PushNotice {
    /// The most pressing event, as others may see it on a locked screen.
    pub fn title(&self) -> String {
        let agency = clean(self.agency.name_or_default());
        let Some(event) = most_pressing(&self.events) else { return agency };
        match (event, &self.recipient) {
            (NoticeEvent::Message { .. }, Recipient::Client(_)) => {
                new_messages(&self.events, &agency, self.language)
            }
            (NoticeEvent::Message { from, .. }, Recipient::Admin) => {
                new_messages(&self.events, &clean(from), self.language)
            }
            (event, _) if self.language == Language::En => english(event, &agency),
            (event, _) => italian(event, &agency),
        }
    }
}

fn italian(event: &NoticeEvent, agency: &str) -> String {
    match event {
        NoticeEvent::Message { from, .. } => format!("Nuovo messaggio da {}", clean(from)),
        NoticeEvent::ToApprove { .. } => format!("Da approvare: una consegna di {agency}"),
        NoticeEvent::Approved { by, .. } => format!("{} ha approvato una consegna", clean(by)),
        NoticeEvent::ChangesRequested { by, .. } => format!("{} chiede modifiche", clean(by)),
        NoticeEvent::Lead { name } => format!("Nuovo lead: {}", clean(name)),
        NoticeEvent::Leads { count, .. } => format!("{count} nuovi lead"),
        NoticeEvent::SourceSilent { name } => format!("Nessun invio da tempo: {}", clean(name)),
        NoticeEvent::SourceFailing { name } => format!("Invii non letti: {}", clean(name)),
        NoticeEvent::Reminder { .. } => format!("Promemoria, da approvare: una consegna di {agency}"),
        NoticeEvent::NotApproved { client, .. } => format!("{} non ha ancora approvato", clean(client)),
        NoticeEvent::PaymentDue { .. } => format!("Una scadenza con {agency} si avvicina"),
        NoticeEvent::Summary(_) => format!("La giornata di {agency}"),
        NoticeEvent::Unlisted { .. } => agency.to_owned(),
    }
}

fn english(event: &NoticeEvent, agency: &str) -> String {
    match event {
        NoticeEvent::Message { from, .. } => format!("New message from {}", clean(from)),
        NoticeEvent::ToApprove { .. } => format!("To approve: a deliverable from {agency}"),
        NoticeEvent::Approved { by, .. } => format!("{} approved a deliverable", clean(by)),
        NoticeEvent::ChangesRequested { by, .. } => format!("{} asks for changes", clean(by)),
        NoticeEvent::Lead { name } => format!("New lead: {}", clean(name)),
        NoticeEvent::Leads { count, .. } => format!("{count} new leads"),
        NoticeEvent::SourceSilent { name } => format!("No submissions for a while: {}", clean(name)),
        NoticeEvent::SourceFailing { name } => format!("Submissions not read: {}", clean(name)),
        NoticeEvent::Reminder { .. } => format!("Reminder, to approve: a deliverable from {agency}"),
        NoticeEvent::NotApproved { client, .. } => format!("{} has not approved yet", clean(client)),
        NoticeEvent::PaymentDue { .. } => format!("A due date with {agency} is near"),
        NoticeEvent::Summary(_) => format!("The day at {agency}"),
        NoticeEvent::Unlisted { .. } => agency.to_owned(),
    }
}
