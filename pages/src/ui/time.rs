//! Timestamps on pages.

use app::dates;
use domain::{Language, Timestamp};
use leptos::prelude::*;

/// A timestamp in the agency's time zone, with the exact value in `datetime`.
#[component]
pub fn Moment(at: Timestamp, language: Language) -> impl IntoView {
    view! { <time datetime=at.to_string()>{dates::moment(at, language)}</time> }
}
