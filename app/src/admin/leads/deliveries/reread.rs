//! How reading deliveries again went.

use leptos::prelude::*;
use leptos_router::hooks::use_query_map;

use crate::words::Words;

/// What the address of the page says about it (`?taken=…&left=…`).
#[component]
pub fn Reread(
    /// The reader's words.
    words: Words,
) -> impl IntoView {
    use_query_map().with_untracked(|query| {
        let number = |name: &str| query.get_str(name)?.parse::<u32>().ok().map(i64::from);
        let (taken_in, left) = (number("taken")?, number("left")?);
        Some(view! { <p class="notice" role="status">{words.reread(taken_in, left)}</p> })
    })
}
