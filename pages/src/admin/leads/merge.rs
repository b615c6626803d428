//! Two leads that are one person: finding the other, looking at both, and going back.

pub mod choice;
pub mod compare;
pub mod undo;

use leptos::either::Either;
use leptos::prelude::*;

pub use choice::choice_page;
pub use compare::compare_page;
pub use undo::{Merges, OtherLead, UndoForm};

/// Which page about merging a lead its address asks for: `?merge=1&q=…` to find the other one,
/// `?merge=1&with={id}` (or `?merge={id}`) to look at both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Asked {
    /// Which other lead, with the words searched for.
    Choice(String),
    /// What merging this one into it does.
    With(String),
}

impl Asked {
    /// What the page's address asks for; none: it is about the lead itself.
    pub fn of_page() -> Option<Self> {
        use_query_map().with_untracked(|query| {
            let merge = query.get("merge").filter(|merge| !merge.is_empty())?;
            let other = query.get("with").filter(|other| !other.is_empty());
            Some(match other.or_else(|| (merge != "1").then_some(merge)) {
                Some(other) => Self::With(other),
                None => Self::Choice(query.get("q").unwrap_or_default().trim().to_owned()),
            })
        })
    }

    /// The page about the lead `id`.
    pub fn page(self, id: String) -> impl IntoView {
        match self {
            Self::Choice(search) => Either::Left(choice_page(id, search)),
            Self::With(other) => Either::Right(compare_page(id, other)),
        }
    }
}
