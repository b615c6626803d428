//! Texts to take elsewhere.

use leptos::prelude::*;

use crate::i18n::I18n;

/// A text to read, to select, and with scripts to copy by a button.
#[component]
pub fn CopyField(
    /// The box's `id`.
    id: &'static str,
    label: &'static str,
    text: String,
    i18n: I18n,
) -> impl IntoView {
    let name = format!("{}: {label}", i18n.copy());
    view! {
        <div class="field">
            <label for=id>{label}</label>
            <div class="copy">
                <input id=id type="text" readonly value=text.clone() dir="ltr"/>
                <button type="button" class="button button--quiet" hidden aria-label=name data-copy=text data-copied=i18n.copied()>
                    {i18n.copy()}
                </button>
            </div>
        </div>
    }
}
