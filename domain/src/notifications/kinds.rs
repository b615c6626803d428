//! The kinds of notifications that a member of the agency chooses from.

string_enum! {
    pub enum AgencyKind {
        /// Messages, approvals and requests for changes, and what is not approved after all reminders.
        Conversations = "conversations",
        Leads = "leads",
        /// What happened since yesterday, every morning.
        Summary = "summary",
    }
}

impl AgencyKind {
    /// What a member gets who has chosen nothing.
    pub const DEFAULT: &'static [Self] = &[Self::Conversations, Self::Leads];
}
