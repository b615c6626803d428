//! The events of a thread.

use crate::line::shortened;
use crate::{Date, Timestamp};

/// Something its recipient has not seen. Names and titles are as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoticeEvent {
    /// A message of the other side; a request for changes is [`NoticeEvent::ChangesRequested`] instead.
    Message {
        from: String,
        text: String,
        at: Timestamp,
    },
    /// To the client: a deliverable waits for their approval.
    ToApprove {
        title: String,
    },
    /// To the agency: `by` is the client's name.
    Approved {
        title: String,
        by: String,
    },
    ChangesRequested {
        title: String,
        by: String,
        text: String,
    },
    /// A new lead.
    Lead {
        name: String,
    },
    /// Several new leads of a source.
    Leads {
        /// Of the first ones, at most [`NoticeEvent::MOST`].
        names: Vec<String>,
        /// Of all.
        count: i64,
    },
    /// A source has sent nothing for too long.
    SourceSilent {
        name: String,
    },
    /// The last delivery of a source could not be read.
    SourceFailing {
        name: String,
    },
    /// To the client: a deliverable has waited for their approval for so many days.
    Reminder {
        title: String,
        days: i64,
    },
    /// To the agency, once: the client was reminded and has not approved.
    NotApproved {
        title: String,
        client: String,
        days: i64,
    },
    /// To the client. `label` is that of the payment.
    PaymentDue {
        label: String,
        due_on: Date,
    },
    /// To the agency, every morning.
    Summary(Summary),
    /// How many more there are than [`NoticeEvent::MOST`]. The last event, if it is there.
    Unlisted {
        messages: i64,
        deliverables: i64,
    },
}

/// Counts since the morning before, and of today.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Summary {
    /// Messages of clients.
    pub messages: i64,
    pub leads: i64,
    /// Of clients.
    pub approvals: i64,
    /// Deliverables that wait for clients.
    pub to_approve: i64,
    /// Projects, phases, tasks and payments that are due today.
    pub due_today: i64,
    /// Calls with leads today.
    pub calls_today: i64,
}

impl NoticeEvent {
    /// How much of a message an e-mail shows, in characters.
    pub const TEXT: usize = 500;
    /// So many messages, deliverables and leads are listed, the others counted.
    pub const MOST: usize = 10;

    /// What was written, shortened.
    pub fn text(&self) -> Option<String> {
        match self {
            Self::Message { text, .. } | Self::ChangesRequested { text, .. } => {
                Some(shortened(text.trim().to_owned(), Self::TEXT))
            }
            _ => None,
        }
    }

    /// The most pressing event, with the least number, names the subject.
    pub(super) const fn rank(&self) -> u8 {
        match self {
            Self::ToApprove { .. } => 0,
            Self::Reminder { .. } | Self::NotApproved { .. } | Self::PaymentDue { .. } => 1,
            Self::ChangesRequested { .. } => 2,
            Self::Approved { .. } => 3,
            Self::Message { .. } => 4,
            Self::Lead { .. }
            | Self::Leads { .. }
            | Self::SourceFailing { .. }
            | Self::SourceSilent { .. } => 5,
            Self::Summary(_) => 6,
            Self::Unlisted { .. } => 7,
        }
    }
}
