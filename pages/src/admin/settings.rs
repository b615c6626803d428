//! The settings: a page for each section, with the list of them beside it.

pub mod actions;
pub mod advanced;
pub mod data;
pub mod leads;
pub mod logo;
pub mod look;
pub mod notifications;
pub mod people;
pub mod quotes;
pub mod security;
pub mod studio;

use domain::SettingsDraft;

use crate::admin::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Section {
    Studio,
    Look,
    People,
    Notifications,
    Quotes,
    Leads,
    Data,
    Security,
    Advanced,
}

impl Section {
    const ALL: [Self; 9] = [
        Self::Studio,
        Self::Look,
        Self::People,
        Self::Notifications,
        Self::Quotes,
        Self::Leads,
        Self::Data,
        Self::Security,
        Self::Advanced,
    ];

    pub const fn path(self) -> &'static str {
        match self {
            Self::Studio => "/admin/settings",
            Self::Look => "/admin/settings/look",
            Self::People => "/admin/settings/people",
            Self::Notifications => "/admin/settings/notifications",
            Self::Quotes => "/admin/settings/quotes",
            Self::Leads => "/admin/settings/leads",
            Self::Data => "/admin/settings/data",
            Self::Security => "/admin/settings/security",
            Self::Advanced => "/admin/settings/advanced",
        }
    }

    pub fn address(self) -> Address {
        Address::path(self.path().to_owned())
    }

    /// The name of its form: the end of its path.
    fn form_name(self) -> &'static str {
        self.path().rsplit('/').next().unwrap_or_default()
    }

    fn name(self, i18n: I18n) -> &'static str {
        match self {
            Self::Studio => i18n.studio(),
            Self::Look => i18n.look(),
            Self::People => i18n.people(),
            Self::Notifications => i18n.notifications(),
            Self::Quotes => i18n.quotes_heading(),
            Self::Leads => i18n.leads(),
            Self::Data => i18n.data(),
            Self::Security => i18n.security(),
            Self::Advanced => i18n.advanced(),
        }
    }

    /// The settings that its form changes.
    const fn fields(self) -> &'static [&'static str] {
        match self {
            Self::Studio => &SettingsDraft::STUDIO,
            Self::Look => &SettingsDraft::LOOK,
            Self::People => &SettingsDraft::PEOPLE,
            Self::Leads => &SettingsDraft::LEADS,
            Self::Advanced => &SettingsDraft::SPACE,
            Self::Notifications | Self::Quotes | Self::Data | Self::Security => &[],
        }
    }
}

/// The page of `section`, whose parts `body` returns.
async fn section_page(
    request: AdminRequest,
    section: Section,
    body: impl FnOnce(AdminView) -> AnyView + Send + 'static,
) -> PageResult {
    let show = move |admin: AdminView| {
        let i18n = admin.i18n;
        let entry = |entry: Section| {
            let current = (entry == section).then_some("page");
            view! { <li><a href=entry.path() aria-current=current>{entry.name(i18n)}</a></li> }
        };
        let name = section.name(i18n);
        let view = view! {
            <div class="settings">
                <div class="settings__sections">
                    <h1 id="settings-heading">{i18n.settings()}</h1>
                    <nav class="subnav" aria-labelledby="settings-heading">
                        <ul>{Section::ALL.map(entry).collect_view()}</ul>
                    </nav>
                </div>
                <div class="settings__page">
                    <h2 class="settings__title">{name}</h2>
                    {body(admin)}
                </div>
            </div>
        };
        (format!("{name} · {}", i18n.settings()), view.into_any())
    };
    request.page(NavItem::Settings, show).await
}
