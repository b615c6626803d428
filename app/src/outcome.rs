//! The outcome of a submitted form, carried in the address of the page that follows.

/// A successful action (`?done=…`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Done {
    Approved,
    ChangesRequested,
    Created(Record),
    /// Payments were made from a quote.
    PaymentsCreated,
    Saved,
    Deleted,
    /// A running timer was stopped and saved because another one started.
    TimerChanged,
    /// A timer exceeded the longest time entry and was saved cut to it.
    TimerCut,
    /// A timer of less than a minute was stopped and not saved.
    TimerTooShort,
    AddressChanged,
    Merged,
    Separated,
    /// A reminder to the client was queued.
    Reminded,
    /// The client has sent what they were asked for.
    Sent,
}

/// What the agency creates by a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Record {
    Client,
    Project,
    Payment,
    Document,
    Material,
    Note,
    TimeEntry,
    QuoteItem,
    Lead,
    Source,
}

impl Done {
    const ALL: [Self; 23] = [
        Self::Approved,
        Self::ChangesRequested,
        Self::Created(Record::Client),
        Self::Created(Record::Project),
        Self::Created(Record::Payment),
        Self::Created(Record::Document),
        Self::Created(Record::Material),
        Self::Created(Record::Note),
        Self::Created(Record::TimeEntry),
        Self::Created(Record::QuoteItem),
        Self::Created(Record::Lead),
        Self::Created(Record::Source),
        Self::PaymentsCreated,
        Self::Saved,
        Self::Deleted,
        Self::TimerChanged,
        Self::TimerCut,
        Self::TimerTooShort,
        Self::AddressChanged,
        Self::Merged,
        Self::Separated,
        Self::Reminded,
        Self::Sent,
    ];

    /// The value in a page's address.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Approved => "approved",
            Self::ChangesRequested => "changes-requested",
            Self::Created(Record::Client) => "client-created",
            Self::Created(Record::Project) => "project-created",
            Self::Created(Record::Payment) => "payment-created",
            Self::Created(Record::Document) => "document-created",
            Self::Created(Record::Material) => "material-asked",
            Self::Created(Record::Note) => "note-created",
            Self::Created(Record::TimeEntry) => "time-created",
            Self::Created(Record::QuoteItem) => "line-created",
            Self::Created(Record::Lead) => "lead-created",
            Self::Created(Record::Source) => "source-created",
            Self::PaymentsCreated => "payments-created",
            Self::Saved => "saved",
            Self::Deleted => "deleted",
            Self::TimerChanged => "timer-changed",
            Self::TimerCut => "timer-cut",
            Self::TimerTooShort => "timer-too-short",
            Self::AddressChanged => "address-changed",
            Self::Merged => "merged",
            Self::Separated => "separated",
            Self::Reminded => "reminded",
            Self::Sent => "sent",
        }
    }

    /// Parses the value in a page's address.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|done| done.code() == code)
    }
}
