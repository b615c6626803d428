//! Short messages to the reader about what they just did.

use leptos::prelude::*;
use leptos_router::hooks::use_query_map;

use crate::error::Mishap;
use crate::words::Words;

/// What went well, as a page's address tells it (`?done=…`).
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

    fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|done| done.code() == code)
    }

    fn words(self, words: Words) -> &'static str {
        match self {
            Self::Approved => words.thanks_for_approval(),
            Self::ChangesRequested => words.changes_sent(),
            Self::Created => words.created(),
            Self::Saved => words.saved(),
            Self::Deleted => words.deleted(),
            Self::TimerChanged => words.timer_changed(),
            Self::TimerCut => words.timer_cut(),
            Self::AddressChanged => words.source_rotated(),
            Self::Merged => words.merge_done(),
            Self::Separated => words.merge_undone(),
        }
    }
}

/// What a form that was sent left in the address: how it went, with what, and what had been typed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Flash {
    /// Why it was refused.
    pub mishap: Option<Mishap>,
    /// The refused text.
    pub draft: String,
    /// What went well.
    pub done: Option<Done>,
    /// The id of the deliverable it was about; none for a message.
    pub about: Option<String>,
}

impl Flash {
    /// Whether a message was refused: then the answer belongs beside the box it was written in.
    pub fn is_about_message(&self) -> bool {
        let text = self.mishap.is_some_and(Mishap::is_about_text);
        self.about.is_none() && (text || !self.draft.is_empty())
    }

    /// What the address of the page being rendered says.
    pub fn of_page() -> Self {
        use_query_map().with_untracked(|query| Self {
            mishap: query.get_str("error").and_then(Mishap::from_code),
            draft: query.get("draft").unwrap_or_default(),
            done: query.get_str("done").and_then(Done::from_code),
            about: query.get("about").filter(|about| !about.is_empty()),
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

/// What somebody had written and could not send: theirs to copy.
#[component]
pub fn Unsent(
    /// The text; empty shows nothing.
    text: String,
) -> impl IntoView {
    (!text.is_empty()).then(|| view! { <blockquote class="prose" dir="auto">{text}</blockquote> })
}

/// Says how it went, if something was done at all.
#[component]
pub fn Outcome(
    /// What a sent form left behind.
    flash: Flash,
    /// The reader's words.
    words: Words,
) -> impl IntoView {
    let done = flash.done.map(|done| view! { <p class="notice" role="status">{done.words(words)}</p> });
    view! {
        {done}
        <Notice mishap=flash.mishap words/>
    }
}
