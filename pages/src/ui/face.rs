//! Somebody of the agency, where there is room for initials only.

use domain::line::initials;
use leptos::prelude::*;

/// The initials, which are read out as the name.
#[component]
pub fn Face(name: String) -> impl IntoView {
    let (mark, title) = (initials(&name), name.clone());
    view! {
        <span class="avatar avatar--small" title=title>
            <span aria-hidden="true">{mark}</span>
            <span class="sr-only">{name} " "</span>
        </span>
    }
}
