//! The icons of the navigation. Each stands beside a text label, so screen readers skip it.

use leptos::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Picture {
    /// A rising sun.
    Today,
    /// A letter tray.
    Inbox,
    /// Two people.
    Clients,
    /// Columns of a board.
    Projects,
    /// A funnel.
    Leads,
    /// Sliders.
    Settings,
}

impl Picture {
    /// The SVG path, in a view box of 24 by 24.
    const fn lines(self) -> &'static str {
        match self {
            Self::Today => "M3 18h18M6.5 18a5.5 5.5 0 0 1 11 0M12 5v3.5M4.9 10.4l2 1.6M19.1 10.4l-2 1.6",
            Self::Inbox => "M4 13.5 6.5 5h11l2.5 8.5V19H4zM4 13.5h4.5l1.5 2.5h4l1.5-2.5H20",
            Self::Clients => {
                "M9 11.5a3.25 3.25 0 1 0 0-6.5 3.25 3.25 0 0 0 0 6.5zM3 19c.4-3 2.8-4.75 6-4.75S14.6 16 15 19\
                 M15.5 5.3a3.1 3.1 0 0 1 0 6M17.25 14.6c2.1.6 3.45 2.1 3.75 4.4"
            }
            Self::Projects => "M4 5h4.5v14H4zM10 5h4.5v9H10zM16 5h4.5v11.5H16z",
            Self::Leads => "M4 5h16l-6 7.5V18l-4 2v-7.5z",
            Self::Settings => "M4 7.5h8.5M16.5 7.5H20M14.5 5.5v4M4 16.5h3.5M11.5 16.5H20M9.5 14.5v4",
        }
    }
}

#[component]
pub fn Icon(picture: Picture) -> impl IntoView {
    view! {
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
            <path d=picture.lines()></path>
        </svg>
    }
}
