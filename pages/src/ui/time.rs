//! Moments on pages.

use app::dates;
use domain::{Language, Timestamp};
use leptos::prelude::*;

/// A moment as the agency's clocks show it, exact for machines.
#[component]
pub fn Moment(at: Timestamp, language: Language) -> impl IntoView {
    view! { <time datetime=at.to_string()>{dates::moment(at, language)}</time> }
}
