//! The subject of an e-mail.

use super::{Notice, NoticeEvent};
use crate::line::{one_line, shortened};
use crate::{Agency, Language};

/// The longest name or title in a subject, in characters.
const LONGEST: usize = 200;

impl Notice {
    /// One line that says what happened; the most pressing event names it.
    pub fn subject(&self) -> String {
        let Some(event) = most_pressing(&self.events) else { return self.agency_name() };
        let is_to_client = matches!(self.recipient, super::Recipient::Client(_));
        match (event, self.language) {
            (NoticeEvent::Message { .. }, language) if is_to_client => {
                new_messages(&self.events, &self.agency_name(), language)
            }
            (NoticeEvent::Message { from, .. }, language) => {
                new_messages(&self.events, &clean(from), language)
            }
            (event, Language::It) => italian(event, &self.agency_name()),
            (event, Language::En) => english(event, &self.agency_name()),
        }
    }

    fn agency_name(&self) -> String {
        clean(self.agency.name_or_default())
    }
}

/// The event that names what is sent.
pub(super) fn most_pressing(events: &[NoticeEvent]) -> Option<&NoticeEvent> {
    events.iter().min_by_key(|event| event.rank())
}

pub(super) fn new_messages(events: &[NoticeEvent], from: &str, language: Language) -> String {
    let messages = |event: &NoticeEvent| match event {
        NoticeEvent::Message { .. } => 1,
        NoticeEvent::Unlisted { messages, .. } => *messages,
        _ => 0,
    };
    match (events.iter().map(messages).sum::<i64>(), language) {
        (1, Language::It) => format!("Nuovo messaggio da {from}"),
        (1, Language::En) => format!("New message from {from}"),
        (n, Language::It) => format!("{n} nuovi messaggi da {from}"),
        (n, Language::En) => format!("{n} new messages from {from}"),
    }
}

fn italian(event: &NoticeEvent, agency: &str) -> String {
    match event {
        NoticeEvent::Message { from, .. } => format!("Nuovo messaggio da {}", clean(from)),
        NoticeEvent::ToApprove { title } => format!("Da approvare: {}", clean(title)),
        NoticeEvent::Approved { title, by } => format!("{} ha approvato: {}", clean(by), clean(title)),
        NoticeEvent::ChangesRequested { title, by, .. } => {
            format!("{} chiede modifiche: {}", clean(by), clean(title))
        }
        NoticeEvent::Lead { name } => format!("Nuovo lead: {}", clean(name)),
        NoticeEvent::Leads { count, .. } => format!("{count} nuovi lead"),
        NoticeEvent::SourceSilent { name } => format!("Nessun invio da tempo: {}", clean(name)),
        NoticeEvent::SourceFailing { name } => format!("Invii non letti: {}", clean(name)),
        NoticeEvent::Reminder { title, .. } => format!("Promemoria, da approvare: {}", clean(title)),
        NoticeEvent::NotApproved { title, client, .. } => {
            format!("Non ancora approvato da {}: {}", clean(client), clean(title))
        }
        NoticeEvent::PaymentDue { label, .. } => format!("Pagamento in scadenza: {}", clean(label)),
        NoticeEvent::Summary(_) => format!("La giornata di {agency}"),
        NoticeEvent::Unlisted { .. } => agency.to_owned(),
    }
}

fn english(event: &NoticeEvent, agency: &str) -> String {
    match event {
        NoticeEvent::Message { from, .. } => format!("New message from {}", clean(from)),
        NoticeEvent::ToApprove { title } => format!("To approve: {}", clean(title)),
        NoticeEvent::Approved { title, by } => format!("{} approved: {}", clean(by), clean(title)),
        NoticeEvent::ChangesRequested { title, by, .. } => {
            format!("{} asks for changes: {}", clean(by), clean(title))
        }
        NoticeEvent::Lead { name } => format!("New lead: {}", clean(name)),
        NoticeEvent::Leads { count, .. } => format!("{count} new leads"),
        NoticeEvent::SourceSilent { name } => format!("No submissions for a while: {}", clean(name)),
        NoticeEvent::SourceFailing { name } => format!("Submissions not read: {}", clean(name)),
        NoticeEvent::Reminder { title, .. } => format!("Reminder, to approve: {}", clean(title)),
        NoticeEvent::NotApproved { title, client, .. } => {
            format!("Not yet approved by {}: {}", clean(client), clean(title))
        }
        NoticeEvent::PaymentDue { label, .. } => format!("Payment due soon: {}", clean(label)),
        NoticeEvent::Summary(_) => format!("The day at {agency}"),
        NoticeEvent::Unlisted { .. } => agency.to_owned(),
    }
}

/// A name or a title on one line, without the characters that reverse the direction of what follows them.
pub(super) fn clean(name: &str) -> String {
    let reverses = |letter: char| matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    shortened(one_line(&name.replace(reverses, "")), LONGEST)
}

impl Agency {
    /// The name, or that of the program.
    pub fn name_or_default(&self) -> &str {
        self.name.as_deref().unwrap_or("Atrio")
    }
}
