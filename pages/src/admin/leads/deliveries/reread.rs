//! How it went with the deliveries that were chosen.

use leptos::prelude::*;

use crate::i18n::I18n;

/// What the address of the page says about it: how many were read again (`?taken=…&left=…`) or set aside
/// (`?aside=…`), or that none was chosen (`?chosen=none`).
#[component]
pub fn Reread(
    /// The reader's words.
    i18n: I18n,
) -> impl IntoView {
    use_query_map().with_untracked(|query| {
        let number = |name: &str| query.get_str(name)?.parse::<u32>().ok().map(i64::from);
        let (class, role, told) = if query.get_str("chosen") == Some("none") {
            ("notice notice--wrong", "alert", i18n.deliveries_choose_first().to_owned())
        } else if let Some(aside) = number("aside") {
            ("notice", "status", i18n.set_aside(aside))
        } else {
            ("notice", "status", i18n.reread(number("taken")?, number("left")?))
        };
        Some(view! { <p class=class role=role>{told}</p> })
    })
}
