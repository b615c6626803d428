//! What a client is reminded of.

string_enum! {
    /// One choice in a form, two flags of a [`Client`](crate::Client).
    #[derive(Default)]
    pub enum Reminders {
        #[default]
        All = "all",
        /// Deliverables to approve.
        Approvals = "approvals",
        Payments = "payments",
        None = "none",
    }
}

impl Reminders {
    pub const fn of(approvals: bool, payments: bool) -> Self {
        match (approvals, payments) {
            (true, true) => Self::All,
            (true, false) => Self::Approvals,
            (false, true) => Self::Payments,
            (false, false) => Self::None,
        }
    }

    pub const fn has_approvals(self) -> bool {
        matches!(self, Self::All | Self::Approvals)
    }

    pub const fn has_payments(self) -> bool {
        matches!(self, Self::All | Self::Payments)
    }
}
