//! The limited operations and their limits.

use std::time::Duration;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operation {
    /// `GET /api/client/chat`
    ChatPoll,
    /// `POST /api/client/chat`, and the form of the portal.
    ChatRead,
    /// `GET /api/client/history`
    History,
    /// `GET /api/client/receipts`, and the public page of a receipt.
    Receipt,
    /// An upload of whatever way: `POST /api/client/files`, and the beginning of one that may be resumed.
    Upload,
    /// A file that is read: `GET /api/client/files/{id}` and by the pages.
    Download,
    /// `POST /api/client/approve`, and the form of the portal.
    Approve,
    /// `POST /api/client/comment`, the form of the portal, and a request for changes: its reason is a
    /// message too.
    Comment,
    /// `POST /api/webhooks/lead`
    Lead,
    /// `POST /api/webhooks/lead/{key}`, counted by the key.
    Source,
    /// Any post of a contact form, counted by address before its body is read.
    ContactPost,
    /// A message of a contact form that would be stored, counted by network: an IPv6 /48 has as many addresses as fit.
    ContactMessage,
    /// As [`Self::ContactMessage`], counted by the key of the form.
    ContactForm,
    /// `POST` and `DELETE /api/push/subscriptions`
    Push,
    /// `/n/{key}`, which stops e-mails, and the form of the portal that also does.
    Unsubscribe,
    /// A form at the address of a portal: it asks for a code, or enters one.
    Code,
    /// The agency's e-mail to itself.
    TryMail,
    /// Storing that a source refused a delivery, counted by its key.
    Refusal,
}

/// At most so many in any window of this length.
#[derive(Debug, Clone, Copy)]
pub struct Limit(pub u16, pub Duration);

/// At least one; all of them must admit a request.
#[derive(Debug)]
pub struct Limits(pub &'static [Limit]);

pub(super) const MINUTE: Duration = Duration::from_mins(1);
const TEN_MINUTES: Duration = Duration::from_mins(10);
const DAY: Duration = Duration::from_hours(24);

impl Operation {
    /// The limits (docs/REFERENCE.md#rate-limits). A source delivers the leads of all visitors of a form.
    pub const fn limits(self) -> &'static Limits {
        match self {
            Self::ChatPoll | Self::History | Self::Receipt => &Limits(&[Limit(30, MINUTE)]),
            Self::Download => &Limits(&[Limit(300, MINUTE)]),
            Self::ChatRead => &Limits(&[Limit(60, MINUTE)]),
            Self::Upload
            | Self::Approve
            | Self::Lead
            | Self::ContactPost
            | Self::Push
            | Self::Unsubscribe
            | Self::Code => &Limits(&[Limit(20, MINUTE)]),
            Self::Comment => &Limits(&[Limit(10, MINUTE)]),
            Self::TryMail => &Limits(&[Limit(5, MINUTE)]),
            Self::Refusal => &Limits(&[Limit(1, MINUTE)]),
            Self::Source | Self::ContactForm => &Limits(&[Limit(120, MINUTE)]),
            Self::ContactMessage => &Limits(&[Limit(5, TEN_MINUTES), Limit(60, DAY)]),
        }
    }
}

impl Limits {
    /// How long a request counts.
    pub(super) fn longest(&self) -> Duration {
        self.0.iter().map(|limit| limit.1).max().unwrap_or_default()
    }
}
