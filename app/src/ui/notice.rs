//! Short messages to the reader about what they just did.

use leptos::prelude::*;
use leptos_router::hooks::use_query_map;

use crate::error::Mishap;
use crate::words::Words;

/// What a form that was sent left in the address: why it was refused, and what had been typed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Flash {
    /// Why it was refused.
    pub mishap: Option<Mishap>,
    /// The refused text.
    pub draft: String,
}

impl Flash {
    /// Whether it was refused for its text: then the answer belongs beside the box.
    pub fn is_about_text(&self) -> bool {
        let text =
            matches!(self.mishap, Some(Mishap::EmptyText | Mishap::TextTooLong | Mishap::UnusableText));
        text || !self.draft.is_empty()
    }

    /// What the address of the page being rendered says.
    pub fn of_page() -> Self {
        use_query_map().with_untracked(|query| Self {
            mishap: query.get_str("error").and_then(Mishap::from_code),
            draft: query.get("draft").unwrap_or_default(),
        })
    }
}

/// Says what went wrong, if something did.
#[component]
pub fn Notice(
    /// What went wrong.
    mishap: Option<Mishap>,
    /// The reader's words.
    words: Words,
) -> impl IntoView {
    mishap.map(|mishap| view! { <p class="notice notice--wrong" role="alert">{mishap.words(words)}</p> })
}
