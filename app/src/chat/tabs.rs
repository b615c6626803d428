//! The unread count of a channel, and the id of its tab, in the portal and in the agency's inbox.

use domain::ChannelKey;
use leptos::prelude::*;

use crate::i18n::I18n;

/// The number, with a text for screen readers.
#[component]
pub fn UnreadCount<F>(
    unread: F,
    i18n: I18n,
    /// The `id` of the element.
    #[prop(optional)]
    id: Option<&'static str>,
) -> impl IntoView
where
    F: Fn() -> i64 + Clone + Send + 'static,
{
    let (count, label) = (unread.clone(), unread.clone());
    view! {
        <span class="unread" id=id hidden=move || unread() == 0>
            <span class="count" aria-hidden="true">
                {move || Some(count().to_string())}
            </span>
            <span class="sr-only">{move || Some(i18n.unread(label()))}</span>
        </span>
    }
}

pub fn tab_id(key: &ChannelKey) -> String {
    ["tab-", key.as_str()].concat()
}
