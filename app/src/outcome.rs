//! What the address of a page says about a form that was sent.

/// What went well (`?done=…`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Done {
    /// A deliverable was approved.
    Approved,
    /// Changes to a deliverable were asked for.
    ChangesRequested,
    /// A record was made.
    Created,
    /// What was typed was saved.
    Saved,
    /// A record was deleted.
    Deleted,
    /// Another timer was stopped and saved.
    TimerChanged,
    /// A timer was saved that had run for longer than is saved.
    TimerCut,
    /// A source has a new address.
    AddressChanged,
    /// Two leads became one.
    Merged,
    /// Two leads that were merged are two again.
    Separated,
}

impl Done {
    const ALL: [Self; 10] = [
        Self::Approved,
        Self::ChangesRequested,
        Self::Created,
        Self::Saved,
        Self::Deleted,
        Self::TimerChanged,
        Self::TimerCut,
        Self::AddressChanged,
        Self::Merged,
        Self::Separated,
    ];

    /// Its name in an address.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Approved => "approved",
            Self::ChangesRequested => "changes-requested",
            Self::Created => "created",
            Self::Saved => "saved",
            Self::Deleted => "deleted",
            Self::TimerChanged => "timer-changed",
            Self::TimerCut => "timer-cut",
            Self::AddressChanged => "address-changed",
            Self::Merged => "merged",
            Self::Separated => "separated",
        }
    }

    /// What a page's address names, if it names something.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|done| done.code() == code)
    }
}
