//! The outcome of a submitted form, carried in the address of the page that follows.

/// A successful action (`?done=…`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Done {
    Approved,
    ChangesRequested,
    Created,
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
}

impl Done {
    const ALL: [Self; 11] = [
        Self::Approved,
        Self::ChangesRequested,
        Self::Created,
        Self::Saved,
        Self::Deleted,
        Self::TimerChanged,
        Self::TimerCut,
        Self::TimerTooShort,
        Self::AddressChanged,
        Self::Merged,
        Self::Separated,
    ];

    /// The value in a page's address.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Approved => "approved",
            Self::ChangesRequested => "changes-requested",
            Self::Created => "created",
            Self::Saved => "saved",
            Self::Deleted => "deleted",
            Self::TimerChanged => "timer-changed",
            Self::TimerCut => "timer-cut",
            Self::TimerTooShort => "timer-too-short",
            Self::AddressChanged => "address-changed",
            Self::Merged => "merged",
            Self::Separated => "separated",
        }
    }

    /// Parses the value in a page's address.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|done| done.code() == code)
    }
}
