//! The header of a portal page: logo, client name, project tabs.

use domain::Agency;
use leptos::prelude::*;

use crate::i18n::I18n;
use crate::ui::Brand;

/// The header; the project tabs are its children.
#[component]
pub fn Masthead(
    agency: Agency,
    client_name: String,
    i18n: I18n,
    /// The project tabs, if there are several projects.
    children: Children,
) -> impl IntoView {
    view! {
        <header class="masthead">
            <div class="masthead__line">
                <p class="brand"><Brand agency i18n/></p>
                <p class="masthead__client">{i18n.greeting(&client_name)}</p>
            </div>
            {children()}
        </header>
    }
}

/// On narrow screens: links to the project and to the conversation below it.
#[component]
pub fn ViewNav(
    unread: i64,
    /// The conversation, opened on a channel with unread messages.
    conversation: String,
    i18n: I18n,
) -> impl IntoView {
    view! {
        <nav class="views" aria-label=i18n.views()>
            <a href="#main">{i18n.to_project()}</a>
            <a class="views__conversation" href=conversation>
                {i18n.to_conversation()}
                " "
                // The chat island updates it.
                <span class="views__unread" hidden=unread == 0>
                    <UnreadCount unread i18n/>
                </span>
            </a>
        </nav>
    }
}

/// The number, with a text for screen readers.
#[component]
fn UnreadCount(unread: i64, i18n: I18n) -> impl IntoView {
    view! {
        <span class="count" aria-hidden="true">{unread}</span>
        <span class="sr-only">{i18n.unread(unread)}</span>
    }
}
