//! The agency's logo, or its name.

use domain::Agency;
use leptos::prelude::*;

use crate::i18n::I18n;

/// In dark mode the dark logo; without one, the only logo stands on a light plate.
#[component]
pub fn Brand(agency: Agency, i18n: I18n) -> impl IntoView {
    let name = i18n.site_name(&agency);
    let Some(light) = agency.logo else {
        return view! { <span class="brand__name" dir="auto">{name}</span> }.into_any();
    };
    let src = format!("/logo?v={light}");
    match agency.logo_dark {
        None => view! { <img class="brand__logo brand__logo--plate" src=src alt=name height="36"/> }.into_any(),
        Some(dark) => {
            let dark = format!("/logo/dark?v={dark}");
            view! {
                <picture>
                    <source srcset=dark media="(prefers-color-scheme: dark)"/>
                    <img class="brand__logo" src=src alt=name height="36"/>
                </picture>
            }
            .into_any()
        }
    }
}
