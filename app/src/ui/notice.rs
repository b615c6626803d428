//! Short messages to the reader about what they just did.

use leptos::prelude::*;
use leptos_router::hooks::use_query_map;

use crate::error::AppError;
use crate::i18n::I18n;

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

    fn i18n(self, i18n: I18n) -> &'static str {
        match self {
            Self::Approved => i18n.thanks_for_approval(),
            Self::ChangesRequested => i18n.changes_sent(),
            Self::Created => i18n.created(),
            Self::Saved => i18n.saved(),
            Self::Deleted => i18n.deleted(),
            Self::TimerChanged => i18n.timer_changed(),
            Self::TimerCut => i18n.timer_cut(),
            Self::AddressChanged => i18n.source_rotated(),
            Self::Merged => i18n.merge_done(),
            Self::Separated => i18n.merge_undone(),
        }
    }
}

/// What a form that was sent left in the address: how it went, with what, and what had been typed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Flash {
    /// Why it was refused.
    pub error: Option<AppError>,
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
        let text = self.error.is_some_and(AppError::is_about_text);
        self.about.is_none() && (text || !self.draft.is_empty())
    }

    /// What the address of the page being rendered says.
    pub fn of_page() -> Self {
        use_query_map().with_untracked(|query| Self {
            error: query.get_str("error").and_then(AppError::from_code),
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
    error: Option<AppError>,
    /// The reader's words.
    i18n: I18n,
) -> impl IntoView {
    error.map(|error| view! { <p class="notice notice--wrong" role="alert">{error.i18n(i18n)}</p> })
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
    i18n: I18n,
) -> impl IntoView {
    let done = flash.done.map(|done| view! { <p class="notice" role="status">{done.i18n(i18n)}</p> });
    view! {
        {done}
        <Notice error=flash.error i18n/>
    }
}
