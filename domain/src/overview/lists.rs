//! Lists over all clients and projects: their filters, orders and rows.

use super::Sort;
use crate::form::{Form, FormParser, Problems};
use crate::id::{ClientId, DeliverableId, MemberId, PaymentId, ProjectId};
use crate::{Currency, Date, DeliverableStatus, Timestamp};

string_enum! {
    /// Who is to write next.
    pub enum Turn {
        /// The client waits for an answer.
        Admin = "admin",
        /// The agency waits for the client.
        Client = "client",
    }
}

/// Who is to write next, and since when the other side waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Waiting {
    pub turn: Turn,
    pub since: Timestamp,
}

string_enum! {
    /// How things stand with clients: a filter of their list, and its groups in their order.
    pub enum ClientsShown {
        /// Those who wait for an answer.
        ToAnswer = "to_answer",
        /// Those who have not answered.
        Unanswered = "unanswered",
        /// They have never opened their portal; as a group, those with whom nobody waits.
        NeverVisited = "never",
        /// Those snoozed.
        Snoozed = "snoozed",
        /// Nobody waits, and they have been in their portal.
        Settled = "settled",
    }
}

string_enum! {
    pub enum ClientOrder {
        /// By how things stand, then by what matters there.
        Group = "group",
        Name = "name",
        Waiting = "waiting",
        Visit = "visit",
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ClientFilter {
    pub search: String,
    pub shown: Option<ClientsShown>,
    /// Only those that this member looks after.
    pub assigned_to: Option<MemberId>,
    pub sort: Sort<ClientOrder>,
}

impl Default for Sort<ClientOrder> {
    fn default() -> Self {
        Self::ascending(ClientOrder::Group)
    }
}

/// A snoozed conversation, with a note to oneself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FollowUp {
    /// `None`: until something is written.
    pub until: Option<Date>,
    pub note: Option<String>,
    /// Whether it is still snoozed: the day has not come, and nothing was written since.
    pub is_active: bool,
}

/// The form that puts a conversation off.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FollowUpDraft {
    pub until: Option<Date>,
    pub note: Option<String>,
}

impl FollowUpDraft {
    /// The longest note, in characters.
    pub const NOTE: usize = 500;

    pub fn read(form: &Form) -> Result<Self, Problems> {
        let mut parser = FormParser::of(form);
        let until = parser.optional_date("until");
        let note = parser.optional_prose("note", Self::NOTE);
        parser.done(|| Self { until, note })
    }

    pub fn form(&self) -> Form {
        Form::default().with("until", self.until).with("note", self.note.as_deref())
    }
}

filled_from! { FollowUpDraft: FollowUp { until, note } }

string_enum! {
    pub enum ProjectOrder {
        Created = "created",
        Due = "due",
    }
}

string_enum! {
    pub enum LeadOrder {
        Contact = "contact",
        Arrival = "arrival",
    }
}

/// Newest first.
impl Default for Sort<ProjectOrder> {
    fn default() -> Self {
        Self::descending(ProjectOrder::Created)
    }
}

/// A deliverable in the list over all projects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliverableLine {
    pub id: DeliverableId,
    pub title: String,
    pub status: DeliverableStatus,
    /// Since when it has this status, if known.
    pub since: Option<Timestamp>,
    pub project_id: ProjectId,
    pub project_name: String,
    pub client_id: ClientId,
    pub client_name: String,
}

string_enum! {
    #[derive(Default)]
    pub enum PaymentsShown {
        #[default]
        Open = "open",
        Overdue = "overdue",
        Paid = "paid",
        All = "all",
    }
}

string_enum! {
    pub enum PaymentOrder {
        Due = "due",
        Amount = "amount",
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentFilter {
    pub shown: PaymentsShown,
    pub sort: Sort<PaymentOrder>,
    pub today: Date,
    /// A day of the month in which they fall due; of paid ones, in which they were paid.
    pub month: Option<Date>,
    pub client: Option<ClientId>,
}

/// A payment in the list over all projects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedPayment {
    pub id: PaymentId,
    pub label: String,
    pub amount_cents: i64,
    pub currency: Currency,
    pub due_on: Option<Date>,
    pub paid_at: Option<Timestamp>,
    pub project_id: ProjectId,
    pub project_name: String,
    pub client_name: String,
    /// As in an [`super::AgendaItem`].
    pub reminded_at: Option<Timestamp>,
    pub can_remind: bool,
}

/// The unpaid payments of one currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenPayments {
    pub currency: Currency,
    pub cents: i64,
    pub count: i64,
    pub overdue_cents: i64,
}
