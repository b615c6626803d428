//! Read-only texts to copy.

use leptos::prelude::*;

use crate::i18n::I18n;

/// A read-only text field; with scripts, a button copies it.
#[component]
pub fn CopyField(id: &'static str, label: &'static str, text: String, i18n: I18n) -> impl IntoView {
    let name = format!("{}: {label}", i18n.copy());
    view! {
        <div class="field">
            <label for=id>{label}</label>
            <div class="copy">
                <input id=id type="text" readonly value=text.clone() dir="ltr"/>
                <button type="button" class="button button--quiet" aria-label=name data-copy=text>
                    {i18n.copy()}
                </button>
            </div>
        </div>
    }
}
