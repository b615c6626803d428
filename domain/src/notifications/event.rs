//! What a notification is about. The words for each kind of event are in `pages/src/notification_kinds.rs`.

use crate::Date;
use crate::line::shortened;

/// Something its recipient has not seen, the most pressing kind first. Names and titles are as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotificationEvent {
    /// To the client: a deliverable waits for their approval.
    ToApprove { title: String, description: Option<String> },
    /// To the client: a deliverable has waited for their approval for so many days.
    Reminder { title: String, description: Option<String>, days: i64 },
    /// To the agency, once: the client was reminded and has not approved.
    NotApproved { title: String, client: String, days: i64 },
    /// To the client. `label` is that of the payment.
    PaymentDue { label: String, due_on: Date },
    /// To the client, when the agency asks for it.
    PaymentOverdue { label: String, due_on: Date },
    /// To the agency: `by` is the client's name, `person` that of the contact who asked.
    ChangesRequested {
        title: String,
        /// Which the request is about, if the deliverable has several.
        version: Option<i64>,
        by: String,
        person: Option<String>,
        text: String,
    },
    /// To the agency: `by` is the client's name, `person` that of the contact who approved.
    Approved { title: String, by: String, person: Option<String> },
    /// Of material that the client is asked for.
    Material(MaterialEvent),
    /// To the client: the first sentence of the invitation to the portal, and whether it opens with a code only.
    Invitation { text: String, needs_code: bool },
    /// A message of the other side, `by` one of its people; a request for changes is [`Self::ChangesRequested`] instead.
    Message { from: String, by: Option<String>, text: String },
    /// To the agency: a new lead.
    Lead { name: String },
    /// To the agency: `count` new leads of a source, with the names of at most [`Self::MAX_LISTED`].
    Leads { names: Vec<String>, count: i64 },
    /// To the agency: a source has sent nothing for too long.
    SourceSilent { name: String },
    /// To the agency: the last delivery of a source could not be read.
    SourceFailing { name: String },
    /// A scanner has found something in a file, and it is deleted. To the agency `by` is whose upload it was.
    Infected { name: String, by: Option<String> },
    /// To the agency, every morning.
    Summary(Summary),
    /// How many more there are than [`Self::MAX_LISTED`]. The last event, if it is there.
    Unlisted { messages: i64, deliverables: i64 },
}

/// What happens to material that a client is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MaterialEvent {
    /// To the client: something is needed of them; `reason` says why what they sent is not it.
    Needed { title: String, description: Option<String>, due_on: Option<Date>, reason: Option<String> },
    /// To the client: something that they were asked for is due soon, and missing.
    Due { title: String, description: Option<String>, due_on: Date },
    /// To the client: what they sent is accepted.
    Accepted { title: String },
    /// To the agency: `by` is the client's name, `person` that of the contact who sent it.
    Received { title: String, by: String, person: Option<String> },
}

/// Counts since the morning before, and of today.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Summary {
    /// Messages of clients.
    pub messages: i64,
    pub leads: i64,
    /// Approvals by clients.
    pub approvals: i64,
    /// Deliverables that wait for clients.
    pub to_approve: i64,
    /// Projects, phases, tasks and payments that are due today.
    pub due_today: i64,
    /// Calls with leads today.
    pub calls_today: i64,
}

impl NotificationEvent {
    /// How much of a message an e-mail shows.
    pub const MAX_TEXT_CHARS: usize = 500;
    /// So many messages, deliverables and leads are listed, the others counted.
    pub const MAX_LISTED: usize = 10;

    /// What somebody wrote about it, shortened.
    pub fn text(&self) -> Option<String> {
        let text = match self {
            Self::Message { text, .. } | Self::ChangesRequested { text, .. } => Some(text),
            Self::ToApprove { description, .. }
            | Self::Reminder { description, .. }
            | Self::Material(MaterialEvent::Due { description, .. }) => description.as_ref(),
            Self::Material(MaterialEvent::Needed { description, reason, .. }) => {
                reason.as_ref().or(description.as_ref())
            }
            _ => None,
        };
        text.map(|text| shortened(text.trim().to_owned(), Self::MAX_TEXT_CHARS))
    }

    /// The event with the least rank names the notification.
    pub(super) const fn rank(&self) -> u8 {
        match self {
            Self::ToApprove { .. } | Self::Material(MaterialEvent::Needed { .. }) | Self::Infected { .. } => 0,
            Self::Reminder { .. }
            | Self::NotApproved { .. }
            | Self::Material(MaterialEvent::Due { .. })
            | Self::PaymentDue { .. }
            | Self::PaymentOverdue { .. } => 1,
            Self::ChangesRequested { .. } => 2,
            Self::Approved { .. } | Self::Material(MaterialEvent::Received { .. } | MaterialEvent::Accepted { .. }) => {
                3
            }
            Self::Message { .. } | Self::Invitation { .. } => 4,
            Self::Lead { .. } | Self::Leads { .. } | Self::SourceSilent { .. } | Self::SourceFailing { .. } => 5,
            Self::Summary(_) => 6,
            Self::Unlisted { .. } => 7,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_text_is_shortened() {
        let text = |text: String| NotificationEvent::Message { from: String::new(), by: None, text }.text();
        assert_eq!(text(" è\n".into()), Some("è".into()));
        assert_eq!(text("è".repeat(501)), Some(format!("{}…", "è".repeat(499))));
        assert_eq!(NotificationEvent::Lead { name: "Anna".into() }.text(), None);
    }
}
