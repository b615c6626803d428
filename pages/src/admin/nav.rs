//! The navigation of the admin pages.

use domain::{Role, Topic};

use crate::admin::account;
use crate::admin::settings::Section;
use crate::i18n::I18n;

/// An entry of the navigation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NavItem {
    Today,
    Inbox,
    Clients,
    Projects,
    Deliverables,
    Payments,
    Hours,
    Leads,
    Settings,
    /// For those without settings.
    Account,
    /// Not in the navigation: its field is above it.
    Search,
}

impl NavItem {
    pub const PROJECT_LISTS: [Self; 4] = [Self::Projects, Self::Deliverables, Self::Payments, Self::Hours];
    /// Those for somebody with this role, in groups.
    pub(super) const fn all(role: Role) -> [&'static [Self]; 4] {
        let last: &[Self] = match role {
            Role::Owner => &[Self::Settings],
            Role::Member => &[Self::Account],
        };
        [
            &[Self::Today, Self::Inbox],
            &[Self::Clients, Self::Projects, Self::Deliverables, Self::Payments, Self::Hours],
            &[Self::Leads],
            last,
        ]
    }

    /// Whether a phone shows it elsewhere: its navigation has room for six.
    pub(super) const fn is_for_desks(self) -> bool {
        matches!(self, Self::Deliverables | Self::Payments | Self::Hours)
    }

    pub const fn href(self) -> &'static str {
        match self {
            Self::Today => "/admin/today",
            Self::Inbox => "/admin",
            Self::Clients => "/admin/clients",
            Self::Projects => "/admin/projects",
            Self::Deliverables => "/admin/deliverables",
            Self::Payments => "/admin/payments",
            Self::Hours => "/admin/hours",
            Self::Leads => "/admin/leads",
            Self::Settings => Section::Studio.path(),
            Self::Account => account::ADDRESS,
            Self::Search => "/admin/search",
        }
    }

    /// What the pages of this part show, and are fetched again for while they are open: each shows the unread count
    /// and the running timer.
    pub(super) const fn topics(self) -> &'static [Topic] {
        match self {
            Self::Inbox | Self::Projects | Self::Deliverables | Self::Payments | Self::Hours => {
                &[Topic::Conversation, Topic::Client, Topic::Project]
            }
            Self::Clients => &[Topic::Conversation, Topic::Client, Topic::Project, Topic::Notification],
            Self::Leads => &[Topic::Conversation, Topic::Client, Topic::Project, Topic::Lead],
            Self::Account => &[Topic::Conversation, Topic::Project],
            Self::Today | Self::Settings | Self::Search => {
                &[Topic::Conversation, Topic::Client, Topic::Lead, Topic::Project, Topic::Notification]
            }
        }
    }

    pub fn name(self, i18n: I18n) -> &'static str {
        match self {
            Self::Today => i18n.today(),
            Self::Inbox => i18n.inbox(),
            Self::Clients => i18n.clients(),
            Self::Projects => i18n.projects_tab(),
            Self::Deliverables => i18n.deliverables_tab(),
            Self::Payments => i18n.payments_tab(),
            Self::Hours => i18n.hours_tab(),
            Self::Leads => i18n.leads(),
            Self::Settings => i18n.settings(),
            Self::Account => i18n.account(),
            Self::Search => i18n.search(),
        }
    }

    /// The SVG path of its icon, in a view box of 24 by 24. It stands beside a label, so screen readers skip it.
    pub(super) const fn icon(self) -> &'static str {
        match self {
            Self::Today => "M3 18h18M6.5 18a5.5 5.5 0 0 1 11 0M12 5v3.5M4.9 10.4l2 1.6M19.1 10.4l-2 1.6",
            Self::Inbox => "M4 13.5 6.5 5h11l2.5 8.5V19H4zM4 13.5h4.5l1.5 2.5h4l1.5-2.5H20",
            Self::Clients => {
                "M9 11.5a3.25 3.25 0 1 0 0-6.5 3.25 3.25 0 0 0 0 6.5zM3 19c.4-3 2.8-4.75 6-4.75S14.6 16 15 19\
                 M15.5 5.3a3.1 3.1 0 0 1 0 6M17.25 14.6c2.1.6 3.45 2.1 3.75 4.4"
            }
            Self::Projects => "M4 5h4.5v14H4zM10 5h4.5v9H10zM16 5h4.5v11.5H16z",
            Self::Deliverables => "M4 5h16v11H4zM4 13.5l4.5-4 4 3.5 3-2.5 4.5 3.5M9 20h6M12 16v4",
            Self::Payments => "M4 6.5h16v11H4zM4 10.5h16M7 14h3",
            Self::Hours => "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4.25l2.75 1.75",
            Self::Leads => "M4 5h16l-6 7.5V18l-4 2v-7.5z",
            Self::Search => "M10.5 17a6.5 6.5 0 1 1 0-13 6.5 6.5 0 0 1 0 13zM15.5 15.5 20 20",
            Self::Account => "M12 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM5 19.5c.5-3.4 3.2-5 7-5s6.5 1.6 7 5",
            Self::Settings => "M4 7.5h8.5M16.5 7.5H20M14.5 5.5v4M4 16.5h3.5M11.5 16.5H20M9.5 14.5v4",
        }
    }
}
