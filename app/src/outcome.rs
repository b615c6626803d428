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

/// Declares the values of [`Done`] in a page's address.
macro_rules! codes {
    ($($done:ident $(($record:ident))? = $code:literal;)+) => {
        impl Done {
            /// The value in a page's address.
            pub const fn code(self) -> &'static str {
                match self { $(Self::$done $((Record::$record))? => $code),+ }
            }

            /// Parses the value in a page's address.
            pub fn from_code(code: &str) -> Option<Self> {
                match code {
                    $($code => Some(Self::$done $((Record::$record))?),)+
                    _ => None,
                }
            }
        }
    };
}

codes! {
    Approved = "approved";
    ChangesRequested = "changes-requested";
    Created(Client) = "client-created";
    Created(Project) = "project-created";
    Created(Payment) = "payment-created";
    Created(Document) = "document-created";
    Created(Material) = "material-asked";
    Created(Note) = "note-created";
    Created(TimeEntry) = "time-created";
    Created(QuoteItem) = "line-created";
    Created(Lead) = "lead-created";
    Created(Source) = "source-created";
    PaymentsCreated = "payments-created";
    Saved = "saved";
    Deleted = "deleted";
    TimerChanged = "timer-changed";
    TimerCut = "timer-cut";
    TimerTooShort = "timer-too-short";
    AddressChanged = "address-changed";
    Merged = "merged";
    Separated = "separated";
    Reminded = "reminded";
    Sent = "sent";
}
